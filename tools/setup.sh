#!/bin/sh
# setup.sh - installs what the build, the tests and the fuzzers need on Debian 12.
#
#     tools/setup.sh [build|test|web|serve|python|gpu]  build: enough to build and play; web: for the page
#                                                as well; serve: and for the server; gpu: enough to
#                                                build, and for kernels of a GPU; test: all but those
#
# Installs only what is missing. Without the right to install, says what to install.
set -eu

build="build-essential meson ninja-build pkg-config python3 libjansson-dev libsodium-dev zlib1g-dev libedit-dev gettext"
tests="libcmocka-dev clang libclang-rt-14-dev mandoc zsh fish eprover cvc5 libopenmpi-dev openmpi-bin mypy"
web="clang lld wasi-libc libclang-rt-14-dev-wasm32 nodejs npm"
serve="libuv1-dev libhttp-parser-dev libwslay-dev libsodium-dev libsqlite3-dev libpq-dev libnats-dev libssl-dev"
gpu="clang-19 llvm-19"
browser="chromium"
python="python3-dev python3-numpy python3-pytest"
stores="postgresql nats-server"
proxy="nginx openssl caddy systemd"

case ${1:-build} in
test) wanted="$build $python $tests $web $serve $browser $stores $proxy" ;;
web) wanted="$build $web" ;;
serve) wanted="$build $web $serve" ;;
python) wanted="$build $python" ;;
gpu) wanted="$build $gpu" ;;
*) wanted=$build ;;
esac

# Whether a package is there: by dpkg, or by what it brings (not every system has dpkg).
have() {
    dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed' && return 0
    case $1 in
    build-essential) command -v cc && command -v c++ && command -v make ;;
    ninja-build) command -v ninja ;;
    pkg-config | meson | python3 | mypy | clang | mandoc | zsh | fish | npm | chromium | caddy) command -v "$1" ;;
    python3-dev) ls /usr/include/python3.*/Python.h ;;
    python3-numpy) /usr/bin/python3 -c 'import numpy' ;;
    python3-pytest) /usr/bin/python3 -c 'import pytest' ;;
    nodejs) command -v node ;;
    systemd) command -v systemd-analyze ;;
    gettext) command -v msgfmt ;;
    lld) command -v wasm-ld ;;
    clang-19) command -v clang-19 ;;
    llvm-19) command -v llc-19 ;;
    libjansson-dev) pkg-config --exists jansson ;;
    libsodium-dev) pkg-config --exists libsodium ;;
    zlib1g-dev) pkg-config --exists zlib ;;
    libedit-dev) pkg-config --exists libedit ;;
    libcmocka-dev) pkg-config --exists cmocka ;;
    libuv1-dev) pkg-config --exists libuv ;;
    libsodium-dev) pkg-config --exists libsodium ;;
    libsqlite3-dev) pkg-config --exists sqlite3 ;;
    libpq-dev) pkg-config --exists libpq ;;
    libssl-dev) pkg-config --exists openssl ;;
    libnats-dev) pkg-config --exists libnats ;;
    postgresql) ls /usr/lib/postgresql/*/bin/initdb ;;
    nginx | openssl) command -v "$1" || test -x "/usr/sbin/$1" ;;
    nats-server) command -v nats-server || test -x /usr/sbin/nats-server ;;
    *) false ;;
    esac >/dev/null 2>&1
}

missing=
for package in $wanted; do
    have "$package" || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "These are missing, by the names that Debian gives them; please install them and try again:" >&2
    echo "   $missing" >&2
    exit 1
fi
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
echo "installing:$missing" >&2
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086
if ! { $as_root apt-get update -qq </dev/null >"$log" 2>&1 &&
    "$(dirname "$0")/progress.sh" installing $as_root sh -c 'log=$1; shift; exec "$@" 3>&1 >>"$log" 2>&1' apt \
        "$log" apt-get install -y -qq -o APT::Status-Fd=3 --no-install-recommends $missing </dev/null; }; then
    cat "$log" >&2
    echo "The packages could not be installed:$missing" >&2
    exit 1
fi
