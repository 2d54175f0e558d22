# The stateless engine: exact numbers of executions, the same verdicts, what is refused.
. "$(dirname "$0")/lib"
programs=$root/tests/scalable

check() { # STATUS PATTERN SEARCH OPTIONS...
    status_wanted=$1 pattern=$2 search=$3
    shift 3
    expect "$status_wanted" "$pattern" "$heddle" check --engine stateless --search "$search" --no-trace -q "$@"
}

# An optimal search takes each run once, up to the order of independent steps.
optimal() { # COUNT PROGRAM OPTIONS...
    count=$1 program=$2
    shift 2
    check 0 "; $count execution" optimal "$@" "$programs/$program"
}

optimal 1 indexer.c -DN=11
optimal 8 indexer.c -DN=12
optimal 64 indexer.c -DN=13
optimal 64 lastzero.c -DN=5
optimal 704 lastzero.c -DN=8
optimal 19 fib_bench.c -DN=2
optimal 141 fib_bench.c -DN=3
optimal 1,107 fib_bench.c -DN=4
optimal 140 fib_bench.c -DN=2 -DNOJOIN
optimal 1,698 fib_bench.c -DN=3 -DNOJOIN
optimal 6 philosophers.c -DN=3
optimal 14 philosophers.c -DN=4
optimal 30 philosophers.c -DN=5
optimal 90 philosophers.c -DN=3 -DR=2
optimal 786 philosophers.c -DN=4 -DR=2
optimal 4 msqueue.c -DE=1 -DD=1
optimal 188 msqueue.c -DE=2 -DD=1
optimal 1,054 msqueue.c -DE=1 -DD=3
optimal 6 mutex_algo.c -DTICKET -DN=3
optimal 24 mutex_algo.c -DTICKET -DN=4
optimal 36 mutex_algo.c -DTTAS -DN=3
optimal 4 mutex_algo.c -DFILTER -DN=2
optimal 145 mutex_algo.c -DFILTER -DN=3
optimal 1,676 mutex_algo.c -DFILTER -DN=2 -DR=4
optimal 24 counter.c -DN=4
optimal 24 counter.c -DN=4 -DMUTEX
optimal 36 counter.c -DN=3 -DRACY -DNOCHECK
optimal 576 counter.c -DN=4 -DRACY -DNOCHECK
optimal 256 readers.c -DN=8
optimal 14 cas_chain.c -DN=4
optimal 43 cas_chain.c -DN=5
optimal 144 cas_chain.c -DN=6
optimal 523 cas_chain.c -DN=7
optimal 2,048 cas_chain.c -DN=8
optimal 8,597 cas_chain.c -DN=9
if [ -n "${SOAK-}" ]; then
    optimal 512 indexer.c -DN=14
    optimal 4,096 indexer.c -DN=15
    optimal 3,328 lastzero.c -DN=10
    optimal 15,360 lastzero.c -DN=12
    optimal 8,953 fib_bench.c -DN=5
    optimal 73,789 fib_bench.c -DN=6
    optimal 19,605 fib_bench.c -DN=4 -DNOJOIN
    optimal 218,243 fib_bench.c -DN=5 -DNOJOIN
    optimal 62 philosophers.c -DN=6
    optimal 1,680 philosophers.c -DN=3 -DR=3
    optimal 61,340 philosophers.c -DN=4 -DR=3
    optimal 11,198 msqueue.c -DE=2 -DD=2
    optimal 120 mutex_algo.c -DTICKET -DN=5
    optimal 720 mutex_algo.c -DTICKET -DN=6
    optimal 5,040 mutex_algo.c -DTICKET -DN=7
    optimal 576 mutex_algo.c -DTTAS -DN=4
    optimal 14,400 mutex_algo.c -DTTAS -DN=5
    optimal 14,400 counter.c -DN=5 -DRACY -DNOCHECK
    optimal 32,768 readers.c -DN=15
fi

# Where a read is known to lead a thread that spins nowhere it is not tried: few runs are begun in vain.
run "$heddle" check --engine stateless --search optimal --no-trace -q -DTICKET -DN=6 "$programs/mutex_algo.c"
vain=$(sed -n 's/.* \([0-9]*\) redundant.*/\1/p' .out)
[ "${vain:-720}" -lt 400 ] || bad "most runs of a ticket lock are begun in vain" "$vain"

# Optimal begins none in vain, where source sets do.
run "$heddle" check --engine stateless --search dpor --no-trace -q -DN=8 "$programs/lastzero.c"
grep -q '704 executions, .* redundant' .out || bad "source sets begin no run in vain" "$(cat .out)"
run "$heddle" check --engine stateless --search optimal --no-trace -q -DN=8 "$programs/lastzero.c"
grep -q '704 executions, [0-9,]* transitions' .out || bad "optimal begins runs in vain" "$(cat .out)"

# The order in which the last two threads end is seen in every run.
for search in sleep dpor optimal; do
    check 0 "; 23 executions" $search "$root/tests/programs/races_last.c"
done

