#!/bin/sh
# test.sh - builds in every configuration and runs every test.
#
#     tools/test.sh [NAME]...    only these: gcc clang sanitized web
#
# Ends with one line "N passed, N failed".
set -eu
cd "$(dirname "$0")/.."
jobs=$(nproc)
passed=0
failed=0

# How many tests of a log passed, and how many did not; and the names of those.
count() {
    python3 -c '
import json, sys
results = [json.loads(line)["result"] for line in open(sys.argv[1])]
good = sum(r in ("OK", "EXPECTEDFAIL") for r in results)
print(good, len(results) - good)' "$1"
}
failing() {
    python3 -c '
import json, sys
for line in open(sys.argv[1]):
    test = json.loads(line)
    if test["result"] not in ("OK", "EXPECTEDFAIL"):
        print(test["name"].split(" / ")[-1])' "$1"
}

# configuration NAME COMPILER MESON-OPTIONS...
configuration() {
    name=$1 compiler=$2
    shift 2
    echo "== $name"
    [ -f "build-$name/build.ninja" ] || CC=$compiler meson setup "build-$name" --werror -Dtests=enabled "$@" >/dev/null ||
        { cat "build-$name/meson-logs/meson-log.txt"; exit 1; }
    ninja -C "build-$name" -j"$jobs" --quiet
    log=build-$name/meson-logs/testlog.json
    meson test -C "build-$name" --no-rebuild --num-processes "$jobs" --timeout-multiplier 4 \
        --print-errorlogs </dev/null || true
    counts=$(count "$log")
    # What fails beside others on a busy machine gets a second chance alone.
    if [ "${counts#* }" -gt 0 ] && [ "${counts#* }" -le 3 ]; then
        first=${counts% *}
        echo "-- once more, alone:"
        failing "$log" | tr '\n' '\0' | xargs -0 meson test -C "build-$name" --no-rebuild \
            --num-processes 1 --timeout-multiplier 4 --print-errorlogs || true
        counts=$(count "$log")
        counts="$((first + ${counts% *})) ${counts#* }"
    fi
    passed=$((passed + ${counts% *}))
    failed=$((failed + ${counts#* }))
}

# The page, in a real browser; its runner closes with "web: N passed, N failed".
page() {
    echo "== web"
    BYLAW_BUILD=build-gcc tests/web/run.sh </dev/null >build-web.txt 2>&1 || true
    closing=$(grep -E '^web: [0-9]+ passed, [0-9]+ failed$' build-web.txt | tail -n 1)
    grep -E '^(==|not ok|FAIL|  )' build-web.txt || true
    if [ -z "$closing" ]; then
        cat build-web.txt
        failed=$((failed + 1))
        return
    fi
    echo "$closing"
    counts=${closing#web: }
    passed=$((passed + ${counts%% passed*}))
    counts=${counts#*, }
    failed=$((failed + ${counts%% failed*}))
}

for name in ${*:-gcc clang sanitized web}; do
    case $name in
    gcc) configuration gcc gcc ;;
    clang) configuration clang clang ;;
    sanitized) configuration sanitized clang -Dbuildtype=debugoptimized \
        -Db_sanitize=address,undefined -Db_lundef=false -Ddefault_library=static \
        -Dfuzz=true -Dc_args=-fsanitize=fuzzer-no-link ;;
    web) page ;;
    *) echo "test.sh: no configuration '$name'" >&2; exit 2 ;;
    esac
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
