# fish completion for bylaw. Asks the program itself, so that it is never behind it.

# The names in a section ("Subcommands", "Bots") of a help text, each with a tab and its line.
function __bylaw_section
    sed -n "/^$argv[1]:\$/,/^\$/s/^  \([a-z][a-z0-9-]*\)  *\(.*\)/\1\t\2/p"
end

# Part 1 (options), 2 (rulings) or 3 (presets) of what `bylaw games --json` says of a game.
function __bylaw_part
    bylaw games --json 2>/dev/null |
        sed -n 's/.*{"id":"'$argv[1]'",[^{}]*"options":{\([^{}]*\)},"rulings":{\([^{}]*\)},"presets":{\(\("[^"]*":{[^{}]*},*\)*\)}.*/\\'$argv[2]'/p'
end

function __bylaw_rulings
    for ruling in (__bylaw_part $argv[1] 2 | sed 's/],*/]\n/g')
        set -l name (string match -r '^"([^"]*)"' -- $ruling)[2]
        for value in (string match -ar '"[^"]*"' -- (string replace -r '^[^:]*:' '' -- $ruling))
            echo $name=(string trim -c '"' -- $value)
        end
    end
end

function __bylaw_bots
    set -l before (string match -r '^.*,' -- $argv[1])
    for bot in (bylaw simulate --help 2>/dev/null | __bylaw_section Bots)
        echo "$before$bot"
    end
end

function __bylaw_games
    bylaw games 2>/dev/null | sed 's/^\([^ ]*\)  *[^ ]*  */\1\t/'
end

# The options of a subcommand. What an option takes, as the help writes it: FILE, N|BOT,BOT,…; nothing if it
# is a switch.
function __bylaw_options
    bylaw $argv[1] --help 2>/dev/null |
        sed -n 's/^  \(--[a-z-]*\)\( [^ ][^ ]*\)\{0,1\}  *\(.*\)/\1\t\3/p; s/^  \(--[a-z-]*\)\( [^ ][^ ]*\)\{0,1\}$/\1/p'
end

function __bylaw_takes
    string match -q -- '--*' $argv[2]; or return
    bylaw $argv[1] --help 2>/dev/null | sed -n "s/^  $argv[2] \([^ ][^ ]*\).*/\1/p"
end

function __bylaw_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l command $words[2]
    set -l game ''
    if test (count $words) -eq 1
        bylaw --help 2>/dev/null | __bylaw_section Subcommands
        printf '%s\n' --help --version
        return
    end
    for i in (seq 3 (count $words))
        if not string match -q -- '-*' $words[$i]; and test -z "$(__bylaw_takes $command $words[(math $i - 1)])"
            set game $words[$i]
            break
        end
    end
    set -l takes (__bylaw_takes $command $words[-1])
    set -l asked
    test -n "$takes"; and set asked "$words[-1]:$takes"
    switch "$asked"
        case '--preset:*'
            string match -ar '"[^"]*":\{' -- (__bylaw_part $game 3) | string replace -ar '[":{]' ''
        case '--ruling:*'
            __bylaw_rulings $game
        case '--compare:*'
            __bylaw_rulings $game
            printf '%s\n' rulings players=
        case '--set:*'
            string match -ar '"[^"]*":' -- (__bylaw_part $game 1) | string replace -ar '[":]' '' | string replace -r '$' '='
        case '--logic:*'
            printf '%s\n' as-written sound
        case '--language:*'
            printf '%s\n' en de sk
        case '--on:*'
            printf '%s\n' cpu gpu
        case '--seating:*'
            printf '%s\n' in-turn together alone
        case '--bot:*' '*:*BOT*'
            __bylaw_bots $current
        case '--out:*' '*:FILE' '*:DIR'
            __fish_complete_path $current
        case '*:GAME'
            __bylaw_games
        case ''
            if string match -q -- '-*' $current
                __bylaw_options $command
            else if test "$command" = help
                bylaw --help 2>/dev/null | __bylaw_section Subcommands
            else if test "$command" = logic -a -z "$game"
                printf '%s\n' parse check infer search
            else if contains -- "$command" verify logic show review
                __fish_complete_path $current
            else if test "$command" = tournament -a -n "$game"; or test "$command" = engine -a -z "$game"
                __bylaw_bots $current
            else if test -z "$game"; and not contains -- "$command" games bots serve join load
                __bylaw_games
            else if test "$command" = rules
                set -l ids (bylaw rules $game --json 2>/dev/null | string match -ar '"id":"[^"]*"' | string replace -r '"id":"(.*)"' '$1')
                string match -qr -- '^[0-9]' $current; and set ids (string replace '§' '' -- $ids)
                printf '%s\n' $ids
            end
    end
end

complete -c bylaw -f -a '(__bylaw_complete)'
