#!/bin/sh
# run.sh TARGET CORPUS-MAKER FOLDER - runs a fuzz target for a few seconds on its seeds.
set -eu
target=$1 maker=$2 folder=$3
mkdir -p "$folder"
"$maker" "$(basename "$target")" "$folder"
# What it found ends with 1: its own 77 would be taken for a test that was left out.
exec "$target" -error_exitcode=1 -max_total_time="${FUZZ_SECONDS:-3}" -rss_limit_mb=4096 -timeout=20 -close_fd_mask=1 \
    -artifact_prefix="$folder/" "$folder"
