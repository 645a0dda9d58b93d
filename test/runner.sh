#!/bin/sh
# SPDX-License-Identifier: MIT
#
# test/run detects every way in which a test program can fail.
cd "$(dirname "$0")/.." || exit 1
. test/tap
. test/scratch
unset CI V SLOWEST

program() { # NAME COMMANDS
    printf '#!/bin/sh\n%s\n' "$2" >"$scratch/$1" && chmod +x "$scratch/$1"
}
verdict() { # PROGRAM...: the last line and the status
    (cd "$scratch" && for name; do set -- "$@" "./$name"; shift; done
        "$run" "$@" >report; echo "$(tail -n 1 report); $?")
}
run=$PWD/test/run
program good 'echo 1..2; echo "ok 1 - a"; echo "ok 2 - b"'
program late 'echo "ok 1 - plan comes last"; echo 1..1'
program bad 'echo 1..2; echo "ok 1 - a"; echo "not ok 2 - b"; echo "# why"; exit 1'
program skips 'echo 1..2; echo "ok 1 - a # SKIP no b"; echo "not ok 2 # SKIP cmocka"'
program nothing 'echo "1..0 # SKIP nothing to do"'
program silent 'exit 0'
program crash 'echo 1..2; echo "ok 1 - a"; kill -SEGV $$'
program early 'echo 1..3; echo "ok 1 - a"'
program liar 'echo 1..1; echo "ok 1 - a"; exit 3'
program hangs 'echo 1..1; sleep 600; echo "ok 1 - a"'
program busy 'i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; echo 1..1; echo "ok 1 - a"'
program shy 'echo 1..1; echo "not ok 1 - a"; exit 0'

expect "passes" "3 passed, 0 failed; 0" "$(verdict good late)"
expect "a failure" "1 passed, 1 failed; 1" "$(verdict bad)"
expect "a failure is shown, passes are not" "not ok 2 - b|# why" \
    "$(sed -n 's/^    //p' "$scratch/report" | paste -s -d '|')"
expect "a failure among passes" "3 passed, 1 failed; 1" "$(verdict good bad)"
expect "skips" "2 passed, 0 failed, 2 skipped; 0" "$(verdict good skips)"
expect "everything skipped" "0 passed, 0 failed, 1 skipped; 0" "$(verdict nothing)"
expect "skips are failures" "0 passed, 2 failed; 1" "$(CI=true; export CI; verdict skips)"
expect "silence" "0 passed, 1 failed; 1" "$(verdict silent)"
expect "a crash" "1 passed, 1 failed; 1" "$(verdict crash)"
expect "more than its time" "0 passed, 1 failed; 1" "$(TEST_SECONDS=1; export TEST_SECONDS; verdict hangs)"
expect "an early end" "1 passed, 1 failed; 1" "$(verdict early)"
expect "a bad status" "1 passed, 1 failed; 1" "$(verdict liar)"
expect "a good status" "0 passed, 1 failed; 1" "$(verdict shy)"
expect "a program that is not there" "0 passed, 1 failed; 1" "$(verdict absent)"
expect "no program at all" "0 passed, 0 failed; 1" "$(verdict)"
expect "the slowest programs" "3 passed, 0 failed; 0 busy all" "$(SLOWEST=1; export SLOWEST; verdict good busy) $(
    awk '/CPU time/ && /[1-9].* s of/ { print $1 }' "$scratch/report" | paste -s -d ' ')"
plan
