# The sentence that stands before a trace: for each pattern a program that has it.
. "$(dirname "$0")/lib"

says() { # WHAT SENTENCE ARGUMENT...
    what=$1 sentence=$2
    shift 2
    run "$heddle" check --self-check --no-trace --width 200 "$@"
    if [ $status != 1 ]; then
        bad "$what: exit status $status, not 1" "$*"
    elif ! grep -qxE -- "  $sentence" .out; then
        bad "$what: no line $sentence" "$*"
    else
        passed=$((passed + 1))
    fi
}

head='
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define START(f) pthread_create(&t, 0, f, 0)
#define JOIN pthread_join(t, 0)
pthread_t t, self;
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int x, y;
int *_Atomic p;'
program() { # NAME: the rest of it from standard input
    { echo "$head"; cat; } >"$1.c"
}

program update <<'C'
void *f(void *arg) { x++; return arg; }
int main(void) { START(f); x++; JOIN; assert(x == 2); }
C
says "a lost update" 'T0 read x at step [0-9]+ and wrote it at step [0-9]+; the write of T1 between them, at step [0-9]+, is lost' update.c

program other <<'C'
void *f(void *arg) { y++; x = 1; return arg; }
int main(void) { START(f); y++; JOIN; assert(x == 0); }
C
"$heddle" check --no-trace other.c >other.out 2>&1
check_that "of another variable nothing is said" sh -c 'grep -q "^FAILED" other.out && ! grep -q "is lost" other.out'

program looks <<'C'
void *f(void *arg) { x = 1; return arg; }
int main(void) { START(f); int seen = x; assert(seen == x); JOIN; }
C
says "two looks" 'T0 read x at step [0-9]+ and again at step [0-9]+; T1 wrote it between them, at step [0-9]+' looks.c

program used <<'C'
void *f(void *arg) { int *mine = p; p = 0; free(mine); return arg; }
int main(void) { p = malloc(4); *p = 1; START(f); int *q = p; if (q) assert(*q == 1); JOIN; }
C
says "a use of what another freed" 'T0 read malloc#1 from p at step [0-9]+, T1 freed it at step [0-9]+, T0 still uses it' used.c

program late <<'C'
void *f(void *arg) { free(p); return arg; }
int main(void) { p = malloc(4); *p = 1; START(f); JOIN; START(f); JOIN; }
C
says "what was freed is read" 'T1 freed malloc#1 at step [0-9]+, but T2 read it from p at step [0-9]+' late.c

program twice <<'C'
void *f(void *arg) { int *q = malloc(4); p = q; free(q); free(p); return arg; }
int main(void) { START(f); JOIN; }
C
says "freed by itself" 'T1 freed malloc#1 itself at step [0-9]+' twice.c

program abba <<'C'
#define BOTH(a, b) pthread_mutex_lock(a), pthread_mutex_lock(b), pthread_mutex_unlock(b), pthread_mutex_unlock(a)
void *f(void *arg) { BOTH(&b, &a); return arg; }
int main(void) { START(f); BOTH(&a, &b); JOIN; }
C
says "a circle" 'T0 waits in pthread_mutex_lock\(&b\) for T1 \(has it since step [0-9]+\), T1 in pthread_mutex_lock\(&a\) for T0 \(has it since step [0-9]+\)' abba.c

program joins <<'C'
void *f(void *arg) { pthread_join(self, 0); return arg; }
int main(void) { self = pthread_self(); START(f); JOIN; }
C
says "a circle of joins" 'T0 waits in pthread_join\(T1\) for T1, T1 in pthread_join\(T0\) for T0' joins.c

program over <<'C'
void *f(void *arg) { pthread_mutex_lock(&a); return arg; }
int main(void) { START(f); JOIN; pthread_mutex_lock(&a); }
C
says "a lock that nobody gives back" 'T0 waits in pthread_mutex_lock\(&a\) for T1 \(has it since step [0-9]+\), which is over' over.c

program wakeup <<'C'
void *f(void *arg)
{
    pthread_mutex_lock(&a);
    pthread_cond_wait(&c, &a);
    pthread_mutex_unlock(&a);
    return arg;
}
int main(void) { START(f); pthread_cond_signal(&c); JOIN; }
C
says "a lost wake-up" 'T0 signalled c at step [0-9]+, when nobody waited; T1 waits since step [0-9]+' wakeup.c

