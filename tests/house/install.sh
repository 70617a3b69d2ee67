#!/bin/sh
# install.sh BUILD SOURCE - installs into a folder of its own, and uses the library from
# there as another program would.
set -eu
build=$1 source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
DESTDIR=$folder meson install -C "$build" --no-rebuild --quiet
config=$(find "$folder" -name bylaw.pc)
prefix=$(dirname "$(dirname "$(find "$folder" -path '*/bin/bylaw')")")
libraries=$(dirname "$(dirname "$config")")
export PKG_CONFIG_PATH="${config%/*}" PKG_CONFIG_SYSROOT_DIR="$folder"
# shellcheck disable=SC2046
cc -std=c17 -Wall -Wextra -Werror "$source/tests/house/install.c" -o "$folder/use" \
    $(pkg-config --cflags --libs bylaw)
LD_LIBRARY_PATH=$libraries "$folder/use" | grep -qx "four of spades: 4S"
# The same from C++, with the shared and with the static library.
for compiler in g++ clang++; do
    command -v "$compiler" >/dev/null || continue
    for how in shared static; do
        with=$(pkg-config --libs bylaw)
        [ $how = shared ] || with=$(pkg-config --libs --static bylaw | sed "s|-lbylaw|$libraries/libbylaw.a|")
        # shellcheck disable=SC2046,SC2086
        "$compiler" -std=c++17 -Wall -Wextra -Wpedantic -Werror "$source/tests/house/install.cc" \
            -o "$folder/use-$how" $(pkg-config --cflags bylaw) $with
        LD_LIBRARY_PATH=$libraries "$folder/use-$how" | tee "$folder/told"
        grep -qx "out of turn: D8" "$folder/told"
        grep -q ": made, then seat [0-9]$" "$folder/told"
        grep -qx "stopped" "$folder/told"
    done
done
# The program in docs/library.md, and what it is said to print.
sed -n '/^```c$/,/^```$/p' "$source/docs/library.md" | sed '/^```/d' >"$folder/guide.c"
sed -n '/^It prints$/,/^##/s/^    //p' "$source/docs/library.md" >"$folder/said"
# shellcheck disable=SC2046
cc -std=c17 -Wall -Wextra -Werror "$folder/guide.c" -o "$folder/guide" \
    $(pkg-config --cflags --libs bylaw)
LD_LIBRARY_PATH=$libraries "$folder/guide" | diff "$folder/said" -
"$prefix/bin/bylaw" --version | grep -q '[0-9]'
test -s "$(find "$prefix" -name 'bylaw.1*')"
test -s "$(find "$prefix" -path '*bash-completion*' -name bylaw)"
test -s "$(find "$prefix" -path '*site-functions*' -name _bylaw)"
test -s "$(find "$prefix" -path '*vendor_completions*' -name bylaw.fish)"
# The page, where it has been built.
[ ! -f "$source/build-web/site/index.html" ] ||
    cmp "$source/build-web/site/index.html" "$prefix/share/bylaw/site/index.html"
