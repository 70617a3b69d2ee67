# bash completion for bylaw. Asks the program itself, so that it is never behind it.

# The names in a section ("Subcommands:", "Bots:") of a help text.
_bylaw_section() {
    sed -n "/^$1:\$/,/^\$/s/^  \([a-z][a-z0-9-]*\) .*/\1/p"
}

_bylaw_bots() {
    bylaw simulate --help 2>/dev/null | _bylaw_section Bots
}

_bylaw_games() {
    bylaw games 2>/dev/null | sed 's/ .*//'
}

# Part 1 (options), 2 (rulings) or 3 (presets) of what `bylaw games --json` says of a game.
_bylaw_part() {
    bylaw games --json 2>/dev/null |
        sed -n 's/.*{"id":"'"$1"'",[^{}]*"options":{\([^{}]*\)},"rulings":{\([^{}]*\)},"presets":{\(\("[^"]*":{[^{}]*},*\)*\)}.*/\'"$2"'/p'
}

# `name=value` of every ruling of a game, or of the one whose name is typed already.
_bylaw_rulings() {
    _bylaw_part "$1" 2 | sed 's/],*/]\n/g' | while IFS= read -r ruling; do
        local name=${ruling#\"} value
        name=${name%%\"*}
        for value in $(printf '%s\n' "${ruling#*:}" | grep -o '"[^"]*"' | tr -d '"'); do
            printf '%s=%s\n' "$name" "$value"
        done
    done
}

# What an option ($2) takes, as the help ($1) writes it: FILE, N|BOT,BOT,…; nothing if it is a switch.
_bylaw_takes() {
    [[ $2 == --* ]] && sed -n "s/^  $2 \([^ ][^ ]*\).*/\1/p" <<< "$1"
}

_bylaw() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} game='' words='' help takes='' i
    COMPREPLY=()
    # bash cuts words at "=": name=value comes as three of them
    local line=${COMP_LINE:0:COMP_POINT}
    local last=${line##*[[:space:]]} head=''
    if [[ $last == *=* && $cur != *=* ]]; then
        head=${last%=*}=
        line=${line%"$last"}
        prev=${line%"${line##*[![:space:]]}"}
        prev=${prev##*[[:space:]]}
        cur=$last
    fi

    if ((COMP_CWORD == 1)); then
        words="$(bylaw --help 2>/dev/null | _bylaw_section Subcommands) --help --version"
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
        return
    fi
    help=$(bylaw "$command" --help 2>/dev/null)
    for ((i = 2; i < COMP_CWORD; i++)); do
        if [[ ${COMP_WORDS[i]} != [-=]* && ${COMP_WORDS[i - 1]} != '=' && -z $(_bylaw_takes "$help" "${COMP_WORDS[i - 1]}") ]]; then
            game=${COMP_WORDS[i]}
            break
        fi
    done

    takes=$(_bylaw_takes "$help" "$prev")
    case ${takes:+$prev:$takes} in
    --preset:*)
        words=$(_bylaw_part "$game" 3 | grep -o '"[^"]*":{' | tr -d '":{') ;;
    --ruling:*)
        words=$(_bylaw_rulings "$game") ;;
    --compare:*)
        words="$(_bylaw_rulings "$game") rulings players=" ;;
    --set:*)
        words=$(_bylaw_part "$game" 1 | grep -o '"[^"]*":' | tr -d '":' | sed 's/$/=/')
        compopt -o nospace 2>/dev/null ;;
    --logic:*)
        words='as-written sound' ;;
    --language:*)
        words='en de sk' ;;
    --on:*)
        words='cpu gpu' ;;
    --seating:*)
        words='in-turn together alone' ;;
    --bot:* | *:*BOT*)
        words=$(_bylaw_bots)
        if [[ $cur == *,* ]]; then
            local before=${cur%,*},
            words=$(for i in $words; do printf '%s%s\n' "$before" "$i"; done)
        fi
        compopt -o nospace 2>/dev/null ;;
    --out:* | *:FILE | *:DIR)
        COMPREPLY=($(compgen -f -- "$cur"))
        return ;;
    *:GAME)
        words=$(_bylaw_games) ;;
    ?*)
        return ;;   # a value of which there is no list
    *)
        if [[ $cur == -* ]]; then
            words=$(sed -n 's/^  \(--[a-z-]*\).*/\1/p' <<< "$help")
        elif [[ $command == help ]]; then
            words=$(bylaw --help 2>/dev/null | _bylaw_section Subcommands)
        elif [[ $command == logic && -z $game ]]; then
            words='parse check infer search'
        elif [[ $command =~ ^(verify|logic|show|review)$ ]]; then
            COMPREPLY=($(compgen -f -- "$cur"))
            return
        elif [[ $command == tournament && -n $game || $command == engine && -z $game ]]; then
            words=$(_bylaw_bots)
        elif [[ -z $game && ! $command =~ ^(games|bots|serve|join|load)$ ]]; then
            words=$(_bylaw_games)
        elif [[ $command == rules ]]; then
            words=$(bylaw rules "$game" --json 2>/dev/null | grep -o '"id":"[^"]*"' |
                sed 's/"id":"\(.*\)"/\1/')
            [[ $cur == [0-9]* ]] && words=${words//§/}
        fi ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    if [[ -n $head ]]; then
        COMPREPLY=("${COMPREPLY[@]#"$head"}")
    fi
}

complete -F _bylaw bylaw
