#!/bin/sh
# test.sh - builds as installed and with sanitizers, and runs every test.
#
#     tools/test.sh [NAME]...    only these: gcc clang sanitized web; otherwise all but clang
#
# The sanitized configuration is clang's: a release build by clang is tested by tools/soak.sh.
#
# Up to three tests of a configuration that fail are run once more, alone. One that then passes is
# flaky: it is named, and two of them fail the run. Ends with one line "N passed, N failed", with
# ", N skipped" if some were. What was flaky stands in the line before it, since whoever reads the
# last line goes by that form; of two or more that were flaky, each counts there as failed.
set -eu
cd "$(dirname "$0")/.."
jobs=$(nproc)
passed=0 failed=0 skipped=0
flaky=                          # a line each

# tally PASSED FAILED SKIPPED
tally() {
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
}

# count LOG [KIND]: how many tests of a log passed, failed and were skipped; or the names of those
# of one kind.
count() {
    python3 -c '
import json, sys
kinds = {"OK": "passed", "EXPECTEDFAIL": "passed", "SKIP": "skipped"}
tests = [json.loads(line) for line in open(sys.argv[1])]
found = [(kinds.get(t["result"], "failed"), t["name"].split(" / ")[-1]) for t in tests]
if len(sys.argv) > 2:
    print("\n".join(name for kind, name in found if kind == sys.argv[2]))
else:
    print(*(sum(kind == k for kind, _ in found) for k in ("passed", "failed", "skipped")))' "$@"
}

# configuration NAME TEST-OPTIONS
configuration() {
    name=$1 which=$2
    echo "== $name"
    tools/build.sh "$name" || exit 1
    case " $names " in *" web "*) [ -n "$page" ] || start_page ;; esac
    log=build-$name/meson-logs/testlog.json
    mkdir -p "${log%/*}"
    : >"$log"                   # what an earlier run left there does not count
    # shellcheck disable=SC2086
    meson test -C "build-$name" --no-rebuild --num-processes "$jobs" --timeout-multiplier 4 \
        --print-errorlogs $which </dev/null || true
    # shellcheck disable=SC2046
    set -- $(count "$log")
    [ $(($1 + $2)) -gt 0 ] || { echo "$name: no test was run"; tally 0 1 0; return; }
    if [ "$2" -gt 0 ] && [ "$2" -le 3 ]; then
        echo "-- once more, alone:"
        alone=$(count "$log" failed)
        : >"$log"
        echo "$alone" | tr '\n' '\0' | xargs -0 meson test -C "build-$name" --no-rebuild \
            --num-processes 1 --timeout-multiplier 4 --print-errorlogs || true
        flaky="$flaky$(count "$log" passed | sed "/./s/^/$name: /")
"
        tally 0 0 "$3"
        before=$1 most=$2
        # shellcheck disable=SC2046
        set -- $(count "$log")
        set -- $((before + $1)) $((most - $1 - $3)) "$3"   # one that was not run again has failed
    fi
    tally "$@"
}

# The page, in a real browser; its runner closes with "web: N passed, N failed", and says "web flaky:
# NAME" of each test that passed when it was run again.
test_page() {
    BYLAW_AT_ONCE=$(((jobs + 1) / 2)) BYLAW_BUILD=build-gcc tests/web/run.sh </dev/null >build-web.txt 2>&1 || true
}
tell_page() {
    echo "== web"
    grep -E '^(==|not ok|FAILED|web flaky|  )' build-web.txt || true
    closing=$(grep -E '^web: [0-9]+ passed, [0-9]+ failed$' build-web.txt | tail -n 1)
    if [ -z "$closing" ]; then
        cat build-web.txt
        tally 0 1 0
        return
    fi
    echo "$closing"
    flaky="$flaky$(sed -n 's/^web flaky: /web: /p' build-web.txt)
"
    # shellcheck disable=SC2046
    tally $(echo "$closing" | sed 's/[^0-9]*\([0-9]*\) passed, \([0-9]*\) failed/\1 \2 0/')
}

# The page needs nothing but the program: it is tested beside the others, as soon as the first of them
# is built. They share the processors: a browser that gets none for long is no fault of the page.
page=
start_page() {
    test_page &
    page=$!
}
trap '[ -z "$page" ] || kill "$page" 2>/dev/null || true' EXIT

names=${*:-gcc sanitized web}
for name in $names; do
    case $name in
    gcc) configuration gcc "" ;;
    clang) configuration clang "--suite rules --suite match --suite logic --suite lab --no-suite once" ;;
    sanitized) configuration sanitized "--no-suite once" ;;
    web) ;;
    *) echo "test.sh: no configuration '$name'" >&2; exit 2 ;;
    esac
done
[ "$names" != web ] || start_page
if [ -n "$page" ]; then
    wait "$page"
    page=
    tell_page
fi

flaky=$(printf %s "$flaky" | sed '/^$/d')
if [ -n "$flaky" ]; then
    number=$(echo "$flaky" | wc -l)
    echo "flaky: $number: $(echo "$flaky" | paste -sd, - | sed 's/,/, /g')"
    [ "$number" -lt 2 ] || tally "-$number" "$number" 0
fi
[ "$skipped" -eq 0 ] && more= || more=", $skipped skipped"
echo "$passed passed, $failed failed$more"
[ "$failed" -eq 0 ]
