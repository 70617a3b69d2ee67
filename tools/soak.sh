#!/bin/sh
# soak.sh - what takes too long for every run of the tests: by hand, bounded, ends by itself.
#
#     tools/soak.sh [MINUTES]    about so long; otherwise 60
#     PARTS="fuzz pairs" ...     only these of: clang fuzz pairs games mixed server threads kills
#     GAMES="NAME NAME" ...     games and threads of these alone
#
# clang    rules, matches, logic and lab with a release build by clang (build-clang)
# fuzz     every fuzz target, from its seeds and from what it found before (build-fuzz)
# pairs    states that a seat cannot tell apart, from the middle of games of every game: what the
#          seat is told must be the same (a sixth of the pairs a game)
# games    games of every mixture of bots, written down and verified
# mixed    games that have a soak of their own: 10,000 in an hour, of every bot, number of players and
#          preset at the same tables, verified
# kills    the server with 500 games in flight, killed 200 times: nothing acknowledged is lost
# server   the server's core: schedules of faults, and 100,000 pairs a game that a seat cannot tell apart
# threads  simulate, lab, tournament, review, the matches and the server under the thread sanitizer (build-threads)
#
# Every part prints what it did; what fails is named at the end, and the exit status is then 1.
set -eu
cd "$(dirname "$0")/.."
minutes=${1:-60}
parts=${PARTS:-clang fuzz pairs games mixed server threads kills}
out=build-soak
mkdir -p "$out"
rm -f "$out"/*.failed
failed=
jobs=$(nproc)

# try NAME COMMAND...: its output goes into a file, its end is told.
try() {
    name=$1
    shift
    if "$@" >"$out/$name.log" 2>&1 </dev/null; then
        return 0
    fi
    failed="$failed $name"
    echo "$name FAILED: $* (see $out/$name.log)"
    tail -5 "$out/$name.log"
    return 1
}

# Those named in GAMES, or all.
games() {
    # shellcheck disable=SC2086
    [ -n "${GAMES:-}" ] && printf '%s\n' $GAMES || build-gcc/src/cli/bylaw games | awk '{print $1}'
}

clang() {
    if try clang tools/test.sh clang; then tail -n 1 "$out/clang.log"; fi
}

fuzz() {
    tools/build.sh fuzz
    targets=$(find build-fuzz/tests/fuzz -maxdepth 1 -type f -perm -100 -name 'fuzz_*' | sort)
    # Half of the time is for fuzzing, all cores at once.
    each=$((minutes * 60 / 2 * jobs / $(echo "$targets" | wc -l)))
    echo "fuzz: $each seconds for each of $(echo "$targets" | wc -l) targets"
    echo "$targets" | FUZZ_SECONDS=$each xargs -P "$jobs" -I TARGET sh -c '
        name=$(basename TARGET)
        tests/fuzz/run.sh TARGET tests/fuzz/make-corpus.py build-soak/corpus-$name \
            >build-soak/$name.log 2>&1 || touch build-soak/$name.failed'
    for target in $targets; do
        name=$(basename "$target")
        runs=$(sed -n 's/^Done \([0-9]*\) runs.*/\1/p' "$out/$name.log")
        if [ -e "$out/$name.failed" ]; then
            failed="$failed $name"
            echo "$name FAILED (see $out/$name.log)"
        else
            echo "$name: ${runs:-?} runs, nothing found"
        fi
    done
}

pairs() {
    # A million in an hour over all games.
    count=$((minutes * 1000000 / 60 / $(games | wc -l)))
    for game in $(games); do
        if try "pairs-$game" build-gcc/tests/generic "$game" pairs "$count" "$(date +%s)"; then
            grep ' pairs$' "$out/pairs-$game.log"
        fi
    done
}

# Searching bots get few guesses: what is tested is that what they do is legal, not how well they play.
mixtures="random,random greedy,random greedy,greedy ismcts:20,random ismcts:20,greedy
    quick,greedy random,greedy,ismcts:20 greedy,greedy,greedy,random"

verified() {
    build-gcc/src/cli/bylaw simulate "$1" --players "$2" --games "$3" --preset "$4" --cap 2000 \
        --transcript "$out/games.jsonl" && build-gcc/src/cli/bylaw verify "$out/games.jsonl"
}

