#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The measured strength of the levels: doc/strength.md and the program have the same numbers;
# tools/strength --renew replaces parts of the file.
cd "$(dirname "$0")/.." || exit 1
. test/tap
lusoria=${B:-build}/lusoria

# "RULES LEVEL depth D noise N score THOUSANDTHS", and the losses in millionths with their reference.
written() {
    awk -F ' *[|] *' '
        function millionths(text) { return sprintf("%.0f", (text ~ /%/ ? 10000 : 1000000) * text) }
        /^## / { rules = substr($0, 4) }
        $2 ~ /^[1-6] [a-z]+$/ {
            split($2, level, " ")
            printf "%s %s depth %d noise %d score %.0f\n", rules, level[2], $3, $4, 10 * $7
        }
        $2 ~ /^[a-z]+:[a-z]+$/ && $3 != "random" && NF == 11 {
            print $2, $3, "loss", millionths($4), $10 == "table" ? "exact" : "estimated"
        }' doc/strength.md | sort
}

known() {
    "$lusoria" call games | python3 -c 'import json, sys
for game in json.load(sys.stdin)["games"]:
    for rules in game["rules"]:
        for level in rules["levels"]:
            if "score" in level:
                name = rules["name"] + " " + level["name"]
                print(name, "depth", level["depth"], "noise", level["noise"], "score", round(1000 * level["score"]))
                if "loss" in level:
                    print(name, "loss", round(1000000 * level["loss"]), "exact" if rules["loss_exact"] else "estimated")' | sort
}

expect "all levels of ten rule sets" 60 "$(known | grep -c score)"
for rules in $( (known; written) | cut -d ' ' -f 1 | sort -u); do
    expect "$rules: as in doc/strength.md" "$(written | grep "^$rules ")" "$(known | grep "^$rules ")"
done

# A section and a row of losses are replaced, in a copy; every other line stays.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/doc"
cp doc/strength.md "$scratch/doc"
sed -n '/^## ur:blitz/,/^## ur:masters/p' doc/strength.md | sed '$d; s/^| 6 master .*/| 6 master | new |/' >"$scratch/part"
sed -n 's/^\(| cave:standard | club | \)[0-9.]* %\( .*| depth 8 |\)$/\1new\2/p' doc/strength.md >>"$scratch/part"
root=$(pwd)
(cd "$scratch" && "$root/tools/strength" --renew part)
expect "two lines are renewed" "< | 6 master
> | 6 master
< | cave:standard
> | cave:standard" "$(diff doc/strength.md "$scratch/doc/strength.md" | sed -n 's/^\([<>] | [^ ]*\( master\)*\).*/\1/p')"
expect "with the new values" 2 "$(grep -c '| new |' "$scratch/doc/strength.md")"
plan
