#!/bin/sh
# SPDX-License-Identifier: MIT
# serve.sh - lusoria serve: the page and the API over HTTP, asked by curl.
cd "$(dirname "$0")/.." || exit 1
. test/tap
L=${B:-build}/lusoria
T=$(mktemp -d)
trap 'rm -rf "$T"; [ -z "$server" ] || kill "$server" 2>/dev/null' EXIT

"$L" serve --port 0 >"$T/out" 2>"$T/err" &
server=$!
for _ in $(seq 100); do
    [ -s "$T/out" ] || [ -s "$T/err" ] && break
    sleep 0.1
done
if grep -q 'built without' "$T/err"; then
    server=
    echo "1..0 # SKIP built without libmicrohttpd"
    exit 0
fi
for _ in $(seq 100); do
    [ -s "$T/out" ] && break
    sleep 0.1
done
base=$(sed -n 's|^Open \(http://127.0.0.1:[0-9]*\)/ .*|\1|p' "$T/out")
port=${base##*:}

# CURL-ARGUMENTS: prints the status and the type, then the body.
ask() {
    curl -s -o "$T/body" -w '%{http_code} %{content_type}\n' "$@"
    head -c 300 "$T/body"
}

expect "the page" "200 text/html; charset=utf-8" "$(ask "$base/" | head -1)"
expect "its script" "200 text/javascript; charset=utf-8" "$(ask "$base/app.js" | head -1)"
expect "a policy without inline scripts" "1" \
    "$(curl -sI "$base/" | grep -c "^Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval';")"
expect "no unsafe-inline" "0" "$(curl -sI "$base/" | grep -c unsafe-inline)"
expect "a page that did not change" "304" \
    "$(curl -s -o /dev/null -w '%{http_code}' -H "If-None-Match: $(curl -sI "$base/" | sed -n 's/^ETag: \([^\r]*\).*/\1/p')" "$base/")"
expect "GET" "$("$L" call choose game=ur moves=4/0-4 throw=2 depth=3)" \
    "$(curl -s "$base/api/v1/choose?game=ur&moves=4/0-4&throw=2&depth=3")"
expect "POST" "$("$L" call dice record=FfBe)" "$(curl -s -d record=FfBe "$base/api/v1/dice")"
expect "a wrong request" '400 application/json
{"schema":"lusoria.error/1","code":"ERULES"' "$(ask "$base/api/v1/state?game=nosuch" | cut -c1-43)"
expect "an unknown verb" "400 application/json" "$(ask "$base/api/v1/nosuch" | head -1)"
expect "a file outside" '404 application/json' "$(ask --path-as-is "$base/../../etc/passwd" | head -1)"
expect "an encoded path" '404 application/json' "$(ask --path-as-is "$base/..%2f..%2fetc%2fpasswd" | head -1)"
expect "another method" "405 application/json" "$(ask -X DELETE "$base/api/v1/games" | head -1)"
expect "another type" "415 application/json" "$(ask -H 'Content-Type: text/plain' -d 'game=ur' "$base/api/v1/state" | head -1)"
expect "another host name" "421 application/json" "$(ask -H 'Host: example.org' "$base/" | head -1)"
head -c 1100000 /dev/zero | tr '\0' a >"$T/long"
expect "a long form" "413 application/json" "$(ask -H 'Expect:' -d "@$T/long" "$base/api/v1/state" | head -1)"
expect "a port in use" "1 lusoria: port $port cannot be used; try --port 0" \
    "$("$L" serve --port "$port" 2>"$T/used"; echo "$? $(cat "$T/used")")"
# Only the loopback address listens.
expect "127.0.0.1 only" "0100007F" "$(awk -v port="$(printf '%04X' "$port")" '$4 == "0A" { split($2, at, ":"); if (at[2] == port) print at[1] }' /proc/net/tcp)"
kill -TERM "$server"
wait "$server"
expect "SIGTERM" "0" "$?"
server=
plan
