# --thread-symmetry: how much it merges, what it notices, and that it changes no outcome.
. "$(dirname "$0")/lib"

states() { # OPTIONS...: of the search
    "$heddle" check --no-trace --json - "$@" 2>/dev/null | sed -n 's/.*"states": \([0-9]*\).*/\1/p'
}

# With N threads of one kind there are nearly N! times fewer states.
fewer() { # TIMES PROGRAM OPTIONS...
    times=$1 program=$root/tests/programs/$2
    shift 2
    plain=$(states "$@" "$program")
    merged=$(states --thread-symmetry "$@" "$program")
    check_that "$program $*: $plain states become $merged" [ "$((merged * times))" -lt "$plain" ]
}
fewer 4 symmetry_mutex.c -DN=3
fewer 30 symmetry_mutex.c -DN=5
fewer 9 symmetry_atomic.c -DN=4
fewer 25 symmetry_atomic.c -DN=5
fewer 5 symmetry_spin.c -DN=4
fewer 5 symmetry_spin.c -DN=4 -DOWN
fewer 4 symmetry_queue.c -DN=3
fewer 11 symmetry_queue.c -DN=4
fewer 2 symmetry_rwlock.c
fewer 5 symmetry_mutex.c --reduction store-visibility,heap-symmetry

# The verdict says whether it was in use to the end.
told=$root/tests/programs/symmetry_told.c
set -- "$heddle" check --no-trace --thread-symmetry -D_GNU_SOURCE
expect 0 "persistent,thread-symmetry)" "$@" "$told"
notices() { # STATUS WHAT OPTIONS...
    wanted=$1 what=$2
    shift 2
    expect "$wanted" "$what; --thread-symmetry is switched off, the search begins again" \
        "$heddle" check --no-trace --thread-symmetry -D_GNU_SOURCE "$@" "$told"
}
notices 1 "symmetry_told.c:69: a thread asks for its own handle" -DSELF -DFIRST=1
notices 1 "a thread asks which one it is" -DNUMBER -DFIRST=1
notices 1 "a thread is cancelled" -DCANCEL
notices 1 "the result of a thread is read" -DRESULT -DFIRST=1
joins="not all threads started alike are joined in one go, without reading results"
notices 1 "$joins" -DBETWEEN -DFIRST=1
notices 1 "$joins" -DCREATE -DFIRST=1
notices 1 "$joins" -DNEVER -DFIRST=1
notices 1 "a thread is joined by another than the first one" -DOTHER -DFIRST=1
notices 1 "a thread is joined inside an atomic section" -DATOMIC -DFIRST=1
notices 1 "a thread is polled" -DTRY -DFIRST=1
notices 0 "a thread's place is kept where others can jump to it" -DJUMP=0
notices 0 "a thread is polled" -DASK
notices 0 "a thread is detached by its handle" -DDETACH
notices 0 "a handle is overwritten by another thread than the first one" -DMEDDLE
notices 0 "a copy of a lock that was held is used" -DCOPY
check_that "switched off it is not named" sh -c "! $* -DASK $told 2>/dev/null | grep thread-symmetry"

expect 64 "--thread-symmetry does not go with --leaks" "$@" --leaks "$told"
expect 64 "--thread-symmetry does not go with --abstract" "$@" --abstract 0 "$told"
expect 64 "--thread-symmetry does not go with --context-bound" "$@" --context-bound 2 "$told"
expect 64 "--thread-symmetry does not go with --reduction sleep" "$@" --reduction default,sleep "$told"

# Random programs: the same verdict, and the same outcomes when there is no error.
same() { # SEED REDUCTIONS
    "$root/tests/symmetry/gen" "$1" >random.c
    run "$heddle" check --no-trace --max-states 5k --outcomes --reduction "$2" random.c
    first=$status
    grep '^exit ' .out >plain
    [ "$first" != 2 ] || return # too many states
    run "$heddle" check --no-trace --self-check --outcomes --reduction "$2" --thread-symmetry random.c
    grep '^exit ' .out >merged
    if [ "$first" != "$status" ] || { [ "$first" = 0 ] && ! cmp -s plain merged; }; then
        bad "another verdict or other outcomes" "tests/symmetry/gen $1, --reduction $2"
    else
        passed=$((passed + 1))
    fi
}
: "${SEED:=1}" "${PROGRAMS:=12}"
for seed in $(seq "$SEED" $((SEED + PROGRAMS - 1))); do
    same "$seed" default
    same "$seed" store-visibility,heap-symmetry
done
