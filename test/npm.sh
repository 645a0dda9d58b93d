#!/bin/sh
# SPDX-License-Identifier: MIT
# The npm package (bindings/npm): packed, installed offline into an empty folder and used there (npm.mjs).
cd "$(dirname "$0")/.." || exit 1
. test/tap
B=${B:-build}
if ! command -v npm >/dev/null; then
    skip "the npm package" "there is no npm"
    plan
    exit
fi
. test/scratch
export npm_config_offline=true npm_config_cache="$scratch/cache" npm_config_update_notifier=false npm_config_audit=false npm_config_fund=false
make -s LUSORIA_READY=1 npm-pack >"$scratch/log" 2>&1 || cat "$scratch/log"
file=$(echo "$PWD"/build/npm/lusoria-*.tgz)
mkdir "$scratch/user"
(cd "$scratch/user" && echo '{"private": true, "type": "module"}' >package.json && npm install --silent "$file" >"$scratch/log" 2>&1) || cat "$scratch/log"
cp test/npm.mjs test/api_requests.mjs "$scratch/user"
program=$PWD/$B/lusoria
version=$("$program" call games | sed 's/.*"version":"\([^"]*\)".*/\1/')
cd "$scratch/user" && node npm.mjs "$program" "$version" "$file"
