# What the rows of a trace say: the object, the value and the call of each event, and nothing that is cut.
. "$(dirname "$0")/lib"

rows() { # WHAT REGEX FILE ARGUMENT...: the report of a failing check has a line like this
    what=$1 regex=$2
    shift 2
    run "$heddle" check --self-check --no-trace "$@"
    if [ $status != 1 ]; then
        bad "$what: exit status $status, not 1" "$*"
    elif ! grep -qE -- "$regex" .out; then
        bad "$what: no row like $regex" "$*"
    else
        passed=$((passed + 1))
    fi
}

lacks() { # WHAT REGEX: the last report has no such line
    if grep -qE -- "$2" .out; then
        bad "$1: a row like $2" "the last one"
    else
        passed=$((passed + 1))
    fi
}

programs=$root/tests/programs
for i in 0 1 2; do
    rows "locks in a loop" "pthread_mutex_lock\\(&mu\\[$i\\]\\) +mu\\[$i\\] locked by T" "$programs/report_locks.c"
    rows "unlocks in a loop" "pthread_mutex_unlock\\(&mu\\[$i\\]\\) +mu\\[$i\\] unlocked" "$programs/report_locks.c"
    rows "semaphores in a loop" "sem_post\\(&s\\[$i\\]\\) +s\\[$i\\] = 1" "$programs/report_semaphores.c"
done
rows "a list that is walked through" 'p->v\+\+ +head->next->v = 1' "$programs/report_list.c"
rows "the lock of a callee's variable" 'pthread_mutex_lock\(&p->mu\) +head->mu locked by T0' "$programs/report_list.c"
rows "a member at -O2" 's\.sum \+= 20 +s\.sum = 20' -O2 "$programs/report_parts.c"
rows "a pointer among them" 's\.in\.p = &cell +s\.in\.p = &cell' -O2 "$programs/report_parts.c"
rows "a character among them" "s\\.in\\.c\\[2\\] = 'x' +s\\.in\\.c\\[2\\] = 'x'" -O2 "$programs/report_parts.c"
rows "a variable kept as a bit" 'state = 7 +state = 7' -O2 "$programs/report_parts.c"
rows "a number of one byte with a sign" 's = -56 +s = -56' "$programs/report_small.c"
rows "one by another name" 'eight = -3 +eight = -3' "$programs/report_small.c"
rows "and one without" 'u = 200 +u = 200' "$programs/report_small.c"
rows "bit-fields of one byte" 'own = \{low = 1, high = 1[45], three = -2\}' --width 120 "$programs/report_small.c" -DSHOWN
rows "a compare-exchange that fails" 'fails spuriously: x is 0' --width 120 "$programs/report_exchange.c"
lacks "it wrote nothing" 'x = 0'

rows "the first who is woken" 'cond_signal\(&cv\) +cv wakes T[12]$' "$programs/report_woken.c"
lacks "one who was woken before" 'wakes T[12], T[12]'
rows "nobody is left" 'cond_signal\(&cv\) +cv wakes nobody' "$programs/report_woken.c"
rows "whom a broadcast finds" 'cond_broadcast\(&cv\) +cv wakes T[12]$' -DBROADCAST "$programs/report_woken.c"
rows "an addition to what was never set" 'p->added\+\+ +p->added = undefined' "$programs/report_unset.c"
rows "an exchange of it" 'atomic_exchange\(&p->stored, 4\) +p->stored = 4' --width 120 "$programs/report_unset.c"
rows "a global before another thread's local" 'pthread_mutex_lock\(&all->mu\) +all->mu locked by T0' "$programs/report_alias.c"
rows "a local of its own before a global" 'pthread_mutex_lock\(&own->mu\) +all->mu locked by T0' -DOWN "$programs/report_alias.c"

rows "a long double" 'number = 3\.25L +number = 3\.25$' "$programs/report_wide.c"
rows "one that is read" ' number is 4\.25$' "$programs/report_wide.c"
rows "a member" 'both\.second = -0\.125L +both\.second = -0\.125$' "$programs/report_wide.c"
rows "sixteen bytes" 'whole = 1267650600228229401496703205381$' --width 150 "$programs/report_wide.c"
lacks "a half" 'whole.*whole = 5$|number\+8|partly written'
rows "below zero" 'whole = -7 +whole = -7$' "$programs/report_wide.c"
rows "without a sign" '340282366920938463463374607431768211455$' --width 150 "$programs/report_wide.c"
rows "an atomic one" 'atomic = -1 +atomic = -1$' "$programs/report_wide.c"
lacks "what the library allocates for it" 'malloc#1 gone|scope of'
rows "the program's own has the first number" 'heap = malloc#1$' "$programs/report_wide.c"
printf '%s\n' '#include <assert.h>' '#include <pthread.h>' 'long double n;' 'void *f(void *a) { n = 3; return a; }' \
    'int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(0); }' >pieces.c
