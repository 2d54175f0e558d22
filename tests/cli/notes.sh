#!/bin/sh
# What a proof did not look at: one line each, only where the program gives a reason.
. "$(dirname "$0")/lib"

cat >race.c <<'C'
#include <pthread.h>
static int x;
static void *other(void *arg)
{
    x = 1;
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    x = 2;
    pthread_join(t, 0);
    return 0;
}
C
for engine in dfs bfs stateless auto; do
    expect 0 "note: data race at x: write" "$heddle" check --engine $engine race.c
done
expect 0 "as an error: heddle check --races error race.c" "$heddle" check --races note race.c
expect 0 "optimised: heddle check -O2 race.c" "$heddle" check race.c
"$heddle" check -O2 race.c >out 2>&1
check_that "the level is no matter where it is another" [ -z "$(grep optimised: out)" ]
"$heddle" check --races off race.c >out 2>&1
check_that "nothing of races where they are off" [ -z "$(grep note: out)" ]
"$heddle" check -q race.c >out 2>&1
check_that "-q leaves notes out" [ -z "$(grep note: out)" ]

cat >orders.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *other(void *arg)
{
    atomic_store_explicit(&x, 1, memory_order_release);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    atomic_store(&x, 2);
    pthread_join(t, 0);
    return 0;
}
C
expect 0 "note: orders weaker than seq_cst, as at orders.c:6, were taken for seq_cst; what they allow: heddle check --memory rc11 orders.c" "$heddle" check orders.c
for model in tso pso; do
    expect 0 "note: orders weaker than seq_cst, as at orders.c:6, were taken for what store buffers give; what else they allow, races too: heddle check --memory rc11 orders.c" "$heddle" check --memory $model orders.c
done
sed 's/memory_order_release/memory_order_seq_cst/' orders.c >strong.c
for model in sc tso; do
    "$heddle" check --memory $model strong.c >out 2>&1
    check_that "no note without a reason, $model" [ -z "$(grep note: out)" ]
done

# A flag that overtakes what it tells of, and then a race: on no machine with one buffer a thread.
cat >flag.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int told, flag;
static int guarded;
static void *other(void *arg)
{
    atomic_store_explicit(&told, 1, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    guarded++;
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    if (atomic_load_explicit(&flag, memory_order_relaxed) &&
        !atomic_load_explicit(&told, memory_order_relaxed))
        guarded++;
    pthread_join(t, 0);
    return 0;
}
C
expect 0 "what else they allow, races too: heddle check --memory rc11 flag.c" "$heddle" check --memory tso flag.c
expect 1 "data race at guarded" "$heddle" check --memory rc11 flag.c

cat >status.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static void *other(void *arg)
{
    exit(3);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    return getchar() == 'x';
}
C
for engine in dfs stateless; do
    expect 0 "note: a run ends with exit status 3" "$heddle" check --engine $engine status.c
done
expect 0 "note: standard input was taken as empty" "$heddle" check status.c
cat >clock.c <<'END'
#include <time.h>
int main(void)
{
    return time(NULL) == 0;
}
END
expect 0 "note: clocks stood still" "$heddle" check clock.c
expect 0 '"notes": ["standard input was taken as empty"' "$heddle" check -q --json - status.c
expect 0 "note: whether some state is a hang would need more than 500 states" \
    "$heddle" check --hang-states 500 "$root/tests/programs/hang_large.c"
expect 0 "standard input taken as empty" "$heddle" check -q status.c
cat >range.c <<'END'
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    return __VERIFIER_nondet_int() == 7;
}
END
expect 0 "nondeterministic values of -3..5 only" "$heddle" check -q --nondet-range -3..5 range.c
cat >asleep.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static int x;
static void *other(void *arg)
{
    sleep(1);
    x = 1;
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    sleep(2);
    assert(!x);
    return 0;
}
END
expect 1 "sleep(1)" "$heddle" check --all asleep.c
check_that "a sleep cancels nobody" [ -z "$(grep cancels .out)" ]

cat >exchange.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(int *) top;
static void *take(void *arg)
{
    int *old = top;
    if (old && atomic_compare_exchange_strong(&top, &old, NULL))
#ifdef KEEP
        *old = 1;
#else
        free(old);
#endif
    return arg;
}
int main(void)
{
    pthread_t t;
    top = malloc(4);
    pthread_create(&t, 0, take, 0);
    take(NULL);
    pthread_join(t, 0);
    return 0;
}
C
expect 0 "note: addresses of freed memory were not given out again" "$heddle" check exchange.c
"$heddle" check -DKEEP exchange.c >out 2>&1
check_that "no note of addresses where nothing is freed" [ -z "$(grep 'given out' out)" ]
"$heddle" check --addresses layout --layouts 4 exchange.c >out 2>&1
check_that "no note of addresses where they are" [ -z "$(grep 'given out' out)" ]
