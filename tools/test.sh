#!/bin/sh
# test.sh - builds in every configuration and runs every test.
#
#     tools/test.sh [NAME]...    only these configurations: gcc clang sanitized
#
# Ends with one line "N passed, N failed".
set -eu
cd "$(dirname "$0")/.."
jobs=$(nproc)
passed=0
failed=0

# configuration NAME COMPILER MESON-OPTIONS...
configuration() {
    name=$1 compiler=$2
    shift 2
    echo "== $name"
    [ -f "build-$name/build.ninja" ] || CC=$compiler meson setup "build-$name" --werror -Dtests=enabled "$@" >/dev/null ||
        { cat "build-$name/meson-logs/meson-log.txt"; exit 1; }
    ninja -C "build-$name" -j"$jobs" --quiet
    log=build-$name/meson-logs/testlog.json
    meson test -C "build-$name" --no-rebuild --num-processes "$jobs" --timeout-multiplier 4 --print-errorlogs </dev/null || true
    counts=$(python3 - "$log" <<'P'
import json, sys
results = [json.loads(line)["result"] for line in open(sys.argv[1])]
good = sum(r in ("OK", "EXPECTEDFAIL") for r in results)
print(good, len(results) - good)
P
)
    passed=$((passed + ${counts% *}))
    failed=$((failed + ${counts#* }))
}

for name in ${*:-gcc clang sanitized}; do
    case $name in
    gcc) configuration gcc gcc ;;
    clang) configuration clang clang ;;
    sanitized) configuration sanitized clang -Dbuildtype=debugoptimized \
        -Db_sanitize=address,undefined -Db_lundef=false -Ddefault_library=static \
        -Dfuzz=true -Dc_args=-fsanitize=fuzzer-no-link ;;
    *) echo "test.sh: no configuration '$name'" >&2; exit 2 ;;
    esac
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
