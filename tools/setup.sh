#!/bin/sh
# setup.sh - installs what the build, the tests and the fuzzers need on Debian 12.
#
#     tools/setup.sh [build|test]...     build: enough to build and play; test: all
#
# Installs only what is missing. Without the right to install, says what to install.
set -eu

build="build-essential meson ninja-build pkg-config python3 libjansson-dev"
tests="libcmocka-dev clang libclang-rt-14-dev mandoc eprover cvc5"

wanted=$build
[ "${1:-build}" = test ] && wanted="$build $tests"

missing=
for package in $wanted; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

as_root=
if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        as_root="sudo -n"
    else
        echo "These packages are missing; please install them and try again:" >&2
        echo "    apt-get install$missing" >&2
        exit 1
    fi
fi
if ! command -v apt-get >/dev/null 2>&1; then
    echo "This system has no apt-get. Please install the equivalents of:$missing" >&2
    exit 1
fi
echo "installing:$missing" >&2
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq </dev/null >&2
# shellcheck disable=SC2086
$as_root apt-get install -y -qq --no-install-recommends $missing </dev/null >&2