# A step that was asked for and cannot be taken takes nothing along that was put aside for it.
run "$heddle" check --engine stateless --search optimal --no-trace -q --outcomes "$root/tests/regress/fuzz-5139.c"
[ "$(grep -c '^exit' .out)" = 7 ] || bad "a run with a cancelled thread is missing" "$(cat .out)"

# The philosophers of the VeriSoft paper.
philosophers() { # PATTERN SEARCH N
    check 0 "$1" "$2" --allow-deadlock -DN="$3" "$programs/verisoft.c"
}
philosophers "4 executions, 18 transitions" full 2
philosophers "396 executions, 1,680 transitions" full 3
philosophers " 386,816 transitions" full 4
if [ "${SOAK-}" = all ]; then # minutes
    LIMIT=3600
    philosophers " 354,940,010 transitions" full 5
    LIMIT=60
fi
for n in 2 3 4 5 6; do
    philosophers "; $(((1 << n) - 1)) executions" optimal $n
    philosophers "; $(((1 << n) - 1)) executions" persistent+sleep $n
done

# Every search finds what is wrong, also where the system can only be reset.
for search in dpor optimal persistent+sleep sleep full random pct; do
    check 1 "FAILED: deadlock" $search -DN=3 -DDEADLOCK "$programs/philosophers.c"
    check 1 "FAILED: assertion" $search -DN=2 -DRACY "$programs/counter.c"
    case $search in persistent+sleep) continue ;; esac
    check 1 "FAILED: deadlock" $search --from-start -DN=3 -DDEADLOCK "$programs/philosophers.c"
    check 1 "FAILED: assertion" $search --from-start -DN=2 -DRACY "$programs/counter.c"
done
for search in dpor optimal sleep; do
    check 0 VERIFIED $search --from-start -DN=2 "$programs/fib_bench.c"
    check 1 "FAILED: assertion" $search -DN=3 -DBUG "$programs/fib_bench.c"
    check 1 "FAILED: assertion" $search -DFILTER -DN=2 -DBUG "$programs/mutex_algo.c"
done

# Several processes: each class of runs once as well, also with parts that are begun as late as they can be.
together() { # COUNT PROGRAM OPTIONS...
    count=$1 program=$2
    shift 2
    for search in dpor optimal; do
        check 0 "; $count execution" $search -j 3 "$@" "$programs/$program"
        for HEDDLE_LATE in 3 50; do
            export HEDDLE_LATE
            check 0 "; $count execution" $search -j 2 "$@" "$programs/$program"
        done
        unset HEDDLE_LATE
    done
}
together 320 lastzero.c -DN=7
together 141 fib_bench.c -DN=3
together 90 philosophers.c -DN=3 -DR=2
together 36 mutex_algo.c -DTTAS -DN=3
together 188 msqueue.c -DE=2 -DD=1
if [ -n "${SOAK-}" ]; then
    together 3,328 lastzero.c -DN=10
    together 8,953 fib_bench.c -DN=5
    together 576 mutex_algo.c -DTTAS -DN=4
    together 145 mutex_algo.c -DFILTER -DN=3
    together 11,198 msqueue.c -DE=2 -DD=2
fi
check 0 "; 1,056 executions" full -j 3 -DN=4 -DMUTEX "$programs/counter.c"
for search in sleep persistent+sleep; do
    check 0 "; 24 executions" $search -j 3 -DN=4 -DMUTEX "$programs/counter.c"
done
check 2 "--max-depth" dpor -j 3 --max-depth 12 -DN=3 "$programs/counter.c"
check 2 "more than 0 preemptions" full -j 3 --preemption-bound 0 -DN=3 "$programs/counter.c"
check 2 "the limit of 1 s" dpor -j 3 --max-time 1 -DN=9 "$programs/fib_bench.c"
check 2 "no error in 100 complete runs by chance; 100 executions" random -j 3 --runs 100 --seed 3 -DN=3 "$programs/counter.c"
check 64 "at most 64" dpor -j 65 -DN=3 "$programs/counter.c"
HEDDLE_LATE=4 && export HEDDLE_LATE
run "$heddle" check --engine stateless -j 2 --trace j.trace -DN=3 -DBUG "$programs/fib_bench.c"
unset HEDDLE_LATE
expect 1 "assertion failed" "$heddle" replay j.trace

# A process that is killed leaves its part unexplored.
cat >killed.sh <<'SH'
"$@" &
first=$!
while kill -0 $first 2>/dev/null; do # parts come and go: one that is through already is no loss
    sleep 0.05
    other=$(ps -o pid=,stat=,comm= --ppid $first | awk '$2 !~ /Z/ && $3 == "heddle" {print $1; exit}')
    [ -z "$other" ] || kill -9 $other 2>/dev/null
done
wait $first
SH
expect 2 "UNKNOWN: a process of the search ended before its part was explored" sh killed.sh \
    "$heddle" check --engine stateless -j 2 --no-trace -q -DN=9 "$programs/fib_bench.c"

# A counterexample is replayed as it was found.
run "$heddle" check --engine stateless --trace t.trace -DN=2 -DRACY "$programs/counter.c"
expect 1 "assertion failed" "$heddle" replay t.trace

