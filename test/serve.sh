#!/bin/sh
# SPDX-License-Identifier: MIT
# serve.sh - lusoria serve: the page and the API over HTTP, asked by curl.
cd "$(dirname "$0")/.." || exit 1
. test/tap
L=${B:-build}/lusoria
T=$(mktemp -d)
trap 'rm -rf "$T"; [ -z "$server" ] || kill "$server" 2>/dev/null' EXIT

export XDG_DATA_HOME="$T/data"
tables=
"$L" solve ur --pieces 1 >/dev/null 2>&1 && tables=yes
"$L" serve --port 0 >"$T/out" 2>"$T/err" &
server=$!
started() { grep -q '^Open' "$T/out" || grep -q 'built without' "$T/err"; }
await started
if grep -q 'built without' "$T/err"; then
    server=
    echo "1..0 # SKIP built without libmicrohttpd"
    exit 0
fi
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
expect "the examples of doc/api.md" "1..15" "$(python3 test/api_examples.py "$L" "$base" | grep -v '^ok')"
expect "the rules, as an answer and as a file" "$("$L" call rules game=ur | cksum)" "$(curl -s "$base/api/v1/rules?game=ur" | cksum)"
expect "their file" "$("$L" call rules game=ur | cksum)" "$(curl -s "$base/rules-ur.json" | cksum)"

# BODY: the status and what was expected.
json() {
    printf '%s' "$1" >"$T/json"
    ask --json "@$T/json" "$base/api/v1/state" | sed -n '1s/ .*//p; s/.*"code":"\([A-Z]*\)","at":\([^,]*\),"expected":"\([^"]*\)".*/\1 \2 \3/p' | paste -sd' '
}
expect "JSON: a whole request" "$("$L" call state game=ur moves=4/0-4 throw=2 | cksum)" \
    "$(curl -s --json '{"game":"ur","moves":"4\/0-4","throw":2}' "$base/api/v1/state" | cksum)"
expect "JSON: escapes" "$("$L" call state "game=u&r=1% é" | cksum)" \
    "$(curl -s --json '{"game":"u&r=1% \u00e9"}' "$base/api/v1/state" | cksum)"
expect "JSON: with a charset" "200 application/json" \
    "$(ask -H 'Content-Type: application/json; charset=utf-8' -d '{"game":"ur"}' "$base/api/v1/state" | head -1)"
expect "JSON: a nested value" "400 ETEXT null strings and whole numbers as values" "$(json '{"game":{"name":"ur"}}')"
expect "JSON: null" "400 ETEXT null strings and whole numbers as values" "$(json '{"game":"ur","throw":null}')"
expect "JSON: a fraction" "400 ETEXT null strings and whole numbers as values" "$(json '{"game":"ur","throw":2.5}')"
expect "JSON: a name twice" "400 ETEXT 19 each name once" "$(json '{"game":"ur","game":"awari"}')"
expect "JSON: no object" "400 ETEXT 0 one JSON object" "$(json '["game","ur"]')"
expect "JSON: two objects" "400 ETEXT 14 one JSON object" "$(json '{"game":"ur"}{}')"
expect "JSON: cut off" "400 ETEXT 12 one JSON object" "$(json '{"game":"ur"')"
expect "JSON: empty" "400 ETEXT 0 one JSON object" "$(json '')"
expect "JSON: a zero byte" "400 ETEXT 18 text without a zero byte" "$(json '{"game":"u\u0000r"}')"
expect "JSON: deep" "400 ETEXT 2049 an object without nested values" "$(json "$(head -c 5000 /dev/zero | tr '\0' '[')")"
expect "JSON: an unknown field" "400 ETEXT null game position start rolloff moves throw record link" "$(json '{"gam":"ur"}')"
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
expect "a long JSON body" "413 application/json" "$(ask -H 'Expect:' --json "@$T/long" "$base/api/v1/state" | head -1)"
if [ -n "$tables" ]; then
    known=game=ur\&position=0-------------x6:0-------------x6:L
    expect "a table is announced" "Exact values: ur:finkel up to 1." "$(head -1 "$T/out")"
    expect "and in a header" "Lusoria-Tables: ur:finkel" "$(curl -sI "$base/" | grep ^Lusoria-Tables | tr -d '\r')"
    expect "probe" "$("$L" call probe game=ur position=0-------------x6:0-------------x6:L)" "$(curl -s "$base/api/v1/probe?$known")"
    expect "analyse is exact" 'true,"source":"table"' "$(curl -s "$base/api/v1/analyse?$known" | grep -o 'true,"source":"table"')"
    expect "perfect is exact" '"exact":true' "$(curl -s "$base/api/v1/choose?$known&throw=1&level=perfect" | grep -o '"exact":true')"
    expect "easy is not" '"exact":false' "$(curl -s "$base/api/v1/choose?$known&throw=1&level=easy" | grep -o '"exact":[a-z]*')"
else
    skip "tables" "built without tables"
fi
expect "a port in use" "1 lusoria: port $port cannot be used; try --port 0" \
    "$("$L" serve --port "$port" 2>"$T/used"; echo "$? $(cat "$T/used")")"
# Only the loopback address listens.
expect "127.0.0.1 only" "0100007F" "$(awk -v port="$(printf '%04X' "$port")" '$4 == "0A" { split($2, at, ":"); if (at[2] == port) print at[1] }' /proc/net/tcp)"
kill -TERM "$server"
wait "$server"
expect "SIGTERM" "0" "$?"
server=
plan
