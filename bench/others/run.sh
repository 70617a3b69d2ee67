#!/bin/sh
# run.sh - Crazy Eights for two on boardgame.io's server, and on ours, one after another on this machine.
#
#     bench/others/run.sh BUILD-FOLDER [CONNECTIONS [SECONDS]]     200 10
set -eu
build=$(cd "$1" && pwd)
bylaw() { "$build/src/cli/bylaw" "$@"; }
connections=${2:-200} seconds=${3:-10}
cd "$(dirname "$0")"
[ -d node_modules/boardgame.io ] || npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
for store in memory files; do
    echo "boardgame.io, tables in $store:"
    node load.mjs "$connections" "$seconds" "$store"
    echo
done
echo "bylaw, tables in a file of SQLite:"
bylaw load --game crazy-eights --connections "$connections" --seconds "$seconds"
