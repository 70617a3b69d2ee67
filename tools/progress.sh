#!/bin/sh
# progress.sh WHAT COMMAND... - runs a command and shows how far it is: ninja, or apt-get that reports to its
# standard output (APT::Status-Fd). At a terminal that is one line that changes, otherwise a short line a tenth.
# What else it says is shown as it is; the exit status is the command's.
set -u
what=$1
shift
columns=
if [ -t 2 ] && [ "${TERM:-dumb}" != dumb ]; then
    columns=$(stty size <&2 2>/dev/null | cut -d ' ' -f 2)
    [ "${columns:-0}" -gt 20 ] || columns=80
fi
told=0 status=0

# show_step DONE ALL STEP
show_step() {
    if [ -n "$columns" ]; then
        printf "\r\033[K%.$((columns - 1))s" "$what: $1 of $2, ${3##*/}" >&2
    elif [ "$2" -ge 20 ] && [ $(($1 * 10 / $2)) -gt $told ]; then
        told=$(($1 * 10 / $2))
        echo "$what: $1 of $2" >&2
    fi
}

export NINJA_STATUS='@%f/%t '
{
    "$@" 2>&1
    echo "@end $?"
} | {
    while IFS= read -r line; do
        case $line in
        "@end "*) status=${line#@end } ;;
        @*/*)
            all=${line#*/} at=${line%%/*}
            show_step "${at#@}" "${all%% *}" "${all#* }"
            ;;
        dlstatus:*:*:* | pmstatus:*:*:*)
            step=${line#*:*:} at=${step%%[.:]*}
            show_step "$at" 100 "${step#*:}"
            ;;
        "ninja: Entering directory "* | "ninja: no work to do.") ;;
        *)
            [ -z "$columns" ] || printf '\r\033[K' >&2
            printf '%s\n' "$line"
            ;;
        esac
    done
    [ -z "$columns" ] || printf '\r\033[K' >&2
    exit "$status"
}