program semaphores <<'C'
#include <semaphore.h>
sem_t left, right;
void *f(void *arg) { sem_wait(&left); sem_wait(&right); sem_post(&right); sem_post(&left); return arg; }
int main(void)
{
    sem_init(&left, 0, 1);
    sem_init(&right, 0, 1);
    START(f);
    sem_wait(&right);
    sem_wait(&left);
    JOIN;
}
C
says "a circle of semaphores" 'T0 waits in sem_wait\(&left\) for T1 \(has it since step [0-9]+\), T1 in sem_wait\(&right\) for T0 \(has it since step [0-9]+\)' semaphores.c

program spins <<'C'
atomic_int one, two;
void *f(void *arg)
{
    while (!one)
        ;
    two = 1;
    return arg;
}
int main(void)
{
    START(f);
    while (!two)
        ;
    one = 1;
    JOIN;
}
C
says "a hang" '(T0 spins at spins.c:2[0-9].*, )?T1 spins at spins.c:1[0-9] while one is 0, and nothing can change that any more' spins.c

program endless <<'C'
void *f(void *arg)
{
    for (;;)
        ;
    return arg;
}
int main(void) { START(f); JOIN; }
C
says "a loop without an exit" 'T1 turns in a loop without an exit at endless.c:1[0-9], and nothing can change that any more' endless.c

program raced <<'C'
void *f(void *arg) { x = 1; return arg; }
int main(void) { START(f); y = x; JOIN; }
C
says "a data race" 'T[01] (wrote|read) x at step [0-9]+, T[01] (reads|writes) it at step [0-9]+, and nothing orders the two' --races error raced.c

program null <<'C'
void *f(void *arg) { p = 0; return arg; }
int main(void) { p = &x; START(f); if (p) y = *p; JOIN; }
C
says "a look and a use" 'T0 read p at step [0-9]+ and again at step [0-9]+; T1 wrote it between them, at step [0-9]+' null.c

program torn <<'C'
void *f(void *arg) { x = 1; y = 1; return arg; }
int main(void) { START(f); assert(x == y || y == 0); JOIN; }
C
says "a value that is no longer there" 'T0 read x at step [0-9]+; T1 wrote it since, at step [0-9]+' torn.c

program seen <<'C'
void *f(void *arg) { x = 1; return arg; }
int main(void) { START(f); JOIN; assert(x == 0); }
C
says "what another thread wrote" 'T0 read x at step [0-9]+ as T1 wrote it at step [0-9]+' seen.c

program scope <<'C'
int *q;
void make(void *(*f)(void *)) { int here = 3; q = &here; START(f); }
void *f(void *arg) { x = *q; return arg; }
int main(void) { make(f); JOIN; }
C
says "a scope that has ended" 'the scope of here ended in T0 at step [0-9]+, and T1 still uses it' scope.c

program lost <<'C'
void *f(void *arg) { p = malloc(4); return arg; }
int main(void) { START(f); f(0); JOIN; free(p); }
C
says "memory that is lost" 'T[01] wrote over p at step [0-9]+, which pointed to malloc#1' --leaks lost.c

program unlocked <<'C'
void *f(void *arg) { pthread_mutex_unlock(&a); return arg; }
int main(void) { pthread_mutex_lock(&a); START(f); JOIN; }
C
says "a lock of another" 'before that, a was used by T0 at step [0-9]+: pthread_mutex_lock\(&a\)' unlocked.c

program act <<'C'
void *f(void *arg)
{
    pthread_mutex_lock(&a);
    int enough = x >= 7;
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(&a);
    if (enough)
        x -= 7;
    pthread_mutex_unlock(&a);
    return arg;
}
int main(void) { x = 10; pthread_create(&self, 0, f, 0); START(f); JOIN; pthread_join(self, 0); assert(x >= 0); }
C
says "a look and an act, judged by another thread" 'T([12]) read x at step [0-9]+ and again at step [0-9]+; T[12] wrote it between them, at step [0-9]+' act.c

program inside <<'C'
atomic_int wants[2], in;
void enter(int me)
{
    if (wants[!me])
        return;
    wants[me] = 1;
    int others = in++;
    assert(others == 0);
    in--;
    wants[me] = 0;
}
void *f(void *arg) { enter(1); return arg; }
int main(void) { START(f); enter(0); JOIN; }
C
says "a look that is no longer true" 'T([01]) read wants\[[01]\] at step [0-9]+; T[01] wrote it since, at step [0-9]+' inside.c

program between <<'C'
atomic_int one;
void *f(void *arg) { one = 1; one = 2; return arg; }
int main(void)
{
    START(f);
    int i = one;
    assert(i < 2);
    JOIN;
}
C
says "the last thing that was seen of another" 'T0 read one at step [0-9]+ as T1 wrote it at step [0-9]+' between.c