# Bounds leave something out, and say so; one that leaves out nothing does not matter.
check 2 "--max-depth" dpor --max-depth 12 -DN=3 "$programs/counter.c"
check 0 VERIFIED dpor --max-depth 30 -DN=2 "$programs/counter.c"
check 2 "more than 0 preemptions" full --preemption-bound 0 -DN=3 "$programs/counter.c"
check 0 VERIFIED full --preemption-bound 9 -DN=2 "$programs/readers.c"
check 2 "no error in 100 complete runs by chance; 100 executions, 6 different" random --runs 100 --seed 3 -DN=3 \
    "$programs/counter.c"
check 2 "no error in 50 complete runs by chance" pct --runs 50 --changes 3 -DN=3 "$programs/counter.c"

# A proof without a complete run says so, and what chance covered is told.
cat >empty.c <<'C'
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
static void *nothing(void *arg) { return arg; }
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, nothing, 0);
    heddle_assume(heddle_choose(2) == HOW);
    return 0;
}
C
for search in dpor optimal persistent+sleep sleep full; do
    check 0 "in any interleaving, but an assumption fails in every run (" $search -DHOW=3 empty.c
    check 0 "in any interleaving (" $search -DHOW=1 empty.c
done
expect 0 "but no run comes to its end: assumptions fail before" "$heddle" check --json empty.json -DHOW=3 empty.c
grep -q '"vacuous": "but no run' empty.json || bad "the report does not say that the proof is vacuous" "$(cat empty.json)"
check 2 "no error in 0 complete runs by chance; 20 dropped: an assumption failed;" random --runs 20 -DHOW=3 empty.c
check 2 "no error in 0 complete runs by chance; 20 dropped: an assumption failed;" pct -j 2 --runs 20 -DHOW=3 empty.c
check 2 "no error in 0 complete runs by chance; 20 cut (--max-depth)" random --runs 20 --max-depth 2 -DHOW=1 empty.c

# A loop that goes on by itself is no proof.
cat >counts.c <<'C'
#include <pthread.h>
static unsigned n;
static void *count(void *a)
{
    for (;;)
        n++;
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, count, NULL);
    pthread_join(t, NULL);
    return 0;
}
C
check 2 "--max-depth" dpor counts.c
check 2 "--max-depth" optimal --from-start counts.c

# What others do while one thread's run is dropped is not lost, and what was done before counts; what a dropped
# section did is no error.
cat >dropped.c <<'C'
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
static int x, y;
static void *drops(void *a)
{
#ifdef SECTION
    heddle_atomic_begin();
#endif
    x = 1;
    heddle_assume(0);
    return a;
}
static void *fails(void *a)
{
    y = 1;
    assert(WRONG);
    return a;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, drops, NULL);
    pthread_create(&u, NULL, fails, NULL);
    pthread_join(t, NULL);
    return 0;
}
C
for search in dpor optimal persistent+sleep sleep full; do
    check 1 "FAILED: assertion" $search -DWRONG="y != 1" dropped.c
    check 1 "FAILED: assertion" $search -DWRONG="x != 1" dropped.c
    check 0 VERIFIED $search -DSECTION -DWRONG="x != 1" dropped.c
done

# What does not go together.
for other in "--reduction none" "--context-bound 1" "--thread-symmetry" "--max-states 3"; do
    # shellcheck disable=SC2086
    expect 64 "does not go with" "$heddle" check --engine stateless $other x.c
done
for only in "--search full" "--preemption-bound 1" "--runs 3" "--changes 1" "--seed 1" "--from-start"; do
    # shellcheck disable=SC2086
    expect 64 "needs --engine stateless" "$heddle" check $only x.c
done
expect 64 "needs --search full" "$heddle" check --engine stateless --preemption-bound 1 x.c
expect 64 "one number" "$heddle" check --engine stateless --search full --preemption-bound 1..3 x.c
expect 64 "--runs needs --search random or pct" "$heddle" check --engine stateless --runs 3 x.c
expect 64 "needs --search pct" "$heddle" check --engine stateless --search random --changes 3 x.c
expect 64 "does not go with --from-start" "$heddle" check --engine stateless --search persistent+sleep --from-start x.c
expect 64 "--engine stateless" "$heddle" check --engine stateless --termination x.c

# The process ends while another thread goes on for ever.
cat >goes_on.c <<'END'
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
static void *worker(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&m);
        x = 1;
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    x = 0;
    pthread_mutex_unlock(&m);
    return 0;
}
END
for jobs in 1 2; do
    expect 0 "no error in any interleaving (" "$heddle" check --engine stateless -j $jobs goes_on.c
done
# A reset ends all other threads: searches without states take it that they stay.
expect 64 "does not go with resets" "$heddle" check --engine stateless "$root/examples/reset.c"
expect 0 VERIFIED "$heddle" check --no-trace "$root/examples/reset.c"
expect 1 "the program is reset" "$heddle" check --no-trace -DTORN "$root/examples/reset.c"
expect 2 "resetting the program is not supported" "$heddle" check --memory rc11 "$root/examples/reset.c"
