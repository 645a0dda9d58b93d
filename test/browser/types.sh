#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The types of the page (JSDoc in web/) with the TypeScript compiler: tsc --noEmit --checkJs.
cd "$(dirname "$0")/../.." || exit 1
B=${B:-build}
echo "1..1"
if node "$B/browser/node_modules/typescript/bin/tsc" -p test/browser/tsconfig.json >"$B/browser/types.log"; then
    echo "ok 1 - types of the page"
else
    echo "not ok 1 - types of the page"
    sed 's/^/# /' "$B/browser/types.log"
fi
