#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The search finds the same moves and values with the same nodes as when
# bench/SIGNATURE was written. It changes with every change of the search, an
# evaluation or its weights: if that was meant, write it again with
#     build/lusoria bench --signature > bench/SIGNATURE
# and say so in the commit.
cd "$(dirname "$0")/.." || exit 1
. test/tap
lusoria=${B:-build}/lusoria

expect "bench/SIGNATURE (see the head of test/bench.sh)" "$(cat bench/SIGNATURE)" \
    "$("$lusoria" bench --signature)"
table=$("$lusoria" bench)
expect "a line for every rule set" "$("$lusoria" games | grep -c :)" "$(echo "$table" | grep -c :)"
expect "the signature is the last line" "signature $("$lusoria" bench --signature)" \
    "$(echo "$table" | tail -1)"
plan
