#!/bin/sh
# tests/native/systems.sh quick|test|soak [SEED...]: random systems of processes and threads (systems.c).  Whatever the
# full search prints dpor and optimal print too, and nothing more where the full search came to its end; the verdict on
# deadlocks is the same.  The same with processes that become other programs (-DEXEC).
. "$(dirname "$0")/head.sh"
ended=0
case $mode in
quick) seeds='17 30 39 1044' others='6' limit=3 ;;
test) seeds='2040 5030 6 11 17 26 33 39 44 1044 1071' others='3 6' limit=3 ;;
*)
    from=$((${SEED:-1} % 4)) limit=4
    seeds="$(seq $((1 + from)) 4 80) $(seq $((1040 + from)) 4 1053)" others=$(seq $((1 + from)) 4 80)
    ;;
esac
[ $# = 0 ] || seeds=$* others=$*

# The outcomes go to the file SEARCH; what the verdict is, is printed.
search() { # SEARCH SEED SECONDS
    "$heddle" native -q --no-trace --no-spurious --outcomes --allow-deadlock --max-time "$3" --search "$1" -- \
        ./systems "$2" >out 2>&1
    grep ' printed ' out | sort >"$1"
    short <out
}

deadlock() { # SEARCH SEED SECONDS
    "$heddle" native -q --no-trace --no-spurious --max-time "$3" --search "$1" -- ./systems "$2" >out 2>&1
    short <out
}

one() { # SEED
    all=$(search full "$1" "$limit")
    [ "$all" != VERIFIED ] || ended=$((ended + 1))
    for kind in dpor optimal; do
        got=$(search $kind "$1" $((limit * 5)))
        [ "$got" = VERIFIED ] || { [ "$got" = UNKNOWN ] && [ "$all" = UNKNOWN ] && continue; }
        if [ -n "$(comm -23 full $kind)" ]; then
            miss "$what $1, $kind: does not print $(comm -23 full $kind | head -n 1)"
        elif [ "$all" = VERIFIED ] && ! cmp -s full $kind; then
            miss "$what $1, $kind: prints $(comm -13 full $kind | head -n 1)"
        elif [ "$got" != VERIFIED ]; then
            miss "$what $1, $kind: $got, but the full search says $all"
        else
            pass
        fi
    done
    [ "$all" = VERIFIED ] || return
    wanted=$(deadlock full "$1" "$limit")
    got=$(deadlock dpor "$1" "$limit")
    [ "$wanted" != UNKNOWN ] && [ "$got" != UNKNOWN ] || return
    if [ "$wanted" = "$got" ]; then pass; else miss "$what $1: $got, not $wanted"; fi
}

what=systems
gcc -g -w -pthread -o systems "$here/systems.c" "$here/kinds.c" || exit 70
for seed in $seeds; do
    one "$seed"
done
what="systems that execute"
gcc -g -w -pthread -DEXEC -o systems "$here/systems.c" "$here/kinds.c" || exit 70
for seed in $others; do
    one "$seed"
done
echo "the full search came to its end in $ended"
finish
