#!/bin/sh
# build.sh NAME... - builds with tests, each configuration in its folder build-NAME:
#
#     gcc           as it is installed
#     clang         likewise by clang, without the server
#     sanitized     address and undefined behaviour, by clang, with the fuzz targets
#     fuzz          likewise, and the fuzzer sees every comparison: slower, finds more
#     threads       the thread sanitizer
set -eu
cd "$(dirname "$0")/.."
for name in "$@"; do
    compiler=clang linker=lld flags=
    case $name in
    gcc) compiler=gcc linker=bfd options= ;;
    clang) options=-Dserver=disabled ;;
    sanitized | fuzz)
        [ "$name" = fuzz ] && seen=-fsanitize=fuzzer-no-link || seen=-fsanitize-coverage=inline-8bit-counters,pc-table
        flags="$seen -gline-tables-only"
        options="-Dbuildtype=debugoptimized -Db_sanitize=address,undefined -Db_lundef=false
            -Ddefault_library=static -Dfuzz=true" ;;
    threads) options="-Dbuildtype=debugoptimized -Db_sanitize=thread -Db_lundef=false
        -Ddefault_library=static" ;;
    *) echo "build.sh: no configuration '$name'" >&2; exit 2 ;;
    esac
    # shellcheck disable=SC2086
    [ -f "build-$name/build.ninja" ] || CC=$compiler CC_LD=$linker CFLAGS=$flags meson setup "build-$name" \
        --werror -Dtests=enabled $options >/dev/null || { cat "build-$name/meson-logs/meson-log.txt"; exit 1; }
    tools/progress.sh "building $name" ninja -C "build-$name" -j"$(nproc)"
done