expect 1 'n = ...' "$heddle" check --no-trace --memory rc11 pieces.c
rows "a piece that another thread comes behind" 'reads a piece of number, which is 1\.5$' --width 120 -DTORN "$programs/report_wide.c"
rows "and the other" 'reads a piece of number, which is 3\.25 \(written' --width 120 -DTORN "$programs/report_wide.c"

for how in "" -DLOCAL; do
    # shellcheck disable=SC2086
    rows "whose variable $how" 'tail = &T1:m' $how "$programs/report_whose.c"
    rows "and the other's $how" 'tail = &T2:m' $how "$programs/report_whose.c"
    rows "as an argument $how" 'm = &T[12]:m' $how "$programs/report_whose.c"
    lacks "the function instead of the thread $how" 't:m|= &m'
    lacks "a place in the library $how" 'runtime|start\.c|thread-local\+'
done
rows "where it ended" 'thread-local variables of [0-9]+ bytes made at .*, ended with their thread' -DLOCAL \
    "$programs/report_whose.c"

cat >spins.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
atomic_int f, seen;
void *t(void *a)
{
    atomic_int m = 0;
    _Atomic(atomic_int *) p = &m;
    seen++;
    while (!*p)
        seen = seen;
    return a;
}
int main(void)
{
    pthread_t p, q;
    pthread_create(&p, 0, t, 0);
    pthread_create(&q, 0, t, 0);
    pthread_join(p, 0);
    pthread_join(q, 0);
    return f;
}
END
rows "a join of a hang names the thread" 'T0 main waits: pthread_join\(T[12]\)' --reduction tau spins.c

cat >whole.c <<'END'
#include <assert.h>
#include <pthread.h>
struct pair { pthread_mutex_t mu; int n; };
void take(char *bytes, struct pair *p, int *n) { assert(bytes && p && !n); }
void *w(void *a) { struct pair *p = a; take(a, p, &p->n); return a; }
int main(void)
{
    struct pair P = {PTHREAD_MUTEX_INITIALIZER, 0};
    pthread_t t;
    pthread_create(&t, 0, w, &P);
    pthread_join(t, 0);
    return 0;
}
END
rows "a whole struct as an argument" 'creates T1 w\(&main:P\)' whole.c
rows "by the type of the variable" 'bytes = &main:P, p = &main:P, n = &main:P\.n' --width 120 whole.c
rows "as void *" 'a = &main:P, p = &main:P' whole.c

cat >pool.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

typedef struct pool {
    pthread_mutex_t mu;
    pthread_cond_t not_empty;
    int jobs;
} pool;

static void *worker(void *arg)
{
    pool **pp = arg;

    pthread_mutex_lock(&(*pp)->mu);
    (*pp)->jobs--;
    pthread_mutex_unlock(&(*pp)->mu);
    return NULL;
}

static void submit(pool *pl)
{
    struct timespec ts;

    clock_gettime(CLOCK_REALTIME, &ts);
    pthread_mutex_lock(&pl->mu);
    pl->jobs++;
    pthread_cond_timedwait(&pl->not_empty, &pl->mu, &ts);
    pthread_mutex_unlock(&pl->mu);
}

static void run(pool *pl)
{
    pthread_t t;

    pthread_create(&t, NULL, worker, &pl);
    submit(pl);
    pthread_join(t, NULL);
    assert(pl->jobs == 1);
}

int main(void)
{
    pool *p = calloc(1, sizeof *p);

    pthread_mutex_init(&p->mu, NULL);
    pthread_cond_init(&p->not_empty, NULL);
    run(p);
    free(p);
    return 0;
}
END
rows "a variable of another function of main's thread" 'creates T1 worker\(&T0:pl\)' pool.c
lacks "main has no pl" 'main:pl'
rows "how a wait ends is not cut" '(wakes up without a signal|times out)' pool.c
lacks "nothing is cut" '…'
rows "a signal that a time-out uses up" 'times out, its signal is lost' --width 120 "$programs/cond_timed_spends.c"
rows "a struct is not its first member" 'timedwait\(&pl->not_empty, &pl->mu, &ts\)' --width 120 pool.c
rows "nothing is cut in few columns" 'locked by|^ +by T' --width 50 pool.c
lacks "nothing is cut in few columns" '…'

cat >bits.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <string.h>

static struct rec {
    unsigned a : 3, b : 5;
    char name[7];
} r = {1, 2, "abc"};

static void *worker(void *arg)
{
    r.b = 3;
    memset(&r, 0, sizeof r);
    return arg;
}

int main(void) { pthread_t t; pthread_create(&t, NULL, worker, NULL); pthread_join(t, NULL); assert(r.name[0]); }
END
rows "a bit-field" 'r\.b = 3 +r\.b = 3' bits.c
rows "more than a bit-field" 'memset\(&r, 0, sizeof r\) +r = \{a = 0, b = 0,' --width 120 bits.c
rows "the statement that fails" '! .* assert\(r\.name\[0\]\)  FAILS: r\.name\[0\] = 0' --width 120 bits.c

