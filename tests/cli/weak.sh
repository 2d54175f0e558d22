# Store buffers in the simulator, in pictures and on pages; the estimate of a stateless search.
. "$(dirname "$0")/lib"
cat >sb.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int a, b;
static void *first(void *arg)
{
    atomic_store_explicit(&x, 1, memory_order_release);
    a = atomic_load_explicit(&y, memory_order_acquire);
    return arg;
}
static void *second(void *arg)
{
    atomic_store_explicit(&y, 1, memory_order_release);
    b = atomic_load_explicit(&x, memory_order_acquire);
    return arg;
}
int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(a || b);
    return 0;
}
END
printf '%s\n' 'step T0' 'step T1' threads 'step T1' threads moves 'flush T1' threads 'back' 'flush T2' >script
expect 64 'first, sb.c:9; buffer: x = 1' "$heddle" sim --memory tso --script script sb.c
cp .out walk
check_that "a store waits" grep -q '(buffered: x = 1)$' walk
check_that "two stores wait, oldest first" grep -q 'buffer: x = 1, a = 0$' walk
check_that "a thread waits for its end" grep -q 'at its end; blocked: until its stores have reached memory' walk
check_that "a move is the buffer's" grep -q 'a store reaches memory; its buffer: x = 1, a = 0$' walk
check_that "one reaches memory" grep -q '^   8  x = 1 reaches memory$' walk
check_that "one is left" grep -q '; buffer: a = 0$' walk
check_that "none of T2" grep -q '^wrong: no store of T2 waits$' walk
echo 'step T0
step T1
print x
step T1
flush T1
print x' >script
expect 0 'x = 0' "$heddle" sim --memory tso --script script sb.c
cp .out walk
check_that "memory has it after that" grep -q '^x = 1$' walk
check_that "without buffers there are none" sh -c "echo 'flush T0' | '$heddle' sim sb.c | grep -q 'no store of T0 waits'"

# pso: the younger one may be first.
cat >mp.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int flag;
static void *writer(void *arg)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    if (atomic_load(&flag))
        assert(data == 1);
    pthread_join(t, 0);
    return 0;
}
END
expect 1 'FAILED: assertion' "$heddle" check -q --memory pso mp.c
expect 0 'error: assertion failed' sh -c "echo run | '$heddle' sim --load mp.trace"
cp .out walk
check_that "the younger store is first" grep -q 'flag = 1 reaches memory' walk
expect 64 '--memory ra and rc11 are for heddle check' "$heddle" sim --memory rc11 mp.c
expect 64 '--memory ra and rc11 are for heddle check' "$heddle" draw --memory ra mp.c
expect 64 '--buffer needs --memory tso or pso' "$heddle" draw --buffer 2 mp.c

# A picture.
expect 0 'x = 1 reaches memory' "$heddle" draw --memory tso sb.c
cp .out drawn
check_that "what goes into a buffer" grep -q 'x = 1 (buffered)' drawn
expect 0 'assertion failed' "$heddle" draw --memory tso sb.c
"$heddle" draw sb.c >drawn
check_that "none without" sh -c "! grep -q 'reaches memory\|assertion failed' drawn"

# The estimate: at most all is done.  It rises where no races add to what is left.
cat >many.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *f(void *a) { x++; x++; x++; x++; x++; x++; x++; return a; }
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, f, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
}
END
for search in full dpor optimal; do
    expect 2 'done (an estimate)' "$heddle" check -q --progress --engine stateless --search $search --max-time 4 many.c
    cp .out lines
    check_that "it rises, $search" awk -v falls="$([ $search = full ] && echo 5 || echo 100)" '
        match($0, /about [0-9.]+%/) {now = substr($0, RSTART + 6, RLENGTH - 7) + 0; if (n++ && now < before - falls) exit 1; before = now; if (now > 100) exit 1}
        END {if (!n) exit 1}' lines
done

# Executions of RC11 begin where the last one and they part: few of their steps are taken again.
cat >fib.c <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x = 1, y = 1;
static void *sum(void *arg)
{
    for (int i = 0; i < 3; i++)
        atomic_fetch_add_explicit(&x, atomic_load_explicit(&y, memory_order_acquire), memory_order_release);
    return arg;
}
static void *other(void *arg)
{
    for (int i = 0; i < 3; i++)
        atomic_store_explicit(&y, atomic_load_explicit(&x, memory_order_acquire), memory_order_release);
    return arg;
}
int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, sum, 0);
    pthread_create(&t, 0, other, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
EOF
expect 0 VERIFIED "$heddle" check --memory rc11 --json fib.json fib.c
figure() { sed -n "s/^ *\"$1\": \([0-9]*\),*/\1/p" fib.json; }
check_that "executions share their steps" [ "$(figure transitions)" -lt $(($(figure executions) * 12)) ]

# An old value that breaks something: the orders that forbid it are one command away.
cat >mp.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int d, f;
static void *t(void *a)
{
    atomic_store_explicit(&d, 1, memory_order_relaxed);
    atomic_store_explicit(&f, 1, memory_order_relaxed);
    return a;
}
int main(void)
{
    pthread_t p;
    pthread_create(&p, 0, t, 0);
    if (atomic_load_explicit(&f, memory_order_relaxed))
        assert(atomic_load_explicit(&d, memory_order_relaxed));
    pthread_join(p, 0);
    return 0;
}
END
expect 1 "would forbid the old value: heddle check --suggest-orders mp.c" "$heddle" check --memory rc11 mp.c

# Known numbers of executions; these programs are seq_cst, and have those that sequential consistency has.
executions() { # COUNT PROGRAM OPTIONS...
    count=$1 program=$root/tests/scalable/$2
    shift 2
    expect 0 "; $count executions, " "$heddle" check --memory rc11 --no-trace -q "$@" "$program"
}
executions 19 fib_bench.c -DN=2
executions 141 fib_bench.c -DN=3
executions 140 fib_bench.c -DN=2 -DNOJOIN
executions 1,698 fib_bench.c -DN=3 -DNOJOIN
executions 32 readers.c -DN=5
executions 512 readers.c -DN=9
executions 24 mutex_algo.c -DTICKET -DN=4
executions 120 mutex_algo.c -DTICKET -DN=5
executions 14 cas_chain.c -DN=4
executions 2,048 cas_chain.c -DN=8
