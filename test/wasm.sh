#!/bin/sh
# SPDX-License-Identifier: MIT
# The browser engine gives the same answers as the program (wasm.mjs).
cd "$(dirname "$0")/.." || exit 1
node test/wasm.mjs build/wasm/lusoria.wasm "${B:-build}/lusoria"
