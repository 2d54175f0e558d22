# Properties of runs that never end with -j N: the same graph, whoever explores it.
. "$(dirname "$0")/lib"
programs=$root/tests/live/programs

cat >check <<END_OF_FILE
#!/bin/sh
exec "$heddle" check --races off --no-trace -q "\$@"
END_OF_FILE
chmod +x check

figures() { # ARGUMENTS...: the word and the numbers of a run
    ./check "$@" 2>&1 | sed -n 's/^\([A-Z]*\): .*; \([0-9,]* states, [0-9,]* transitions\{0,1\}\).*/\1 \2/p'
}

same() { # WITH JOBS... -- ARGUMENTS...: as with the first number of processes
    first=$1 all=$*
    shift
    several=
    while [ "$1" != -- ]; do
        several="$several $1"
        shift
    done
    shift
    one=$(figures -j "$first" "$@")
    for jobs in $several; do
        other=$(figures -j "$jobs" "$@")
        echo "$one" >.out
        [ -n "$one" ] && [ "$one" = "$other" ] && passed=$((passed + 1)) || bad "-j $jobs: $other" "$all"
    done
}

# All is explored: the numbers are those of one process, if nothing is put off.
same 1 2 5 -- --fair weak --no-starvation "$programs/ticket.c"
same 1 3 -- -DFOOTMAN --no-starvation --fair strong "$programs/philosophers.c"
same 1 2 4 -- --fair weak --ltl 'G ("call[2]" -> F "car.floor == 2")' "$programs/elevator.c"
same 1 2 -- --reduction none --ltl 'GF (in0 || in1)' "$programs/mutex.c"
same 1 2 -- --memory tso --allow-deadlock --termination -DONCE "$programs/philosophers.c"
# With persistent sets, or where a run is found, they are the same for all that are several.
same 2 3 5 -- -DFOOTMAN --ltl 'GF anybody' "$programs/philosophers.c"
same 2 4 -- --ltl 'G !(in0 && in1)' "$programs/bakery.c"
same 2 3 4 -- --ltl 'G ("level[0]" -> F "inside[0]")' "$programs/filter.c"

# The run that is found replays to the same error.
replays() { # JOBS OPTIONS... PROGRAM
    jobs=$1
    shift
    rm -f run.trace
    run "$heddle" check --races off -j "$jobs" --trace run.trace "$@"
    error=$(grep -m1 ': error: ' .out)
    [ $status = 1 ] && [ -n "$error" ] && passed=$((passed + 1)) || bad "exit status $status" "-j $jobs $*"
    expect 1 "$error" "$heddle" replay --self-check run.trace
}
for jobs in 2 4; do
    replays $jobs --no-starvation "$programs/mutex.c"
    replays $jobs --fair strong --ltl 'G ("call[2]" -> F "car.floor == 2")' -DLOWEST "$programs/elevator.c"
    replays $jobs -DFOOTMAN --termination "$programs/philosophers.c"
    replays $jobs --ltl 'GF anybody' "$programs/philosophers.c"
done

# A ring in which each thread copies its neighbour's cell, from any values.
cat >ring.c <<'END_OF_FILE'
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int cell[N];

static int moved(void)
{
    return cell[0] != 0;
}

static void *root(void *arg)
{
    for (;;)
        if (cell[0] == cell[N - 1])
            cell[0] = (cell[0] + 1) % K;
    return arg;
}

static void *other(void *arg)
{
    int me = (int)(intptr_t)arg;

    for (;;)
        if (cell[me] != cell[me - 1])
            cell[me] = cell[me - 1];
    return NULL;
}

