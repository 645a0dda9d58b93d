#!/bin/sh
# SPDX-License-Identifier: MIT
#
# lusoria-mpi builds the same table as lusoria, byte for byte, plays the same matches and
# tournaments, and continues after a rank was killed. Run by make mpi-check.
cd "$(dirname "$0")/.." || exit 1
. test/tap
lusoria=${B:-build}/lusoria
. test/scratch

root=
[ "$(id -u)" = 0 ] && root=--allow-run-as-root

ranks() { # RANKS COMMAND...
    n=$1
    shift
    # shellcheck disable=SC2086 # an option or nothing
    timeout 600 mpirun $root --oversubscribe --mca mpi_yield_when_idle 1 -n "$n" "${B:-build}/lusoria-mpi" "$@"
}
mpi() { # RANKS GAME SIZE OPTIONS...
    size=--pieces
    [ "${2%:*}" = awari ] && size=--stones
    n=$1 game=$2 number=$3
    shift 3
    ranks "$n" solve "$game" $size "$number" --table-dir "$scratch/$n" "$@" >/dev/null 2>&1
}
same() { # RANKS FILE
    cmp "$scratch/one/$2" "$scratch/$1/$2" && echo same
}
# With --memory all ranks solve these small layers; without it rank 0 does.
for game in ur:finkel ur:masters senet:houses senet:blockade; do
    pieces=2 options='--memory 8M'
    [ $game = ur:finkel ] && pieces=1
    [ $game = ur:masters ] && options=
    "$lusoria" solve $game --pieces $pieces --table-dir "$scratch/one" >/dev/null 2>&1
    for ranks in 1 2 3 4; do
        # shellcheck disable=SC2086 # two words or none
        mpi $ranks $game $pieces $options
        expect "$game on $ranks ranks" same "$(same $ranks "$(echo $game | tr : -)-$pieces.lut")"
    done
done

for game in awari:abapa awari:oware; do
    "$lusoria" solve $game --stones 11 --table-dir "$scratch/one" >/dev/null 2>&1
    for ranks in 1 2 3 4; do
        mpi $ranks $game 11
        expect "$game on $ranks ranks" same "$(same $ranks "$(echo $game | tr : -)-11.lut")"
    done
done

# A --memory that is too small, or no size, is refused by rank 0.
ranks 2 solve senet:blockade --pieces 2 --table-dir "$scratch/tiny" --memory 1M >/dev/null 2>"$scratch/messages"
expect "too little memory" "1 1" "$? $(grep -c -- "--memory is too small for layer 3" "$scratch/messages")"
ranks 2 solve ur --pieces 2 --table-dir "$scratch/tiny" --memory much >/dev/null 2>"$scratch/messages"
expect "--memory without a size" "2 1" "$? $(grep -c "^lusoria: --memory needs a size" "$scratch/messages")"
ranks 2 solve -v ur --pices 2 --table-dir "$scratch/tiny" >/dev/null 2>"$scratch/messages"
expect "an unknown option" "2 1" "$? $(grep -c "^lusoria: .*--pices.*--pieces" "$scratch/messages")"
ranks 2 solve ur --pieces two --table-dir "$scratch/tiny" >/dev/null 2>"$scratch/messages"
expect "a size that is not a number" "2 1" "$? $(grep -c "^lusoria: .*--pieces.*from 1 to 64" "$scratch/messages")"
ranks 2 solve ur --pieces 2 >/dev/null 2>"$scratch/messages"
expect "no folder" "2 1" "$? $(grep -c "^lusoria: give --table-dir DIR" "$scratch/messages")"
ranks 2 solve cave:5x3 --table-dir "$scratch/tiny" >/dev/null 2>"$scratch/messages"
expect "a game without a team" "1 1" "$? $(grep -c "^lusoria: lusoria-mpi solves Ur, Senet and Awari only" "$scratch/messages")"
expect "help is printed once" "usage: lusoria-mpi solve GAME[:RULES] --table-dir DIR [options]" "$(ranks 2 solve --help 2>&1 | grep usage)"

