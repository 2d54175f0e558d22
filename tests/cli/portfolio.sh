# Two engines on one program: the first verdict counts, and nothing is left of the other.
. "$(dirname "$0")/lib"

cat >late.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 15
#endif
static atomic_int a[N + 1];

static void *worker(void *arg)
{
    int i = (int)(intptr_t)arg;

    atomic_store(&a[i], atomic_load(&a[i - 1]) + 1);
    return NULL;
}

int main(void)
{
    pthread_t t[N + 1];
    int sum = 0;

    for (int i = 1; i <= N; i++)
        pthread_create(&t[i], NULL, worker, (void *)(intptr_t)i);
    for (int i = 1; i <= N; i++)
        pthread_join(t[i], NULL);
    for (int i = 1; i <= N; i++)
        sum += a[i];
    assert(sum != WHICH);
    return 0;
}
END
expect 0 "search: optimal); 16,384 executions" "$heddle" check --json won.json -DWHICH=1 late.c
check_that "the report names the engine" grep -q '"engine": "stateless"' won.json
expect 2 "--max-time" "$heddle" check --engine dfs --max-time 1s -DWHICH=1 late.c
expect 2 "--max-time" "$heddle" check --engine auto --max-memory 8g --max-time 1s --reduction default -DWHICH=1 late.c
expect 1 "FAILED: assertion; 31 executions" "$heddle" check --trace late.trace -DWHICH=60 late.c
expect 1 "assertion" "$heddle" replay late.trace
check_that "nothing is left of the search that came second" sh -c "! pgrep -f '$heddle.*late[.]c'"

# Either engine decides, and both where they are compared.
for which in "0 1" "1 8"; do
    for start in 1000 0 -1000; do
        case $start in -*) by=execution ;; 0) by= ;; *) by=state ;; esac
        HEDDLE_HEAD_START=$start expect "${which% *}" "$by" "$heddle" check --no-trace -DN=8 -DWHICH="${which#* }" late.c
    done
    HEDDLE_BOTH=20 expect "${which% *}" state "$heddle" check --no-trace -DN=8 -DWHICH="${which#* }" late.c
done

# With four processors or more breadth first is a third.
for which in "0 1" "1 8"; do
    HEDDLE_HEAD_START=1000 HEDDLE_WIDE=-1000 expect "${which% *}" state \
        "$heddle" check -j 4 --json wide.json --trace wide.trace -DN=8 -DWHICH="${which#* }" late.c
    check_that "the report names the engine" grep -q '"engine": "bfs"' wide.json
done
expect 1 "assertion" "$heddle" replay wide.trace
HEDDLE_HEAD_START=1000 HEDDLE_WIDE=0 expect 2 "each of two searches had half of it" \
    "$heddle" check -j 4 --max-memory 1m -DN=12 -DWHICH=1 late.c
HEDDLE_HEAD_START=1000 HEDDLE_WIDE=-1000 expect 0 state "$heddle" check -j 3 --json wide.json -DN=8 -DWHICH=1 late.c
check_that "with three processors there is none" grep -q '"engine": "dfs"' wide.json
check_that "nothing is left of them" sh -c "! pgrep -f '$heddle.*late[.]c'"
expect 64 "one process searches there" "$heddle" check -j 4 --engine dfs late.c

# Small programs have one engine.
cat >small.c <<'END'
int main(void) { return 0; }
END
expect 0 "states" "$heddle" check small.c

# Where the set of states outgrows the memory, the other engine goes on.
expect 0 "search: optimal" "$heddle" check --max-memory 12m -DWHICH=1 late.c

# Other limits are the program's: nobody waits for the other engine.
cat >grows.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int n;
static void *kept[100];

static void *grow(void *arg)
{
    for (;;)
        kept[atomic_fetch_add(&n, 1)] = malloc(1 << 16);
    return arg;
}

int main(void)
{
    pthread_t t;

    for (int i = 0; i < 3; i++)
        pthread_create(&t, NULL, grow, NULL);
    pthread_exit(NULL);
}
END
LIMIT=20 expect 2 "--max-heap" "$heddle" check --max-heap 1m grows.c

# A search that neither engine ends.
ended() { # SIGNAL
    "$heddle" check -DN=40 -DWHICH=1 late.c >ended.out 2>&1 &
    search=$!
    sleep 2.5
    kill "-$1" $search
    wait $search 2>/dev/null
}
ended TERM
check_that "SIGTERM: UNKNOWN" [ $? = 2 ]
check_that "SIGTERM: it says so" grep -q "interrupted" ended.out
ended KILL
sleep 0.5
check_that "killed, it leaves no process behind" sh -c "! pgrep -f '$heddle.*late[.]c'"

# An error that few preemptions are enough for, far from where exhaustive searches begin: the scout finds it.
cat >far.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define N 5
static atomic_int cell;

static void *worker(void *arg)
{
    for (int i = 0; i < 6; i++) {
        int v = atomic_load(&cell);

        assert(!((long)arg == N / 2 && i == 3 && v == 1));
        atomic_store(&cell, v + 1);
    }
    return arg;
}

int main(void)
{
    pthread_t t[N];

    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
END
if [ "$(nproc)" -gt 1 ]; then # it shares no processor
    HEDDLE_SCOUT=0.1 expect 1 "FAILED: assertion" "$heddle" check --races off --max-time 30s --trace far.trace far.c
    expect 1 "assertion" "$heddle" replay far.trace
    check_that "nothing is left of the others" sh -c "! pgrep -f '$heddle.*far[.]c'"
fi
HEDDLE_SCOUT=1000 expect 2 "--max-time" "$heddle" check --races off --max-time 2s far.c
