# Invariants and abstractions: what they must not change, what is said of them, and that they save states.
. "$(dirname "$0")/lib"

count() { # COMMAND...: its states
    "$@" 2>/dev/null | sed -n 's/.*; \([0-9,]*\) states\{0,1\}, .*/\1/p' | tr -d ,
}

hash_of() { # TRACE
    sed -n 's/^program //p' "$1"
}

# An invariant that reads nothing changes neither the states nor the program's hash, at any level; nor do
# those of variables that threads share anyway.
cp "$root/examples/peterson_plain.c" plain.c
for level in -O0 -O1 -O2; do
    for reduction in none default store-visibility; do
        set -- "$heddle" check plain.c $level --reduction $reduction --no-shorten
        check_that "$level $reduction: as many states with an invariant that reads nothing" \
            [ "$(count "$@")" = "$(count "$@" --invariant '1 + 1 == 2')" ]
    done
done
# The optimiser makes another program of it; an invariant changes nothing of that.
expect 0 "VERIFIED" "$heddle" check plain.c --invariant 'f0 + f1 >= inside'
expect 1 "FAILED: assertion (-O2)" "$heddle" check -O2 plain.c --allow-hang --trace a.trace
expect 1 "FAILED: assertion (-O2)" "$heddle" check -O2 plain.c --allow-hang --trace b.trace --invariant 'inside < 3'
check_that "the hash stays" [ "$(hash_of a.trace)" = "$(hash_of b.trace)" ]
# The flags were narrowed or removed; to keep them is to check something else.
expect 65 "--keep f" "$heddle" check -O2 plain.c --invariant 'f0 + f1 >= inside'
expect 0 "kept: f0,f1,last" "$heddle" check -O2 plain.c --allow-hang --keep f0 --keep f1 --keep last \
    --invariant 'f0 + f1 >= inside'

# A value that depends on an address cuts the run, also in the initial state, and whatever asks; one of what was
# never written is an error. It is so of propositions that only load and compare, too.
cat >address.c <<'C'
static struct { char a, b; } x;
long at = (long)&x;
int v;
int main(void)
{
    v = (long)&x % 2 ? 1 : 0;
    v = 2;
    return 0;
}
C
cat >unwritten.c <<'C'
#include <stdlib.h>
int v;
int main(void)
{
    int *p = malloc(sizeof *p);
    v = *p;
    return 0;
}
C
depends="depends on where an object lies in memory"
for engine in dfs bfs stateless; do
    expect 2 "address.c:6: in the invariant 'v < 5': its value $depends" "$heddle" check --engine $engine address.c --invariant 'v < 5'
    expect 2 "$depends" "$heddle" check --engine $engine address.c --invariant 'at % 2 == 0'
done
expect 1 "FAILED: provenance" "$heddle" check --addresses strict address.c --invariant 'v < 5'
expect 2 "$depends" "$heddle" check address.c --abstract 'at % 2 == 0'
for ask in "--ltl G" "--ctl AG"; do
    # shellcheck disable=SC2086
    expect 2 "address.c:6: in the proposition 'v < 5': its value $depends" "$heddle" check address.c $ask'"v < 5"'
    # shellcheck disable=SC2086
    expect 2 "$depends" "$heddle" check address.c $ask'"at % 2 == 0"'
    # shellcheck disable=SC2086
    expect 1 "FAILED: uninitialised" "$heddle" check unwritten.c $ask'"v < 5"'
done

# Traces keep invariants; what is in force is in the JSON.
cat >count.c <<'C'
#include <pthread.h>
static volatile int n;
static int unused = 4;
static void *up(void *arg)
{
    n++;
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, up, 0);
    n++;
    pthread_join(t, 0);
    return 0;
}
C
expect 1 "count.c:13: error: invariant violated: n < 2" "$heddle" check --json out.json --invariant 'n < 2' count.c
expect 0 '"invariants": ["n < 2"]' cat out.json
expect 0 '"kind": "invariant"' cat out.json
expect 1 "n < 2  FAILS: n = 2" "$heddle" replay count.trace
expect 0 "VERIFIED" "$heddle" check --invariant 'n < 3' --invariant 'unused == 4' count.c
expect 1 "invariant violated: n < 2" "$heddle" run --invariant 'n < 2' count.c
expect 0 "kept: n" "$heddle" check --keep n --json out.json count.c
expect 0 '"kept": ["n"]' cat out.json
expect 64 "nothing in the program uses" "$heddle" check --keep m count.c
expect 65 "--keep unused" "$heddle" check -O2 --invariant 'unused == 4' count.c

