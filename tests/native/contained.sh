#!/bin/sh
# tests/native/contained.sh quick|test|soak [SEED...]: what plain runs (plain.c) of a random system (systems.c) print,
# with random delays before every call of a library (delays.c), heddle's search has printed too.  A soak goes on until
# CONTAINED systems were compared; SEED sets where it begins.
. "$(dirname "$0")/head.sh"
seen=0
case $mode in
quick) seeds='14 2048' runs=20 limit=5 ;;
test) seeds='10 14 1002 1007 2011 2013 2015 2016 2018 2022 2030 2037 2040 2042 2043 2047 2048 5030' runs=40 limit=10 ;;
*)
    runs=${RUNS:-200} limit=${LIMIT:-5} most=${CONTAINED:-50} from=$((${SEED:-1} * 1000 % 1000000007))
    seeds="$(seq 1 80) $(seq 1001 1040) $(seq $((2000 + from)) $((3000 + from)))"
    ;;
esac
[ $# = 0 ] || seeds=$*

# The signal of a message queue goes to the first thread; in the kernel sometimes to another one (docs/limits.md).
shifts() { # what the system does is in the file plan
    head -n 1 plan | grep -q mqueue && grep -q ' thread:' plan
}

# pthread_cancel loads a library: a process that was forked while a thread did the same aborts in it.
forked_amid() {
    awk '/ thread:/ {thread = 1} thread && !/ thread:/ && /cancelled/ {amid = 1} END {exit !amid}' plan
}

one() { # SEED
    rm -f systems-a systems-b
    ./systems "$1" v 2>plan
    rm -f systems-a systems-b
    ! shifts || return 0
    ! forked_amid || return 0
    program=./systems
    ! head -n 1 plan | grep -q cancelled || program=./cancels
    "$heddle" native -q --no-trace --outcomes --allow-deadlock --max-time "$limit" -- $program "$1" >out 2>&1
    grep -q '^VERIFIED' out || return 0
    sed -n 's/\(printed ".*"\).*/\1/p' out | sort -u >found
    [ -s found ] || return 0 # it ends in a deadlock whatever the schedule
    ./plain "$runs" $program "$1" | sort -u >ends
    seen=$((seen + $(wc -l <ends)))
    if [ -n "$(comm -13 found ends)" ]; then
        miss "systems $1: a plain run gives $(comm -13 found ends | head -n 1)"
    else
        pass
    fi
}

gcc -g -w -pthread -Wl,-z,lazy -o systems "$here/systems.c" "$here/kinds.c" &&
    gcc -g -w -pthread -Wl,-z,lazy -DCANCEL -o cancels "$here/systems.c" "$here/kinds.c" &&
    gcc -O1 -w -shared -fPIC -o delays.so "$here/delays.c" && gcc -O1 -w -o plain "$here/plain.c" || exit 70
for seed in $seeds; do
    [ $((passed + failed)) -lt "${most:-10000}" ] || break
    one "$seed"
done
echo "$seen outcomes of plain runs"
finish
