# Propositions about where threads are, and livelocks, in steps of every size.
. "$(dirname "$0")/lib"

cat >peterson.c <<'END'
#include <pthread.h>
#include <stdatomic.h>

#ifndef STEP
#define STEP 1
#endif

atomic_int flag[2], turn;

static void *worker(void *arg)
{
    int me = arg != 0, other = !me;

    for (int i = 0; i < 2; i += STEP) {
        flag[me] = 1;
#ifndef WRONG
        turn = other;
#endif
    want:
        while (flag[other] && turn == other)
            ;
    cs:
        flag[me] = 0;
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, &b);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
END

cat >between.c <<'END'
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *worker(void *arg)
{
    if (x == 0) {
    there:
        arg = &x;
    }
    return arg;
}

int main(void)
{
    pthread_t a;

    pthread_create(&a, NULL, worker, NULL);
    x = 1;
    pthread_join(a, NULL);
    return 0;
}
END

cat >polite.c <<'END'
#include <pthread.h>
#include <stdatomic.h>

#ifndef GIVES_WAY
#define GIVES_WAY 1
#endif

atomic_int want[2];

static void *worker(void *arg)
{
    int me = arg != 0, other = !me;

    want[me] = 1;
    while (want[other])
        if (GIVES_WAY) {
            want[me] = 0;
            want[me] = 1;
        }
    want[me] = 0;
    return arg;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, &b);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
END

fails() { # TEXT OPTIONS...: FAILED, and replayed
    expect 1 "$@"
    expect 1 "FAILED" "$heddle" replay "${file%.c}.trace"
}

for reductions in none default tau tau+ store-visibility heap-symmetry superstep; do
    set -- "$heddle" check --self-check --reduction "$reductions"
    file=peterson.c
    expect 0 VERIFIED "$@" --ltl 'G !(@cs(T1) && @cs(T2))' $file
    expect 0 VERIFIED "$@" --ltl 'G (@want(T1) -> F @cs(T1))' --fair weak $file
    expect 0 VERIFIED "$@" --ltl 'G (@cs(T1) -> "flag[0]")' $file
    expect 0 VERIFIED "$@" --ltl 'G !@cs(T0) && G !@cs(T3)' $file
    expect 0 VERIFIED "$@" --no-livelock $file
    fails 'does not hold' "$@" --ltl 'G (@want(T1) -> F @cs(T1))' $file
    fails 'does not hold' "$@" --ltl 'G !@cs' $file
    fails 'does not hold' "$@" --ltl 'G !(@want && @cs)' $file
    fails 'does not hold' "$@" --ltl 'G !@peterson.c:23(T2)' $file
    fails 'does not hold' "$@" --ltl 'F G @cs || G F @cs' $file
    fails 'does not hold' "$@" -DWRONG --ltl 'G !(@cs(T1) && @cs(T2))' $file
    file=between.c
    fails 'does not hold' "$@" --ltl '!F ("x" && !@there && F @there)' $file
    file=polite.c
    fails 'livelock' "$@" --no-livelock $file
    fails 'livelock' "$@" --no-livelock -DGIVES_WAY=0 $file
done
# In runs that never end, but fairly, both come in again and again.
file=peterson.c
expect 0 VERIFIED "$heddle" check -DSTEP=0 --fair weak --ltl 'G F @cs(T1) && G F @cs(T2)' $file
expect 0 VERIFIED "$heddle" check -DSTEP=0 --fair weak --engine ndfs --ltl 'G !(@cs(T1) && @cs(T2))' $file
expect 0 VERIFIED "$heddle" check -DSTEP=0 --no-livelock $file
fails 'does not hold' "$heddle" check -DSTEP=0 --ltl 'G F @cs(T1)' $file
expect 0 VERIFIED "$heddle" check -O2 --ltl 'G !(@cs(T1) && @cs(T2))' $file

# What is no place.
expect 64 "'@here': no function that the program can reach has a C label of that name" \
    "$heddle" check --ltl 'G !@here' $file
expect 64 '     ^' "$heddle" check --ltl 'G !@here' $file
expect 64 "'@peterson.c:1000': no code that the program can reach is in this line or behind it" \
    "$heddle" check --ltl 'G !@peterson.c:1000' $file
expect 64 "'@peterson.c:8': no code" "$heddle" check --ltl 'G !@peterson.c:8' $file
expect 64 "'@other.c:10(T1)': no file of that name is part of the program" \
    "$heddle" check --ltl 'G !@other.c:10(T1)' $file
expect 1 'peterson.c:22: note: there is no code in this line; line 23 stands for it' \
    "$heddle" check --ltl 'G !@peterson.c:22' $file
mkdir -p sub
cp peterson.c sub
for place in peterson.c sub/peterson.c; do
    expect 1 'does not hold' "$heddle" check --ltl "G !@$place:23" sub/peterson.c
done