# The scope is that of the first file in which the expression compiles.
cat >one.c <<'C'
static int level = 1;
int first(void) { return level; }
int second(void);
int main(void) { level = 2; return first() + second() != 9; }
C
cat >two.c <<'C'
static int level = 7, depth;
static int deep(void) { return level + depth; }
int second(void) { depth++; return level + depth - 1 ? deep() - 1 : 0; }
C
expect 1 "one.c:4: error: invariant violated: level < 2" "$heddle" check --invariant 'level < 2' one.c two.c
expect 0 "VERIFIED" "$heddle" check --invariant 'level < 3' one.c two.c
expect 1 "two.c:3: error: invariant violated: depth == 0 && level == 7" \
    "$heddle" check --invariant 'depth == 0 && level == 7' one.c two.c
expect 0 "VERIFIED" "$heddle" check --invariant 'deep() >= 7' --invariant 'first() == level' one.c two.c
expect 64 "undeclared identifier 'nowhere'" "$heddle" check --invariant 'nowhere' one.c two.c
expect 0 "VERIFIED" "$heddle" check -m32 --invariant 'level < 3' --invariant 'deep() < 9' one.c two.c

# Without a source there is nothing to compile it in.
clang-19 -O0 -g -c -emit-llvm -o count.bc count.c
expect 65 "count.bc: --invariant needs the source" "$heddle" check --invariant 'n < 2' count.bc
expect 64 "bitcode is not optimised again" "$heddle" check --keep n count.bc

# A bad expression is shown with the place in it.
expect 64 "--invariant:1:5: error: use of undeclared identifier 'm'" "$heddle" check --invariant 'n < m' count.c
expect 64 "    1 | n < m" "$heddle" check --invariant 'n < m' count.c
expect 64 "--invariant 'n < m' does not compile" "$heddle" check --invariant 'n < m' count.c
expect 64 "a number of at most 64 bits or a pointer" "$heddle" check --abstract '(long double)n' count.c
expect 64 "--abstract-keep needs --abstract" "$heddle" check --abstract-keep control count.c

# Abstraction: the sum of what was drawn does not matter, its parity does.
cat >draw.c <<'C'
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, waiting;
static struct { unsigned odd : 1; } part;
static float third;
static int *mark;
static int odd(void) { return sum & 1; }
static void *worker(void *arg)
{
    for (int i = 0; i < 4; i++) {
        int k = heddle_choose(8);
        pthread_mutex_lock(&lock);
        sum += k;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    assert(waiting == 0 && !part.odd && third == 0 && !mark);
    return 0;
}
C
all=$(count "$heddle" check draw.c)
parity=$(count "$heddle" check draw.c --abstract odd --abstract-keep control)
values=$(count "$heddle" check draw.c --abstract odd)
check_that "an abstraction saves states: $parity of $all" [ "$((parity * 4))" -lt "$all" ]
check_that "where threads are tells states apart: $values, $parity" [ "$values" -lt "$parity" ]
for expression in 'odd()' 'sum & 1' 'sum & 1 ? 2.5f : 0.5f' 'sum & 1 ? &sum : (void *)0' \
    '(struct { unsigned odd : 1; }){(unsigned)sum}.odd'; do
    check_that "$expression is as good" \
        [ "$(count "$heddle" check draw.c --abstract "$expression" --abstract-keep control)" = "$parity" ]
done
check_that "on 32 bits too" [ "$(count "$heddle" check -m32 draw.c --abstract 'sum & 1 ? &sum : (void *)0' \
    --abstract-keep control)" = "$parity" ]
expect 2 "told apart by --abstract alone" "$heddle" check draw.c --abstract odd
expect 2 '"abstractions": ["odd"]' "$heddle" check draw.c --abstract odd --json -

# It is evaluated only when something it reads has changed.
"$heddle" check -v draw.c --abstract odd --abstract-keep control >/dev/null 2>.out
times=$(sed -n 's/.*evaluated \([0-9]*\) times.*/\1/p' .out)
check_that "evaluated $times times for $parity states" [ "$((times * 2))" -lt "$parity" ]
