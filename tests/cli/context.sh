# --context-bound: what is found within how many preemptions, what is said of it, and what it excludes.
. "$(dirname "$0")/lib"

# The two threads must alternate: K pieces, K - 1 switches, the last of them away from one that has ended.
cat >turns.c <<'END'
#include <assert.h>
#include <pthread.h>
volatile int turn;
static void *worker(void *arg)
{
    for (int i = (int)(long)arg; i < K; i += 2)
        if (turn == i)
            turn = i + 1;
    return 0;
}
int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, (void *)(long)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(turn != K);
    return 0;
}
END

# The state after the first join is met first with the first worker run by preempting main, which uses
# up a bound of 1; the error needs one preemption after it.
cat >again.c <<'END'
#include <assert.h>
#include <pthread.h>
volatile int x, y;
static void *first(void *arg)
{
    x = 1;
    return 0;
}
static void *add(void *arg)
{
    y = y + 1;
    return 0;
}
int main(void)
{
    pthread_t t, u;

    pthread_create(&t, 0, first, 0);
    pthread_join(t, 0);
    pthread_create(&t, 0, add, 0);
    pthread_create(&u, 0, add, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(y == 2);
    return 0;
}
END

# Leaving a thread that waits costs nothing; the error needs no preemption.
cat >waits.c <<'END'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int turn;
static void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    for (int i = (int)(long)arg; i < 4; i += 2) {
        while (turn != i)
            pthread_cond_wait(&c, &m);
        turn++;
        pthread_cond_broadcast(&c);
    }
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, (void *)(long)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(turn != 4);
    return 0;
}
END

for engine in dfs bfs; do
    for how in "" "--reduction none" "--reduction default --self-check"; do
        # shellcheck disable=SC2086
        for k in 2 3 4 5; do
            less=$((k - 3)) just=$((k - 2))
            [ $k = 2 ] || expect 2 "UNKNOWN: no error within $less preemption" \
                "$heddle" check --engine $engine $how -DK=$k --context-bound $less turns.c
            expect 1 "(context bound $just)" \
                "$heddle" check --engine $engine $how -DK=$k --context-bound $just turns.c
            expect 1 ", $just preemption" \
                "$heddle" check --engine $engine $how -DK=$k --context-bound 0..9 turns.c
        done
        # shellcheck disable=SC2086
        expect 2 "no error within 0 preemptions;" \
            "$heddle" check --engine $engine $how --context-bound 0 again.c
        # shellcheck disable=SC2086
        expect 1 "FAILED: assertion (context bound 1)" \
            "$heddle" check --engine $engine $how --context-bound 1 again.c
        # shellcheck disable=SC2086
        expect 1 "FAILED: assertion (context bound 0)" \
            "$heddle" check --engine $engine $how --context-bound 0 --no-spurious waits.c
    done
done

# Nothing is left out: one thread, or a bound that is high enough, the same in every engine.
echo 'int main(void) { return 0; }' >alone.c
expect 0 "the context bound 0 left out nothing" "$heddle" check --context-bound 0 alone.c
sed 's/turn != K/turn <= K/' turns.c >right.c
for engine in dfs bfs; do
    expect 2 "no error within 1 preemption;" "$heddle" check --engine $engine -DK=3 --context-bound 1 right.c
    expect 0 "the context bound 2 left out nothing" \
        "$heddle" check --engine $engine -DK=3 --context-bound 0..20 right.c
    expect 0 "the context bound 20 left out nothing" \
        "$heddle" check --engine $engine -DK=3 --context-bound 20 right.c
done

# The trace keeps to the bound and replays; JSON tells both numbers.
expect 1 "FAILED" "$heddle" check -DK=4 --context-bound 2..5 --json j --trace t turns.c
check_that "JSON has the bound" grep -q '"context_bound": 2,' j
check_that "JSON has the preemptions" grep -q '"preemptions": 2,' j
check_that "no claim beyond the bound" grep -q '"shortest": false,' j
expect 1 "2 preemptions" "$heddle" replay t
expect 1 "FAILED" "$heddle" check -DK=3 --json j --trace t turns.c
check_that "JSON has no bound" grep -q '"context_bound": null,' j
expect 2 "--max-states" "$heddle" check -DK=3 --context-bound 0..9 --max-states 9 right.c

# Supersteps may hide a run with as few preemptions, and the verdict says so.
steps="--reduction store-visibility,superstep --self-check"
# shellcheck disable=SC2086
expect 2 "no error within 1 preemption, counted between supersteps" \
    "$heddle" check -DK=3 $steps --context-bound 1 turns.c
# shellcheck disable=SC2086
expect 1 "FAILED: assertion" "$heddle" check -DK=3 $steps --context-bound 0..9 turns.c
# shellcheck disable=SC2086
expect 0 "left out nothing" "$heddle" check -DK=3 $steps --context-bound 0..9 right.c

# What it does not go with, and what it is not.
expect 64 "--max-depth" "$heddle" check --context-bound 1 --max-depth 9 right.c
expect 64 "persistent" "$heddle" check --context-bound 1 --reduction persistent right.c
expect 64 "not proved" "$heddle" check --context-bound 1 --reduction default,sleep right.c
for word in "" x -1 1x 1.. ..2 1.2 3..1 1..x 99999999999999999999; do
    expect 64 "--context-bound" "$heddle" check "--context-bound=$word" right.c
done
