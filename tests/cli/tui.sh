# heddle sim --tui on a terminal of tmux: keys are sent, and the screen is looked at.
. "$(dirname "$0")/lib"
expect 64 "heddle sim: --tui needs a terminal" "$heddle" sim --tui "$root/examples/peterson.c"
check_that "one line says so" test "$(wc -l <.out)" = 1
expect 64 "does not go with" "$heddle" sim --tui --script x "$root/examples/peterson.c"
command -v tmux >/dev/null || exit 0

unset TMUX
opened=0
screen() { tmux -L "heddle$$-$opened" -f /dev/null "$@" 2>/dev/null; }
leave() { screen kill-server; finish; }
trap leave EXIT
start() { # ROWS COLUMNS COMMAND: in a terminal of its own
    screen kill-server
    opened=$((opened + 1))
    screen new-session -d -x "$2" -y "$1" "$3; echo \"ended with \$?\"; stty -a >after; sleep 100"
}
open() { # ROWS COLUMNS WORDS...: heddle sim --tui
    rows=$1 columns=$2
    shift 2
    start "$rows" "$columns" "stty -a >before; '$heddle' sim --tui $* 2>&1"
}
keys() { screen send-keys "$@"; }
has() { # PATTERN WHAT: the screen comes to have it
    for i in $(seq 80); do
        screen capture-pane -p >.screen || break
        grep -qE -- "$1" .screen && break
        sleep 0.1
    done
    if grep -qE -- "$1" .screen; then
        passed=$((passed + 1))
    else
        cp .screen .out
        bad "the screen lacks: $1" "$2"
    fi
}
lacks() { # PATTERN WHAT: the screen comes to lack it
    for i in $(seq 80); do
        screen capture-pane -p >.screen || break
        grep -qE -- "$1" .screen || break
        sleep 0.1
    done
    if grep -qE -- "$1" .screen; then
        cp .screen .out
        bad "the screen has: $1" "$2"
    else
        passed=$((passed + 1))
    fi
}

cp "$root/examples/peterson.c" .
"$heddle" check -q peterson.c >/dev/null

# A program from its start: threads side by side, a step of each, back and forth.
open 24 80 peterson.c
has 'step 0 of 0' start
has 'has not begun' start
keys 0
has 'waits: pthread_join\(T1\)' 'key 0'
keys 1
has 'T0 main +\*T1 worker\(0\) +T2 worker\(1\)' 'three panes in a row'
has '> 37 .* > 19 ' 'the lines are marked'
keys 1
has '^\* turn = 1 ' 'a step of T1 sets turn, which is marked'
has '> +3  T1 19 turn = other' 'the timeline has it'
keys Left
has '> +2  T1 starts' 'key Left'
has ' +3  T1 19 turn = other' 'and what lies ahead'
keys Home
has '> +0  start' 'key Home'
keys Right
has 'step 1 of 3' 'key Right'
keys End
has 'step 3 of 3' 'key End'
keys Tab
has '\*T2 worker' 'key Tab'
keys BTab
has '\*T1 worker' 'Shift-Tab'

# A command is typed; one that is wrong; help; a page that is left.
keys : 'print tyrn' BSpace BSpace BSpace 'urn' Enter
has '^turn = 1$' ':print turn'
keys : 'nonsense' Enter
has "nonsense" ':nonsense'
keys : 'print x' Escape
keys '?'
has 'one step back' 'key ?'
lacks 'leave$' 'its last row'
keys NPage
has 'leave$' 'key Page Down'
keys x
has '\| timeline' 'the page is left'
keys m
has 'turn|reads|writes|starts' 'key m'
keys x

# Another size; one that is too small.
screen resize-window -x 120 -y 40
has '\? help' 'a larger terminal'
has '^.{100}' 'of more columns'
screen resize-window -x 30 -y 8
has 'the terminal is too small' 'a tiny one'
screen resize-window -x 80 -y 24
has '\| timeline' 'as before'
keys q
has 'ended with 0' 'key q'
check_that "the terminal is as it was" cmp before after

# A trace: to the error, back from it, and to a breakpoint.
open 24 80 --load peterson.trace
has 'steps lie ahead' 'a trace'
keys e
has 'error: assertion failed' 'key e'
keys Left
lacks 'error: assertion failed' 'back from it'
keys Home
keys Right Right Right Right
has 'step 4 of' 'four steps on'
keys Down b
has '_b20' 'the breakpoint is marked'
keys e
has 'stop 1: ' 'the breakpoint stops'
has 'worker:20' 'at its line'
keys b
lacks '[>_]b20' 'key b removes it'
keys e
has 'error: assertion failed' 'without it there is no stop'
keys q
has 'ended with 0' 'key q'

# The other front ends, and Ctrl-C in a run that does not end.
cp "$(find "$root/examples" -name '*.casm' | sort | head -n 1)" a.casm
open 24 80 a.casm
has '\| timeline' 'an assembly system'
keys r
keys r
has 'step 2 of 2' 'two steps by chance'
keys q
has 'ended with 0' 'key q'
cat >spins.c <<'END'
#include <pthread.h>
static volatile int n;
static void *f(void *a) { for (;;) n++; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }
END
open 24 80 spins.c
has 'step 0 of 0' 'a loop'
keys 0 1 c
sleep 1
keys C-c
has 'interrupted' 'Ctrl-C'
keys q
has 'ended with 0' 'key q'

# Hostile text; a terminal that cannot do it.
printf '#include <stdio.h>\nint much = 1; /* \033[2J \302\233 \377 */\nint main(void)\n{\n\tputs("\303\244"); /* \033]0;x\007 */\n\treturn much;\n}\n' >odd.c
open 24 80 odd.c
has '\| timeline' 'hostile text'
keys s
has 'step 1 of 1' 'a step'
has '\| timeline' 'the screen is whole'
keys q
has 'ended with 0' 'key q'
start 24 80 "TERM=none '$heddle' sim --tui odd.c 2>&1"
has "the terminal 'none' cannot show it" 'an unknown terminal'
has 'ended with 64' 'an unknown terminal'
