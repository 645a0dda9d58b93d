#!/bin/sh
# SPDX-License-Identifier: MIT
# server_fuzz.sh - damaged requests for every route of a running server (test/server_fuzz.py).
cd "$(dirname "$0")/.." || exit 1
L=${B:-build}/lusoria
"$L" serve --port 99999 2>&1 | grep -q 'built without' && {
    echo "1..0 # SKIP built without libmicrohttpd"
    exit 0
}
"$L" games list 2>&1 | grep -q 'without SQLite' && {
    echo "1..0 # SKIP built without SQLite"
    exit 0
}
exec python3 test/server_fuzz.py "$L"
