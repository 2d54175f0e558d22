#!/bin/bash
# tests/native/sanitized.sh quick|test|soak [PROGRAM.c ...]: programs about data races, and right ones with locks and their
# like, built with the thread sanitizer and run: what it reports in any run heddle check --races error reports, and no
# program that is VERIFIED has a report.  RUNS says how often each runs (200 in soak), SEED which programs of a sample.  What
# the sanitizer cannot judge is left out, and told with the reason.  Ends with the line `N passed, M failed`.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
mode=${1:-test}
[ $# = 0 ] || shift
HEDDLE=$(realpath "${HEDDLE:-$root/build/heddle}")
SEED=${SEED:-1}
case $mode in
quick) RUNS=${RUNS:-2} every=24 ;;
test) RUNS=${RUNS:-5} every=6 ;;
soak) RUNS=${RUNS:-200} every=1 ;;
*) exit 64 ;;
esac
work=$(mktemp -d "${TMPDIR:-/tmp}/heddle-sanitized.XXXXXX") || exit 70
trap 'rm -rf "$work"' EXIT
export HEDDLE RUNS root work

# What it does not know it reports, or does not see.
foreign() { # FILE: why it is left out
    case $(cat "$1") in
    *'<heddle.h>'* | *heddle_* | *__VERIFIER_*) echo "functions that heddle alone has" ;;
    *atomic_thread_fence*) echo "fences" ;;
    *'<threads.h>'*) echo "threads of C11" ;;
    *'// flags:'*--volatile*) echo "volatile as atomic" ;;
    *asm*'('*) echo "assembly" ;;
    *'sem_open("lock"'*'sem_open("/lock"'*) echo "a semaphore with two names, which are two places in memory" ;;
    # Who leaves it has not acquired yet: its order is lost with the barrier.
    *pthread_barrier_destroy*'free('*) echo "a barrier that goes while others leave it" ;;
    esac
}
export -f foreign

export TSAN_OPTIONS='report_thread_leaks=0 report_signal_unsafe=0 report_destroy_locked=0 report_mutex_bugs=0 exitcode=0'

one() { # FILE
    local file=$1 name flags args why verdict reported="" slow=0
    name=$(basename "$file" .c)
    why=$(foreign "$file")
    flags=$(sed -n 's,^// flags: ,,p' "$file" | tr '\n' ' ')
    args=$(sed -n 's,^// args: ,,p' "$file")
    # shellcheck disable=SC2086
    verdict=$(cd "$(dirname "$file")" &&
        timeout 60 "$HEDDLE" check -q --no-trace --max-time 50 $flags --races error "$name.c" 2>&1 |
        sed -nE '$s/^(VERIFIED|FAILED: data-race).*/\1/p')
    [ -n "$why" ] || [ -n "$verdict" ] || why="another error, or no verdict"
    # shellcheck disable=SC2046
    [ -n "$why" ] || clang-19 -O1 -g -w -pthread -fsanitize=thread -I "$root/include" $(echo "$flags" | tr ' ' '\n' | grep '^-[DI]') \
        -o "$work/$name" "$file" -lm 2>"$work/$name.err" || why="not compiled"
    [ -z "$why" ] || { echo "$why" >>"$work/left"; return; }
    for ((run = 0; run < RUNS && !${reported:-0} && slow < 2; run++)); do
        # shellcheck disable=SC2086
        timeout -k 1 5 "$work/$name" $args >"$work/$name.out" 2>&1 </dev/null
        [ $? -lt 124 ] || slow=$((slow + 1))
        ! grep -q 'ThreadSanitizer: data race' "$work/$name.out" || reported=1
    done
    if [ -n "$reported" ] && [ "$verdict" = VERIFIED ]; then
        echo "FAIL $file: the thread sanitizer reports a race, heddle none"
        grep -A 9 -m 1 'ThreadSanitizer: data race' "$work/$name.out" | sed 's/^/  | /'
        echo failed >>"$work/judged"
    else
        echo "$verdict${reported:+, reported}" >>"$work/judged"
    fi
    rm -f "$work/$name" "$work/$name".*
}
export -f one

# Programs about races, and right ones.
candidates() {
    cd "$root/tests/programs" || exit 70
    grep -l -- '--races error' ./*.c
    grep -L -- '--races error' barrier*.c cond*.c mutex*.c once*.c rwlock*.c sem*.c spin*.c thread*.c join*.c |
        xargs grep -l '^// verdict: VERIFIED'
}
if [ $# = 0 ]; then
    # shellcheck disable=SC2046
    set -- $(candidates | sort -u | awk -v every=$every -v seed="$SEED" -v folder="$root/tests/programs/" \
        'NR % every == seed % every { sub("^[.]/", ""); print folder $0 }')
fi
touch "$work/judged" "$work/left"
printf '%s\n' "$@" | xargs -P "$(nproc)" -I{} bash -c 'one {}' 2>/dev/null
echo "left out: $(sort "$work/left" | uniq -c | awk '{ n = $1; $1 = ""; printf "%s%s: %d", (NR > 1 ? "," : ""), $0, n }')"
awk -v runs="$RUNS" '/^FAILED/ { racy++ } /reported/ { seen++ } /^VERIFIED$/ { free++ } /^failed/ { wrong++ } END {
    printf "%d programs with a race, %d of them reported by the sanitizer in %d runs; %d without, none of them reported\n",
        racy, seen, runs, free
    printf "%d passed, %d failed\n", racy + free, wrong; exit (wrong > 0) }' "$work/judged"
