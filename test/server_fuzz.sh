#!/bin/sh
# SPDX-License-Identifier: MIT
# server_fuzz.sh - damaged requests for every route of a running server (test/server_fuzz.py).
cd "$(dirname "$0")/.." || exit 1
. test/server_test
server_test test/server_fuzz.py
