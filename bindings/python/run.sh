#!/bin/sh
# run.sh - puts the package together in a build folder, beside its module, and tests it there.
#
#     bindings/python/run.sh BUILD [pytest's arguments]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
shift
python=/usr/bin/python3
[ -x "$python" ] || python=python3
mkdir -p "$build/bindings/python/package/bylaw"
cp "$here"/bylaw/* "$build/bindings/python/package/bylaw/"
cp "$build/bindings/python/_bylaw.abi3.so" "$build/bindings/python/package/bylaw/"
BYLAW="$build/src/cli/bylaw" BYLAW_BUILD="$build" PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$build/bindings/python/package" \
    exec "$python" -m pytest -q -p no:cacheprovider "$@" "$here/tests"
