#!/bin/sh
# make.sh - builds the page: the library as WebAssembly, the scripts, one folder of static files.
#
#     web/make.sh MESON-BUILD-FOLDER OUT-FOLDER     the page is in OUT-FOLDER/site
set -eu
cd "$(dirname "$0")/.."
build=$1 out=$2

# What the layers are made of is meson's to say: let it look again first.
ninja -C "$build" --quiet build.ninja >/dev/null
web/source.sh jansson "$out/jansson"
web/source.sh libsodium "$out/libsodium"
[ "$out/wasm/build.ninja" -nt web/wasm.py ] ||
    web/wasm.py "$build" "$out/jansson/src" "$out/libsodium/src/libsodium" "$out/wasm"
tools/progress.sh "building for the browser" ninja -C "$out/wasm"

# npm ci only when what it would install has changed.
stamp=web/node_modules/.bylaw-lock
if ! cmp -s web/package-lock.json "$stamp"; then
    echo "fetching what the page is built with" >&2
    (cd web && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
    cp web/package-lock.json "$stamp"
fi
# The types of the states, made from the games' tables of fields.
ninja -C "$build" --quiet web/page-types
"$build/web/page-types" >"$out/states.ts"
cmp -s "$out/states.ts" web/src/games/states.ts || cp "$out/states.ts" web/src/games/states.ts
# The words of the rules in other languages.
mkdir -p "$out/po"
tools/po.py page "$out/po"
node web/build.mjs "$out/wasm/bylaw.wasm" "$out/po" "$out/site"