# A rank is killed as soon as a layer is finished; the same command resumes.
"$lusoria" solve ur --pieces 3 --table-dir "$scratch/one" >/dev/null 2>&1
ranks 2 solve ur --pieces 3 --table-dir "$scratch/2" >/dev/null 2>"$scratch/killed" &
job=$!
has_layer() { [ -n "$(find "$scratch/2" -name '1.layer' 2>/dev/null)" ]; }
await has_layer
pkill -KILL -n -f "lusoria-mpi solve ur --pieces 3 --table-dir $scratch/2\$"
wait $job
expect "a killed rank ends the job" "no" "$([ -e "$scratch/2/ur-finkel-3.lut" ] && echo yes || echo no)"
expect "mpirun says why" 1 "$(grep -c "exited on signal 9" "$scratch/killed")"
mpi 2 ur 3
expect "and the same command resumes" same "$(same 2 ur-finkel-3.lut)"

# ---- matches and tournaments: the printed result, without times, and the stored games ----

timeless() { sed -e '/ms a move/d' -e 's/"timings":{[^}]*}//g'; }
# Number and checksum of the stored games, which threads and ranks store in any order.
records() {
    python3 -c 'import hashlib, sqlite3, sys
rows = list(sqlite3.connect(sys.argv[1]).execute(
    "select match, pair, seat, result, reason, plies, moves_first, moves_second, said, record from games order by 1, 2, 3"))
print(len(rows), hashlib.md5(repr(rows).encode()).hexdigest())' "$1"
}
shared() { # FILE OF STDERR: whether other ranks played pairs
    grep -q "^other ranks: [1-9][0-9]* pairs" "$1" && echo shared
}

fails="$scratch/fails"
printf '#!/bin/sh\necho bad luck >&2\nexit 3\n' >"$fails"
chmod +x "$fails"
cat >"$scratch/tournament" <<EOF
game senet:houses
games 40
seed 5
player greedy
player weak ai:1
player random
EOF
"$lusoria" solve ur:masters --pieces 2 --table-dir "$scratch/tables" >/dev/null 2>&1

# One row per match: NAME OPTIONS. Stores are added below.
matches() {
    cat <<EOF
two levels	ur --first ai:depth=2 --second ai:1 -n 200 --seed 3 --no-tables
sequential test	ur --first ai:depth=3 --second ai:depth=2 -n 4000 --seed 3 --sprt 0,80 --no-tables
openings	awari --first greedy --second ai:1 -n 60 --seed 4 --json --no-tables --opening 4-8 --balanced 4
a program that fails	cave:6x4 --first greedy --second exec:$fails -n 20 --seed 4
a table	ur:masters --first ai:depth=2 --second greedy -n 20 --seed 8 --table-dir $scratch/tables
EOF
}
tab=$(printf '\t')
number=0
matches >"$scratch/matches"
while IFS=$tab read -r name options; do
    number=$((number + 1))
    # shellcheck disable=SC2086 # several words
    "$lusoria" match $options --db "$scratch/$number.db" 2>/dev/null | timeless >"$scratch/wanted"
    for n in 1 2 3 4; do
        # shellcheck disable=SC2086
        ranks $n match $options --db "$scratch/$number-$n.db" 2>"$scratch/messages" </dev/null |
            timeless >"$scratch/got"
        expect "$name, match on $n ranks" "$(cat "$scratch/wanted")" "$(cat "$scratch/got")"
        expect "$name, the same games in the store" "$(records "$scratch/$number.db")" \
            "$(records "$scratch/$number-$n.db")"
        # The others are short: rank 0 may finish them before another rank has begun.
        [ $n = 1 ] || [ $number -gt 2 ] || expect "$name, other ranks play" shared "$(shared "$scratch/messages")"
    done
done <"$scratch/matches"
expect "a failing program and its last lines are reported" "20 1" \
    "$(ranks 2 match cave:6x4 --first greedy --second "exec:$fails" -n 20 --seed 4 2>/dev/null |
        sed -n -e 's/.*forfeited \([0-9]*\) games: crash.*/\1/p' -e 's/^ *bad luck$/1/p' | tr '\n' ' ' | sed 's/ $//')"

