#!/bin/sh
# SPDX-License-Identifier: MIT
# The engine in wasm answers as the program does (wasm.mjs).
cd "$(dirname "$0")/.." || exit 1
node test/wasm.mjs build/wasm/lusoria.wasm "${B:-build}/lusoria"
