# Counterexamples with few preemptions: the same error, and among its runs the ones that a person follows most easily.
. "$(dirname "$0")/lib"

# The line below the error.
way() { # WHAT PATTERN ARGUMENT...
    what=$1 pattern=$2
    shift 2
    run "$heddle" "$@"
    if [ $status != 1 ]; then
        bad "$what: exit status $status, not 1" "$*"
    elif ! grep -qxE -- "  $pattern" .out; then
        bad "$what: not $pattern" "$*"
    else
        passed=$((passed + 1))
    fi
}

# Both threads must read the later value: with the fewest steps main is interrupted twice.
argument=$root/tests/programs/thread_argument_shared.c
way "without a preemption" 'thread T0, after 13 steps, 0 preemptions' check "$argument" --json calm.json
check_that "it is proved" grep -q '"calmest": true' calm.json
expect 1 'FAILED: assertion' "$heddle" replay thread_argument_shared.trace
way "the fewest steps" 'thread T0, after 11 steps, 2 preemptions \(no trace has fewer steps\)' check --no-trace --engine bfs "$argument"
way "as it was found" 'thread T0, after [0-9]+ steps, [0-9]+ preemptions?' check --no-trace --no-shorten "$argument"

# One preemption is needed here; with the fewest steps there are four.
readers=$root/tests/programs/readers_writers_bad.c
way "with one preemption" 'thread T[12], after 28 steps, 1 preemption \(no trace has fewer preemptions\)' check "$readers"
way "again" 'thread T[12], after 28 steps, 1 preemption \(no trace has fewer preemptions\)' replay readers_writers_bad.trace
way "a bound that was asked for" 'thread T[12], after [0-9]+ steps, [1-3] preemptions?' check --no-trace --context-bound 3 "$readers"

# Another error that needs none is not mistaken for the one that is shown.
cat >other.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *f(void *a)
{
    assert(x != 1);
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    x = 1;
    x = 2;
    pthread_join(t, 0);
    assert(x == 3);
}
C
expect 1 'FAILED: assertion and 1 more error' "$heddle" check other.c --keep-going 2 --no-trace --json two.json
check_that "their preemptions" sh -c 'test "$(grep -o "\"preemptions\": [0-9]*" two.json | sort | tr -dc 01)" = 01'

# Instructions of assembly.
cat >first.casm <<'C'
shared [1] = 0;
shared [2] = 0;
process P[2] {
    load: mov eax [1];
          add eax 1;
          mov [1] eax;
    done: cmp [1] 1;
          jne away;
          mov [2] 1;
    away: jmp away;
}
invariant [2] == 0;
C
way "assembly" 'thread T[12], after [0-9]+ steps, 0 preemptions.*' asm first.casm

# A program that runs: stretches are moved together.
cc -g -o phil "$root/examples/native/phil.c"
way "a program as it runs" 'after 8 steps, 1 preemption' native -- ./phil
expect 1 "FAILED: deadlock" "$heddle" replay phil.trace
echo run >run
expect 0 "semget(any set)" "$heddle" sim --script run --load phil.trace