# Names of files: as they are from here, or whole.
mkdir elsewhere other
cp pool.c other/
cd elsewhere || exit 70
rows "a file of another folder" "^$(cd ../other && pwd)/pool.c:40: error: " "$(cd ../other && pwd)/pool.c"
cd ..

# A formula that the beginning of a run refutes.
cat >safe.c <<'END'
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

static void *worker(void *arg)
{
    y = 1;
    x = 1;
    x = 2;
    y = 3;
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
END
rows "the place of a violation" '^safe.c:10: error: the property does not hold: G "x < 2"' --ltl 'G "x < 2"' safe.c
lacks "what comes after it" 'y = 3'
rows "its row" '! +10 +G "x < 2"  FAILS: x = 2' --ltl 'G "x < 2"' safe.c
rows "until" '^safe.c:8: error:' --ltl '"y == 0" U "x == 1"' safe.c
rows "no beginning refutes it" 'its last state stays for ever' --ltl 'G F "x == 1"' safe.c
expect 1 'safe.c:10: error' "$heddle" check --ltl 'G "x < 2"' safe.c
expect 1 'safe.c:10: error' "$heddle" replay --self-check safe.trace

# What one line reads several times, with nobody else between, is told once; --all tells it each time.
cat >again.c <<'C'
#include <assert.h>
#include <pthread.h>
int x;
void *f(void *a)
{
    int n = x + x + x;
    x = 7;
    n += x;
    assert(n != 7);
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    x = 0;
    pthread_join(t, 0);
}
C
told() { # NUMBER ARGUMENT...: rows that say so
    number=$1
    shift
    "$heddle" check --no-trace "$@" again.c >told 2>&1
    check_that "rows of one read" test "$(grep -c 'x is 0' told)" = "$number"
}
told 1
told 3 --width 100 --all

# Calls that the optimiser inlined, as a debugger shows them: the same function twice in one, and through another.
cat >inlined.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static inline void check(int v)
{
    assert(v < 3);
}
static inline void bump(atomic_int *p)
{
    check(atomic_fetch_add(p, 1));
}
static void *t(void *a)
{
    bump(&n);
    bump(&n);
    return a;
}
int main(void)
{
    pthread_t x;
    pthread_create(&x, 0, t, 0);
    t(0);
    pthread_join(x, 0);
}
END
for level in -O1 -O2 -O3; do
    "$heddle" check $level inlined.c --trace inlined.trace >said
    check_that "inlined calls have frames, $level" sh -c "tr -s '\n ' ' ' <said | grep -Eq 'check, inlined.c:7 bump, inlined.c:11 t, inlined.c:16 '"
    "$heddle" replay inlined.trace >said
    check_that "and in a replay, $level" sh -c "tr -s '\n ' ' ' <said | grep -Eq 'check, inlined.c:7 bump, inlined.c:11 t, inlined.c:16 '"
    printf 'run\nbacktrace\n' | "$heddle" sim --load inlined.trace >said
    check_that "and in the simulator, $level" grep -q '(check, inlined at inlined.c:11 in bump, inlined at inlined.c:16' said
done
"$heddle" check inlined.c --no-trace >said
check_that "calls that are calls" sh -c "tr -s '\n ' ' ' <said | grep -Eq 'check, inlined.c:7 v = 3 bump, inlined.c:11 p = &n t, inlined.c:16 '"
cat >twice.c <<'END'
#include <pthread.h>
#include <stdlib.h>
static int *_Atomic top;
static inline int value(int *p) { return *p; }
static inline int use(int *p) { return value(p); }
static void *reader(void *a)
{
    int *p = top;
    return p && use(p) == 7 ? a : 0;
}
int main(void)
{
    pthread_t t;
    top = calloc(1, sizeof *top);
    pthread_create(&t, 0, reader, 0);
    free(top);
    pthread_join(t, 0);
}
END
"$heddle" check -O2 twice.c --no-trace >said
check_that "a variable that was handed on is shown once" grep -q '^    reader, twice.c:9  p = malloc#1 (freed)$' said
cat >lock.c <<'END'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static inline void both(pthread_mutex_t *x, pthread_mutex_t *y)
{
    pthread_mutex_lock(x);
    pthread_mutex_lock(y);
    pthread_mutex_unlock(y);
    pthread_mutex_unlock(x);
}
static inline void right(void) { both(&b, &a); }
static void *f(void *p) { both(&a, &b); return p; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    right();
    pthread_join(t, 0);
}
END
cc -O2 -g -o lock lock.c -lpthread
"$heddle" native --no-trace -- ./lock >said
check_that "inlined calls of a program that runs" sh -c "tr -s '\n ' ' ' <said | grep -Eq 'both, lock.c:6 right, lock.c:10 main, lock.c:16 '"
# Of a file that has changed since nothing is compiled again.
touch -d '1 hour' inlined.c
expect 1 't, inlined.c:7' "$heddle" check -O2 inlined.c --no-trace