# Random players without a store are played in batches.
"$lusoria" match ur --first random --second random -n 300000 --seed 2 | timeless >"$scratch/wanted"
for n in 1 2 3 4; do
    ranks $n match ur --first random --second random -n 300000 --seed 2 2>"$scratch/messages" | timeless >"$scratch/got"
    expect "random players on $n ranks" "$(cat "$scratch/wanted")" "$(cat "$scratch/got")"
    [ $n = 1 ] || expect "random players, other ranks play" shared "$(shared "$scratch/messages")"
done

"$lusoria" tournament "$scratch/tournament" --db "$scratch/t.db" --csv "$scratch/t.csv" 2>/dev/null >"$scratch/wanted"
for n in 1 2 3 4; do
    ranks $n tournament "$scratch/tournament" --db "$scratch/t$n.db" --csv "$scratch/t$n.csv" --jobs 2 \
        2>"$scratch/messages" >"$scratch/got"
    expect "tournament on $n ranks" "$(cat "$scratch/wanted")" "$(cat "$scratch/got")"
    expect "tournament, the same games in the store" "$(records "$scratch/t.db")" "$(records "$scratch/t$n.db")"
    [ $n = 1 ] || expect "tournament, other ranks play" shared "$(shared "$scratch/messages")"
done

# A rank is killed when games are stored; the same command continues with another number of ranks.
long="ur --first ai:depth=3 --second greedy -n 3000 --seed 6 --no-tables"
# shellcheck disable=SC2086
"$lusoria" match $long --db "$scratch/whole.db" 2>/dev/null | timeless >"$scratch/wanted"
# shellcheck disable=SC2086
ranks 3 match $long --db "$scratch/killed.db" >"$scratch/got" 2>"$scratch/messages" &
job=$!
has_games() { [ -s "$scratch/killed.db" ] && [ "$(records "$scratch/killed.db" 2>/dev/null | cut -d ' ' -f 1)" -gt 20 ]; }
await has_games
pkill -KILL -n -f "lusoria-mpi match $long --db $scratch/killed.db\$"
wait $job
expect "a killed rank ends the match" "1 0" "$(grep -c "exited on signal 9" "$scratch/messages") $(grep -c scores "$scratch/got")"
# shellcheck disable=SC2086
ranks 2 match $long --db "$scratch/killed.db" 2>/dev/null | timeless >"$scratch/got"
expect "the same command continues it" "$(cat "$scratch/wanted")" "$(grep -v "were in the store" "$scratch/got")"
expect "with games of the first run" 1 "$(grep -c "were in the store" "$scratch/got")"
expect "and stores the same games" "$(records "$scratch/whole.db")" "$(records "$scratch/killed.db")"

# -v: a line for each layer and for each rank, and what all sent is the sum.
ranks 2 solve -v senet:blockade --pieces 2 --memory 8M --table-dir "$scratch/verbose" 2>"$scratch/messages" >/dev/null
expect "-v reports layers and ranks" "3 2 yes" "$(awk '/^  rank 0: [1-9][0-9]* passes of/ { layers++ }
    /^rank [01]: sent .* MB in [1-9][0-9]* messages, .* at most [1-9][0-9]* MB of memory/ { ranks++; sum += $4 }
    /^2 ranks sent/ { print layers, ranks, (sum > 0 && sum - $4 < 0.11 && $4 - sum < 0.11) ? "yes" : "no" }' "$scratch/messages")"

# Wrong usage is reported once.
ranks 3 match ur --games 3 2>"$scratch/messages" >/dev/null
expect "wrong usage of match" "2 1" "$? $(grep -c "an even number" "$scratch/messages")"
ranks 2 walk 2>"$scratch/messages" >/dev/null
expect "no such command" "2 1" "$? $(grep -c "usage: mpirun" "$scratch/messages")"
plan
