#!/bin/sh
# tests/native/contained.sh quick|test|soak [SEED...]: what plain runs of a random system (systems.c) print, with random
# delays before every call of a library (delays.c), heddle's search has printed too.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
mode=${1:-test}
[ $# = 0 ] || shift
heddle=${HEDDLE:-$root/build/heddle}
work=$(mktemp -d "${TMPDIR:-/tmp}/heddle-contained.XXXXXX") || exit 70
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 70
passed=0 failed=0 seen=0
case $mode in
quick) seeds='17 30 1044' runs=20 limit=5 ;;
test) seeds='6 8 16 17 23 30 38 39 44 1041 1044 1071' runs=40 limit=10 ;;
*) seeds="$(seq 1 280) $(seq 1040 1070)" runs=200 limit=30 ;;
esac
[ $# = 0 ] || seeds=$*

# Nothing of System V is left behind where the kernel lets us have names of our own.
alone=
unshare --ipc true 2>/dev/null && alone='unshare --ipc'

# One line as heddle has it; a run that does not end is none.
plain() { # SEED
    rm -f systems-a systems-b
    text=$(LD_AUDIT=./delays.so timeout 0.5 $alone ./systems "$1" 2>/dev/null; echo "$?.")
    status=${text##*
}
    status=${status%.}
    [ "$status" != 124 ] || return 0
    printf 'exit %s printed "%s"\n' "$status" "$(printf '%s' "${text%"$status."}" | awk '{ printf "%s\\n", $0 }')"
}

# Handlers count in plain memory: with threads that is a data race, and accesses are no steps.
races() { # SEED
    ./systems "$1" v 2>&1 | grep -qE '(signals|timers|mqueue).*thread'
}

one() { # SEED
    ! races "$1" || return 0
    "$heddle" native -q --no-trace --outcomes --allow-deadlock --max-time "$limit" -- ./systems "$1" >out 2>&1
    grep -q '^VERIFIED' out || return 0
    sed -n 's/\(printed ".*"\).*/\1/p' out | sort -u >heddle
    [ -s heddle ] || return 0 # it ends in a deadlock whatever the schedule
    for run in $(seq "$runs"); do
        plain "$1"
    done | sort -u >plain
    seen=$((seen + $(wc -l <plain)))
    if [ -n "$(comm -13 heddle plain)" ]; then
        failed=$((failed + 1))
        printf '%s\n' "FAIL systems $1: a plain run gives $(comm -13 heddle plain | head -n 1)"
    else
        passed=$((passed + 1))
    fi
}

gcc -g -w -pthread -Wl,-z,lazy -o systems "$here/systems.c" &&
    gcc -O1 -w -shared -fPIC -o delays.so "$here/delays.c" || exit 70
for seed in $seeds; do
    one "$seed"
done
echo "$seen outcomes of plain runs"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
