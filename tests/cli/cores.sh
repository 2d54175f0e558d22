# --engine bfs -j N: the same states, whoever explores them.
. "$(dirname "$0")/lib"
programs=$root/tests/scalable

figures() { # OPTIONS...: of a run
    "$heddle" check --races off --no-trace -q --engine bfs "$@" 2>&1 | sed -n 's/.*; \([0-9,]* states, [0-9,]* transitions\).*/\1/p'
}

# The same numbers for any number of processes.
same() { # PROGRAM OPTIONS...
    program=$1
    shift
    one=$(figures "$@" "$programs/$program")
    for jobs in 2 5; do
        several=$(figures -j $jobs "$@" "$programs/$program")
        echo "$one" >.out
        [ -n "$one" ] && [ "$one" = "$several" ] && passed=$((passed + 1)) || bad "-j $jobs: $several" "$program $*"
    done
}
same philosophers.c -DN=3 -DR=2
same msqueue.c -DE=2 -DD=1
same mutex_algo.c -DTICKET -DN=3
same lastzero.c -DN=2 --reduction none
same counter.c -DN=4 --reduction store-visibility,heap-symmetry

# A shortest counterexample, as with one process.
for program in "philosophers.c -DN=3 -DDEADLOCK" "msqueue.c -DE=2 -DD=2 -DBUG" "counter.c -DN=3 -DRACY"; do
    for jobs in 1 2 4; do
        # shellcheck disable=SC2086
        run "$heddle" check --races off --engine bfs -j $jobs --trace $jobs.trace ${program#* } "$programs/${program%% *}"
        sed -n 's/.*after \([0-9]*\) steps.*(no trace has fewer steps).*/\1/p' .out >steps.$jobs
        [ $status = 1 ] && [ -s steps.$jobs ] && passed=$((passed + 1)) || bad "no shortest error with -j $jobs" "$program"
        expect 1 FAILED "$heddle" replay $jobs.trace
    done
    cmp -s steps.1 steps.2 && cmp -s steps.1 steps.4 && passed=$((passed + 1)) || bad "another number of steps" "$program"
done

# Outcomes of all processes.
for jobs in 1 4; do
    "$heddle" check --races off -q --engine bfs -j $jobs --outcomes "$root/tests/programs/races_compare.c" 2>&1 |
        grep '^exit' >outcomes.$jobs
done
check_that "the outcomes are the same" cmp outcomes.1 outcomes.4
check_that "there are fifteen" test "$(wc -l <outcomes.4)" = 15

# Limits hold for all together.
expect 2 "the limit of 3000 states" "$heddle" check --races off -q --engine bfs -j 3 --max-states 3000 -DN=4 -DR=3 "$programs/philosophers.c"
expect 2 "--max-time" "$heddle" check --races off -q --engine bfs -j 2 --max-time 1s -DN=6 -DR=4 "$programs/philosophers.c"
expect 2 "--max-memory" "$heddle" check --races off -q --engine bfs -j 2 --max-memory 8m -DN=6 -DR=4 "$programs/philosophers.c"
expect 2 "--max-depth" "$heddle" check --races off -q --engine bfs -j 2 --max-depth 9 -DN=3 "$programs/philosophers.c"

# A process that is killed ends the search in order.
"$heddle" check --races off -q --engine bfs -j 3 --max-time 60s -DN=6 -DR=4 "$programs/philosophers.c" >.out 2>&1 &
main=$!
for try in 1 2 3 4 5 6 7 8 9 10; do
    sleep 0.3
    victim=$(pgrep -P $main | tail -n 1)
    [ -n "$victim" ] && [ "$try" -gt 3 ] && break
done
kill -9 "$victim"
wait $main
status=$?
[ $status = 2 ] && grep -q "a process of the search ended before its time" .out && passed=$((passed + 1)) ||
    bad "exit status $status after a process was killed" "kill -9"
check_that "nothing is left of the others" sh -c "! pgrep -P $main"

# What shares no more than states.
expect 64 "does not go with --reduction sleep" "$heddle" check --engine bfs -j 2 --reduction sleep "$programs/counter.c"
expect 64 "does not go with --context-bound" "$heddle" check --engine bfs -j 2 --context-bound 1 "$programs/counter.c"
expect 64 "does not go with --thread-symmetry" "$heddle" check --engine bfs -j 2 --thread-symmetry "$programs/counter.c"
expect 64 "--engine bfs does not go with properties of runs that never end" "$heddle" check --engine bfs -j 2 --termination "$programs/counter.c"
expect 64 "one process searches there" "$heddle" check --engine dfs -j 2 "$programs/counter.c"