# 5,000 games a preset in an hour; fewer where a few games take so long that those would take more
# than their share of a quarter of the time. (Below a second a few games tell how long it takes to
# begin, and no more.)
games_of_bots() {
    total=0
    rows=$(($(games | wc -l) * $(echo "$mixtures" | wc -w) * 2))
    for game in $(games); do
        before=$total least=
        for bots in $mixtures; do
            for preset in letter table; do
                began=$(date +%s%N)
                try "games-$game-$bots-$preset" verified "$game" "$bots" 4 "$preset" || true
                took=$((($(date +%s%N) - began) / 4000000 + 1))
                count=$((minutes * 5000 / 60))
                share=$((minutes * 15000 / rows / took))
                [ "$took" -lt 250 ] || [ "$share" -gt "$count" ] || count=$share
                [ "$count" -gt 0 ] || continue
                try "games-$game-$bots-$preset" verified "$game" "$bots" "$count" "$preset" || true
                total=$((total + count))
                [ "${least:-$count}" -lt "$count" ] || least=$count
            done
        done
        echo "games of $game: $((total - before)) played by bots, written and verified," \
            "of each mixture and preset at least ${least:-0}"
    done
    rm -f "$out/games.jsonl"
}

# On all cores, each its share of the games, from another one on each time.
mixed() {
    share=$((minutes * 10000 / 60 / jobs + 1))
    first=$(date +%s)
    for soak in build-gcc/tests/games/*/*-soak; do
        name=$(basename "$soak")
        for job in $(seq "$jobs"); do
            "$soak" $share 20 $((first + job * share)) >"$out/$name-$job.log" 2>&1 </dev/null ||
                touch "$out/$name-$job.failed" &
        done
        wait
        for job in $(seq "$jobs"); do
            if [ -e "$out/$name-$job.failed" ]; then
                failed="$failed $name-$job"
                echo "$name FAILED (see $out/$name-$job.log)"
            fi
            echo "$name: $(tail -n 1 "$out/$name-$job.log")"
        done
    done
}

server() {
    # An hour has 20,000 schedules, 30,000 runs with four power failures, 100,000 pairs of each game.
    if try simulator build-gcc/tests/server/simulator $((minutes * 20000 / 60)) "$(date +%s)"; then
        cat "$out/simulator.log"
    fi
    if try power build-gcc/tests/server/store-power $((minutes * 30000 / 60)) "$(date +%s)"; then
        cat "$out/power.log"
    fi
    for game in $(games); do
        if try "leaks-$game" build-gcc/tests/server/server-leaks $((minutes * 100000 / 60)) "$game"; then
            grep ' pairs,' "$out/leaks-$game.log"
        fi
    done
}

threads() {
    tools/build.sh threads
    export TSAN_OPTIONS="halt_on_error=1"
    program=build-threads/src/cli/bylaw
    for game in $(games); do
        try "threads-simulate-$game" $program simulate "$game" --games 40 --jobs 4 --cap 300 --seed 1 || true
        try "threads-lab-$game" $program lab "$game" --games 4 --jobs 4 --cap 300 --out "$out/threads-$game" || true
        try "threads-tournament-$game" $program tournament "$game" ismcts:50 greedy --deals 4 --jobs 4 --cap 300 || true
        $program simulate "$game" --games 1 --cap 40 --seed 1 --transcript "$out/threads-$game.jsonl" >/dev/null
        try "threads-review-$game" $program review "$out/threads-$game.jsonl" --jobs 4 --budget 50 || true
    done
    try threads-match build-threads/tests/play/match-test || true
    try threads-server env BYLAW=$program PYTHONPATH=tests/cli:tests/server python3 tests/server/test_serve.py || true
    echo "threads: simulate, lab, tournament and review of every game, the matches, and the server"
}

kills() {
    try kills env KILLS=200 WHOLE=500 BYLAW=build-gcc/src/cli/bylaw PYTHONPATH=tests/cli:tests/server \
        python3 tests/server/test_killed.py Killed && grep killed "$out/kills.log"
}

[ "$minutes" -gt 0 ] 2>/dev/null || { echo "usage: tools/soak.sh [MINUTES]" >&2; exit 2; }
tools/build.sh gcc
for part in $parts; do
    case $part in
    clang | fuzz | pairs | mixed | server | threads | kills) $part ;;
    games) games_of_bots ;;
    *) echo "soak: there is no part '$part'" >&2; exit 2 ;;
    esac
done
[ -z "$failed" ] || { echo "failed:$failed"; exit 1; }
echo "nothing failed"
