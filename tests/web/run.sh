#!/bin/sh
# run.sh - builds the page and tests it: the same games natively and as WebAssembly, and the
# page itself in a real browser.
#
#     tests/web/run.sh [NAME]...     only these: serve same json engine rulebooks draft words page kept review table play
#                                    lessons wars workshop friends bars; or pictures, which makes those of docs/, and screens,
#                                    which takes every screen, to be looked at
# BYLAW_AT_ONCE=N runs N of them side by side; BYLAW_ONLY=TEXT runs only the tests with this in their name.
#
# Needs what `tools/setup.sh test` installs. Ends with one line "web: N passed, N failed".
set -eu
cd "$(dirname "$0")/../.."
build=${BYLAW_BUILD:-build}
out=${BYLAW_WEB:-build-web}

[ -f "$build/build.ninja" ] || meson setup "$build" -Dtests=disabled >/dev/null
ninja -C "$build" --quiet src/cli/bylaw
web/make.sh "$build" "$out"
(cd web && ./node_modules/.bin/tsc --noEmit)
node web/cards.mjs check
exec node tests/web/all.mjs "$build/src/cli/bylaw" "$out" "$@"