program unsignalled <<'C'
void *f(void *arg)
{
    pthread_mutex_lock(&a);
    if (!x)
        pthread_cond_wait(&c, &a);
    assert(x);
    pthread_mutex_unlock(&a);
    return arg;
}
int main(void)
{
    START(f);
    pthread_mutex_lock(&a);
    x = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&a);
    JOIN;
}
C
says "a wait that ends without a signal" 'T1 left pthread_cond_wait\(&c, &a\) at step [0-9]+ without a signal, which may happen at any time: what it waits for is to be looked at again' unsignalled.c

program another <<'C'
void *f(void *arg)
{
    pthread_mutex_lock(&a);
    while (!x)
        pthread_cond_wait(&c, &a);
    pthread_mutex_unlock(&a);
    return arg;
}
int main(void)
{
    pthread_create(&self, 0, f, 0);
    START(f);
    pthread_mutex_lock(&a);
    x = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&a);
    JOIN;
    pthread_join(self, 0);
}
C
says "a signal that woke another" 'T([12]) waits at c since step [0-9]+; the last signal there, of T0 at step [0-9]+, woke T[12]' --no-spurious another.c

program barrier <<'C'
pthread_barrier_t gate;
void *f(void *arg) { pthread_barrier_wait(&gate); return arg; }
int main(void) { pthread_barrier_init(&gate, 0, 3); START(f); pthread_barrier_wait(&gate); JOIN; }
C
says "too few at a barrier" 'T0 waits in pthread_barrier_wait\(&gate\) since step [0-9]+, T1 in pthread_barrier_wait\(&gate\) since step [0-9]+, and nobody is left to end that' barrier.c

program undefined <<'C'
void *f(void *arg) { int *q = malloc(4); p = q; *q = 1; return arg; }
int main(void) { START(f); int *q = p; if (q && *q) y = 1; JOIN; }
C
says "what nobody has written yet" 'T0 read \*p at step [0-9]+, which had no value' undefined.c

program destroyed <<'C'
void *f(void *arg) { pthread_cond_signal(&c); return arg; }
int main(void) { START(f); pthread_cond_destroy(&c); JOIN; }
C
says "a condition that is gone" 'T0 destroyed c at step [0-9]+, and T1 still uses it' destroyed.c

# A thread that has not begun is not over.
program begun <<'C'
atomic_int one;
void *f(void *arg)
{
    while (!one)
        ;
    return arg;
}
int main(void) { START(f); JOIN; }
C
"$heddle" check -w --no-trace begun.c >begun.out 2>&1
check_that "nobody is over" sh -c 'grep -q "^FAILED: hang" begun.out && ! grep -q "is over" begun.out'

# The rows of the steps that it names are marked, also where they would not be shown.
run "$heddle" check --no-trace update.c
grep -cE '^> +[0-9]+ ' .out >marked
check_that "three rows are marked" grep -qx 3 marked
program shown <<'C'
void *f(void *arg) { if (p) { free(p); p = 0; } return arg; }
int main(void) { p = malloc(4); START(f); f(0); JOIN; }
C
"$heddle" check --no-trace shown.c >shown.out 2>&1
check_that "a row that tells nothing else" grep -qE '^> +[0-9]+ .* p is malloc#1' shown.out
"$heddle" check --no-trace -q --json update.json --sarif update.sarif --html update.html update.c >/dev/null 2>&1
check_that "in SARIF" sh -c 'test "$(grep -o "\"importance\": \"essential\"" update.sarif | wc -l)" = 4'
check_that "on the page" sh -c 'test "$(grep -o "\"matters\": true" update.html | wc -l)" = 3'

# The other front ends.
sed 's/^/    /' >broken.casm <<'C'
shared [1] = 0;
process P[2] { spin: cmp [1] 0; jne spin; mov [1] 1; crit: noop; mov [1] 0; jmp spin; }
invariant count(P@crit) <= 1;
C
expect 1 "is lost" "$heddle" asm --no-trace --width 200 broken.casm
cc -g -o phil "$root/examples/native/phil.c"
expect 1 "T0 waits in semop(set 0, 0) for T1 (has it since step 8)" "$heddle" native --no-trace --width 200 -- ./phil