int main(void)
{
    pthread_t t[N];

    for (int i = 0; i < N; i++)
        cell[i] = heddle_choose(K);
    pthread_create(&t[0], NULL, root, NULL);
    for (int i = 1; i < N; i++)
        pthread_create(&t[i], NULL, other, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
END_OF_FILE
same 1 3 -- -DN=4 -DK=3 --fair weak --ltl 'GF moved' ring.c
# What is near is found before all is explored: there are millions of states.
cat >near.c <<'END_OF_FILE'
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turns, sum, on;

static void *turn(void *arg)
{
    for (;;)
        on = !on;
    return arg;
}

static void *count(void *arg)
{
    for (int i = 0; i < 1000; i++) {
        turns++;
        sum += turns;
    }
    return arg;
}

int main(void)
{
    pthread_t t[3];

    pthread_create(&t[0], NULL, turn, NULL);
    pthread_create(&t[1], NULL, count, NULL);
    pthread_create(&t[2], NULL, count, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
END_OF_FILE
for jobs in 2 3; do
    expect 1 "FAILED: ltl" ./check -j $jobs --max-states 20000 --ltl 'F "turns > 900"' near.c
done

# Limits hold for all together, and end in order.
expect 2 "the limit of 9000 states" ./check -j 3 -DN=7 -DK=4 --fair weak --max-states 9000 --ltl 'GF moved' ring.c
expect 2 "--max-time" ./check -j 2 -DN=7 -DK=4 --fair weak --max-time 1s --ltl 'GF moved' ring.c
expect 2 "--max-memory" ./check -j 2 -DN=7 -DK=4 --fair weak --max-memory 3m --ltl 'GF moved' ring.c

expect 2 "no addresses are left" sh -c "ulimit -v 4000000; ./check -j 2 -DN=4 -DK=3 --fair weak --ltl 'GF moved' ring.c"

# A process that is killed, and one that is told to end.
for end in "KILL last" "INT first" "TERM first"; do
    setsid ./check -j 3 -DN=7 -DK=4 --fair weak --ltl 'GF moved' --max-time 60s ring.c >.out 2>&1 </dev/null &
    main=$!
    for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        sleep 0.3
        victim=$(pgrep -P $main | tail -n 1)
        [ -n "$victim" ] && [ "$try" -gt 4 ] && break
    done
    [ "${end#* }" = last ] || victim=$main
    kill -"${end% *}" "$victim"
    wait $main
    status=$?
    case $end in
    KILL*) says="a process of the search ended before its time" ;;
    *) says="UNKNOWN: interrupted" ;;
    esac
    [ $status = 2 ] && grep -q "$says" .out && passed=$((passed + 1)) || bad "exit status $status after $end" "kill"
    check_that "nothing is left of the others" sh -c "! pgrep -P $main"
done

# An error and a hang are found too, whatever the property is.
cat >wrong.c <<'END_OF_FILE'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b;

static void *one(void *arg)
{
    a = 1;
#ifdef HANGS
    while (!b)
        ;
#endif
    assert(a == 1);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, one, NULL);
#ifndef HANGS
    a = 2;
#endif
    pthread_join(t, NULL);
    return 0;
}
END_OF_FILE
expect 1 "FAILED: assertion" ./check -j 2 --ltl 'G "a < 3"' wrong.c
replays 3 --ltl 'G "a < 3"' wrong.c
for jobs in 1 2 4; do
    expect 1 "FAILED: hang" ./check -j $jobs -DHANGS --ltl 'G "a < 3"' wrong.c
    expect 0 "VERIFIED" ./check -j $jobs -DHANGS --allow-hang --ltl 'G "a < 3"' wrong.c
done
replays 2 -DHANGS --ltl 'G "a < 3"' wrong.c

# What does not go together.
for property in --termination --no-starvation --no-livelock '--ltl=G "a < 3"'; do
    expect 64 "one process searches there" ./check -j 2 "$property" --engine ndfs wrong.c
    expect 64 "one process searches there" ./check -j 2 "$property" --engine dfs wrong.c
    expect 64 "--engine bfs does not go with" ./check -j 2 "$property" --engine bfs wrong.c
    expect 64 "does not go with" ./check -j 2 "$property" --reduction sleep wrong.c
    expect 64 "does not go with" ./check -j 2 "$property" --thread-symmetry wrong.c
    expect 64 "--checkpoint does not go with -j" ./check -j 2 "$property" --checkpoint x wrong.c
    expect 64 "--store compact does not go with" ./check -j 2 "$property" --store compact wrong.c
    expect 64 "--mpi does not go with" ./check -j 2 "$property" --mpi wrong.c
done
expect 64 "-j does not go with --ctl" ./check -j 2 --ctl 'AG "a < 3"' wrong.c
