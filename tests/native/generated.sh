#!/bin/sh
# tests/native/generated.sh quick|test|soak [SEED...]: generated programs of threads, compiled with heddle cc.
# Those of the fuzzer have the same outcomes under dpor, optimal, the full search and heddle check.  Those of races.c
# have a data race where its oracle finds one in an interleaving, by the rules of C11 and of C++20, and in no other;
# the thread sanitizer reports none in plain runs that they have not.  SEED sets where the seeds start.
. "$(dirname "$0")/head.sh"

# What the program itself prints at its end, or its status where it may end elsewhere.
outcomes() { # SET
    case $flavour in
    E) sed -nE 's/^exit ([0-9]+).*/\1/p' ;;
    *) sed -nE 's/^exit ([0-9]+) printed "([0-9a-f]*).*/\1 \2/p; s/^exit ([0-9]+).* final=([0-9a-f]*).*/\1 \2/p' ;;
    esac | sort -u >"$1"
}

explore() { # NAME COMMAND...
    name=$1
    shift
    "$@" >out 2>/dev/null
    short <out >"$name.verdict"
    grep 'given out again' out | sed 's/.*/reused/' >"$name.notes"
    outcomes "$name.set" <out
}

agree() { # SEED NAME
    grep -q UNKNOWN "$2.verdict" && return
    if ! cmp -s dpor.verdict "$2.verdict"; then
        miss "generated program $1: $(cat dpor.verdict) by dpor, $(cat "$2.verdict") by $2"
    elif grep -q VERIFIED dpor.verdict && ! cmp -s dpor.set "$2.set"; then
        miss "generated program $1: other outcomes by dpor than by $2"
    else
        pass
    fi
}

search_all() { # OPTIONS
    for search in dpor full optimal; do
        # shellcheck disable=SC2086
        explore $search "$heddle" native $1 --races steps --search $search -- ./prog
    done
}

# The same where one wait may end without a signal.
woken() { # SEED
    grep -q pthread_cond_wait p.c || return 0
    for deadlocks in "" --allow-deadlock; do
        search_all "--no-trace --outcomes --max-time $seconds $deadlocks"
        ! grep -q UNKNOWN dpor.verdict || continue
        agree "$1, woken" full
        agree "$1, woken" optimal
    done
}

# Atomic sections and cancellation are not there natively.
generated() { # SEED
    case $(($1 % 8)) in 1) flavour=W ;; 3) flavour=S ;; 5) flavour=E ;; 7) flavour=F ;; *) flavour=. ;; esac
    "$root/build/fuzz-gen" "$1" --flavour $flavour >p.c
    ! grep -qE 'heddle_atomic|pthread_cancel' p.c || return 0
    "$heddle" cc --with clang-19 -w -I"$root/include" p.c -o prog || { miss "generated program $1 does not compile"; return; }
    steps="--no-trace --no-spurious --outcomes --max-time $seconds"
    woken "$1"
    search_all "$steps"
    ! grep -q UNKNOWN dpor.verdict || return 0
    # shellcheck disable=SC2086
    explore check "$heddle" check --races off $steps p.c
    # A block that is given out again natively is another object in the machine.
    ! { grep -q use-after-free check.verdict && grep -q reused dpor.notes; } || return 0
    for search in full optimal check; do
        agree "$1" $search
    done
}

# Verdicts by both standards.
judged() { # SEED
    for standard in c11 c++20; do
        wanted=VERIFIED
        ! grep -q "^// $standard: race" p.c || wanted='FAILED data-race'
        same "races $1 by $standard" \
            "$("$heddle" native -q --no-trace --allow-deadlock --max-time 60 --std $standard -- ./prog 2>&1 | short)" "$wanted"
    done
}

# The sanitizer knows no fences.
sanitized() { # SEED
    ! grep -q '^// fences' p.c || return 0
    clang-19 -O1 -g -w -fsanitize=thread -DNOISE -o prog p.c noise.o || { miss "races $1: not compiled"; return; }
    for run in $(seq "$runs"); do
        timeout 1 ./prog >out 2>&1
        ! grep -q 'ThreadSanitizer: data race' out || break
    done
    if ! grep -q 'ThreadSanitizer: data race' out; then
        return
    elif grep -q '^// c11: race' p.c; then
        pass
    else
        miss "races $1: the sanitizer reports a race"
    fi
}

races() { # SEED
    ./races "$1" >p.c
    "$heddle" cc --with clang-19 -g -w -O$(($1 % 2)) -o prog p.c || { miss "races $1: not compiled"; return; }
    judged "$1"
    sanitized "$1"
}

programs=0 seconds=2 small=3 runs=2
case $mode in
test) programs=16 small=25 runs=5 ;;
soak) programs=${PROGRAMS:-40} seconds=4 small=${RACES:-70} runs=10 ;;
esac
first=${SEED:-1}
gcc -O2 -w -o races "$here/races.c" "$here/oracle.c" && gcc -O1 -c -o noise.o "$here/noise.c" || exit 70
export TSAN_OPTIONS=atexit_sleep_ms=0
for seed in ${*:-$(seq "$first" $((first + programs - 1)))}; do
    generated "$seed"
done
for seed in ${*:-$(seq "$first" $((first + small - 1)))}; do
    races "$seed"
done
finish
