#!/bin/sh
# server.sh - what `bylaw serve` does with people at its tables, on this machine, beside `bylaw load`.
#
#     bench/server.sh BUILD-FOLDER
set -eu
build=$1
bylaw() { "$build/src/cli/bylaw" "$@"; }
load() { bylaw load --game pharaoh "$@"; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "1. As many moves as 200 people can make, two at a table:"
load --connections 200 --seconds 10
echo
echo "2. The aim: 5,000 people and 4,000 moves a second for one core of server, p99 below 50 ms:"
load --connections 5000 --moves-per-second 4000 --seconds 20
echo
echo "3. Four at a table; the aim is 100 KB a table with its connections:"
load --connections 4000 --players 4 --moves-per-second 1000 --seconds 5
echo
echo "4. 1,000 moves a second; and the same beside bots that decide at a glance, or look ahead:"
load --connections 400 --moves-per-second 1000 --seconds 8
load --connections 400 --moves-per-second 1000 --seconds 8 --bot greedy
load --connections 400 --moves-per-second 1000 --seconds 8 --bot ismcts:300
echo
echo "5. The start with 100,000 finished and 10,000 running games in the file; the aim is 2 s:"
"$build/bench/store" "$work/tables.db"
bench/start.py "$build/src/cli/bylaw" "$work/tables.db" 10000
echo
echo "Left out: the page, TLS, and the network; server and people share this machine."
