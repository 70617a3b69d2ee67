#!/bin/sh
# source.sh - fetches the source of a library that Debian 12 has: there is no package of it for
# WebAssembly.
#
#     web/source.sh jansson|libsodium FOLDER     unpacks it into FOLDER, unless it is there
#
# Where it lies the machine's own apt knows, and what comes must have the hash below. No rights
# are needed: lists of packages that are missing go into a folder of their own. Without apt or a
# network, BYLAW_JANSSON and BYLAW_LIBSODIUM name the archives.
set -eu
library=$1 folder=$2
case $library in
jansson)
    name=jansson_2.14.orig.tar.gz given=${BYLAW_JANSSON:-} variable=BYLAW_JANSSON
    sha256=c739578bf6b764aa0752db9a2fdadcfe921c78f1228c7ec0bb47fa804c55d17b ;;
libsodium)
    name=libsodium_1.0.18.orig.tar.gz given=${BYLAW_LIBSODIUM:-} variable=BYLAW_LIBSODIUM
    sha256=d59323c6b712a1519a5daf710b68f5e7fde57040845ffec53850911f10a5d4f4 ;;
*)
    echo "source.sh: no hash of $library is known" >&2
    exit 1 ;;
esac

[ -f "$folder/LICENSE" ] && exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The folder on the mirror in which the package, and so its source, lies.
pool() {
    apt-get "$@" download --print-uris "lib${library#lib}-dev" 2>>"$work/log" |
        sed -n "s/^'\(.*\)\/[^/]*'.*/\1/p"
}

fetch() {
    command -v apt-get >/dev/null || { echo "there is no apt-get" >"$work/log"; return 1; }
    from=$(pool) || true
    if [ -z "$from" ]; then
        mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
        own="-o Dir::State::lists=$work/lists -o Dir::Cache=$work/cache -o APT::Sandbox::User="
        # shellcheck disable=SC2086
        apt-get $own update -qq >>"$work/log" 2>&1 || return 1
        # shellcheck disable=SC2086
        from=$(pool $own) || true
    fi
    [ -n "$from" ] && /usr/lib/apt/apt-helper -o APT::Sandbox::User= download-file \
        "$from/$name" "$work/$name" "SHA256:$sha256" </dev/null >>"$work/log" 2>&1
}

if [ -n "$given" ]; then
    cp "$given" "$work/$name"
elif ! fetch; then
    cat "$work/log" >&2
    echo "The page needs the source of $library, which could not be fetched. Please try again" >&2
    echo "with a network, or fetch $name yourself and say $variable=FILE." >&2
    exit 1
fi
if ! echo "$sha256  $work/$name" | sha256sum --check --status; then
    echo "${given:-$name} is not the archive of $library that Debian 12 has" >&2
    exit 1
fi
rm -rf "$folder" "$folder.part"
mkdir -p "$folder.part"
tar -xzf "$work/$name" -C "$folder.part" --strip-components=1
mv "$folder.part" "$folder"
