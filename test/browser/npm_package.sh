#!/bin/sh
# SPDX-License-Identifier: MIT
# The npm package in a page of chromium, and its types with the TypeScript compiler (npm_package.mjs).
cd "$(dirname "$0")/../.." || exit 1
B=${B:-build}
make -s LUSORIA_READY=1 npm-pack >"$B/browser/npm.log" 2>&1 || cat "$B/browser/npm.log"
rm -rf "$B/browser/npm" && mkdir -p "$B/browser/npm/node_modules/lusoria"
tar -xzf build/npm/lusoria-*.tgz --strip-components=1 -C "$B/browser/npm/node_modules/lusoria" || exit 1
cp test/api_requests.mjs "$B/browser/"
cd "$B/browser" && exec node npm_package.mjs npm "$(command -v chromium)"