# Failures that the program calls such itself.
program aborts <<'C'
void *f(void *arg) { x++; return arg; }
int main(void)
{
    START(f);
    x++;
    JOIN;
    if (x == 2)
        return 0;
#ifdef STATUS
    return 3;
#else
    abort();
#endif
}
C
lost='T0 read x at step [0-9]+ and wrote it at step [0-9]+; the write of T1 between them, at step [0-9]+, is lost'
says "an abort" "$lost" aborts.c
says "an exit status" "$lost" -DSTATUS --exit-status aborts.c
cat >throws.cpp <<'C'
#include <atomic>
#include <stdexcept>
#include <thread>
std::atomic<int> slots{1};
static void take()
{
    if (slots > 0 && slots.fetch_sub(1) <= 0)
        throw std::runtime_error("no slot");
}
int main()
{
    std::thread a(take), b(take);
    a.join();
    b.join();
}
C
says "an exception that nobody catches" 'T[12] read slots at step [0-9]+; T[12] wrote it since, at step [0-9]+' throws.cpp

cat >fills.cpp <<'C'
#include <thread>
#include <vector>
std::vector<int> v;
static void fill(int n)
{
    v.push_back(n);
}
int main()
{
    std::thread a(fill, 1), b(fill, 2);
    a.join();
    b.join();
}
C
fills='std::vector<int>::push_back\(&v, &n\)'
says "a container without a lock" "T[12] in $fills read at step [0-9]+ what T[12] in $fills wrote at step [0-9]+" fills.cpp

# Stores that wait in a buffer.
program buffers <<'C'
int seen, seen_too;
void *f(void *arg) { x = 1; seen = y; return arg; }
int main(void) { START(f); y = 1; seen_too = x; JOIN; assert(seen || seen_too); }
C
says "reads that go past stores" 'T[01] wrote [xy] at step [0-9]+ and read [xy] at step [0-9]+, but the write (has not reached memory|reached memory at step [0-9]+ only); T[01] read the old [xy] at step [0-9]+' \
    --memory tso buffers.c
program passes <<'C'
void *f(void *arg) { x = 1; y = 1; return arg; }
int main(void) { START(f); if (y) assert(x); JOIN; }
C
says "stores that go past stores" 'T1 wrote x at step [0-9]+ and then y, which reached memory first, at step [0-9]+; T0 read it at step [0-9]+, and the old x at step [0-9]+' \
    --memory pso passes.c
says "buffers that are not to blame" "$lost" --memory tso update.c

run "$heddle" check --no-trace -q --json out.json abba.c
check_that "JSON has it" grep -q '"summary": "T0 waits in pthread_mutex_lock(&b) for T1' out.json

# Failures that are told as a list: over execution graphs, and of SPIN's model.
program old <<'C'
atomic_int data, ready;
void *f(void *arg)
{
    atomic_store_explicit(&data, 42, memory_order_relaxed);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return arg;
}
int main(void)
{
    START(f);
    if (atomic_load_explicit(&ready, memory_order_relaxed))
        assert(atomic_load_explicit(&data, memory_order_relaxed) == 42);
    JOIN;
}
C
weak() { # NAME SENTENCE ARGUMENT...: the same with --memory rc11, which --self-check does not go with
    name=$1 said=$2
    shift 2
    "$heddle" check --memory rc11 --width 200 --trace weak.trace --sarif weak.sarif "$@" >weak.out 2>&1
    "$heddle" replay --width 200 weak.trace >again.out 2>&1
    check_that "$name" grep -qxE -- "  $said" weak.out
    check_that "$name, replayed" grep -qxE -- "  $said" again.out
    check_that "$name, in SARIF" grep -qE -- "$said" weak.sarif
    check_that "$name, with a flow" grep -q '"id": "T1"' weak.sarif
}
weak "an old value" 'T0 read an old value of data at step [0-9]+: the write of T1 at step [0-9]+ does not happen before it' old.c
weak "a circle, by graphs" 'T[01] waits in pthread_mutex_lock\(&[ab]\) for T[01] \(has it since step [0-9]+\), T[01] in pthread_mutex_lock\(&[ab]\) for T[01] \(has it since step [0-9]+\)' abba.c
weak "a data race, by graphs" 'T[01] (wrote|read) x at step [0-9]+, T[01] (reads|writes) it at step [0-9]+, and nothing orders the two' raced.c
run "$heddle" check --memory rc11 --no-trace -q --html old.html old.c
check_that "its steps are marked" sh -c 'test "$(grep -o "\"matters\": true" old.html | wc -l)" = 2'
run "$heddle" promela --check -q --sarif model.sarif --json model.json update.c
check_that "SPIN's trail in SARIF" sh -c 'grep -q "\"id\": \"T1\"" model.sarif && grep -q "\"codeFlows\"" model.sarif'
check_that "and in JSON" grep -q '"step": 1,' model.json
