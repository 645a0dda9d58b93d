#!/bin/sh
# SPDX-License-Identifier: MIT
# worker.sh - examples/worker.mjs in workerd (worker_test.mjs).
cd "$(dirname "$0")/../.." || exit 1
B=${B:-build}
cp examples/worker.mjs build/wasm/lusoria.wasm "$B/browser/" || exit 1
cd "$B/browser" && exec node worker_test.mjs . "../../$B/lusoria"
