# --races error: against the oracle of tests/native/races.c, which enumerates the interleavings of small random programs, also
# with store buffers, and judges them by the letter of the standard; by every engine.  RACES sets how many programs, SEED where they start.
. "$(dirname "$0")/lib"

native=$root/tests/native
gcc -O2 -w -o "$work/races" "$native/races.c" "$native/oracle.c" || exit 70

found() { # OPTIONS...: the verdict in a word or two
    "$heddle" check -q --no-trace --allow-deadlock --allow-hang --races error "$@" "$work/p.c" 2>&1 |
        sed -nE 's/^(VERIFIED|FAILED: [a-z-]+|UNKNOWN|heddle: internal error).*/\1/p'
}

judged() { # SEED
    "$work/races" "$1" >"$work/p.c"
    wanted=VERIFIED
    ! grep -q '^// c11: race' "$work/p.c" || wanted='FAILED: data-race'
    for options in "" "--engine dfs --self-check" "--engine dfs --reduction none" "--engine bfs" \
        "--engine stateless" "--engine stateless --search optimal"; do
        # shellcheck disable=SC2086
        got=$(found $options)
        check_that "generated program $1 with ${options:-the default}: $got, not $wanted" [ "$got" = "$wanted" ]
    done
}

# With store buffers: the oracle judges the runs that these have.
buffered() { # SEED MODEL
    "$work/races" "$1" "$2" >"$work/p.c"
    wanted=VERIFIED
    ! grep -q '^// c11: race' "$work/p.c" || wanted='FAILED: data-race'
    for options in "" "--reduction $(lists "$1") --self-check"; do
        # shellcheck disable=SC2086
        got=$(found --memory "$2" --buffer 14 $options)
        check_that "generated program $1, $2, $options: $got, not $wanted" [ "$got" = "$wanted" ]
    done
}
lists() { # SEED
    echo 'none
store-visibility,heap-symmetry,persistent
store-visibility,sleep --engine bfs
tau,heap-symmetry,superstep
tau+,superstep,sleep
store-visibility,superstep,persistent,sleep' | awk -v n="$1" 'NR == n % 6 + 1'
}

first=${SEED:-1}
for seed in $(seq "$first" $((first + ${RACES:-12} - 1))); do
    judged "$seed"
    buffered "$seed" tso
    buffered "$seed" pso
done

# What the message says: both accesses, who made them, and what would order them.
cp "$root"/tests/programs/race_*.c .
expect 1 "data race at data: read of 1 by T0 at race_message_relaxed.c:23, not ordered with write of 1 by T1 at race_message_relaxed.c:13; a lock" \
    "$heddle" check --no-trace --races error race_message_relaxed.c
for engine in bfs stateless; do
    expect 1 "read of 1 by T0" "$heddle" check --engine $engine --no-trace --races error race_message_relaxed.c
done
expect 1 "atomic on both sides" "$heddle" check --no-trace --races error race_mixed.c
expect 1 "writes before it was shared by T1" "$heddle" check --no-trace --races error race_publish.c
expect 0 "note: data race at data: read of 1 by T0" "$heddle" check --no-trace race_message_relaxed.c

# The note is there where --races error fails, and nowhere else.
noted() { # FILE
    "$heddle" check --no-trace "$1" >told 2>&1
    case $(tail -n 1 told | cut -d' ' -f1),$(sed -n 's,^// verdict: ,,p' "$1") in
    VERIFIED:,"FAILED data-race"*) grep -q '^note: data race at .*heddle check --races error' told ;;
    VERIFIED:,VERIFIED*) ! grep -q '^note: data race at' told ;;
    *) true ;; # another error comes first
    esac
}
for file in $(ls race_*.c | awk 'NR % 6 == 1'); do
    [ "$(sed -n 's,^// flags: ,,p' "$file")" = '--races error' ] || continue
    right=no
    noted "$file" && right=yes
    check_that "the note of $file" test $right = yes
done

# Where locks alone order accesses races cost no states; a relaxed access needs clocks.
states() { # OPTIONS...
    "$heddle" check --no-trace --engine dfs -v "$@" >told 2>&1
    sed -n 's/^VERIFIED.*; \([0-9,]*\) states.*/\1/p' told
}
scalable=$root/tests/scalable
for program in "-DN=3 -DR=2 $scalable/philosophers.c" "-DMUTEX -DN=4 $scalable/counter.c" "$root/tests/programs/thread_pool.c"; do
    # shellcheck disable=SC2086
    without=$(states --races off $program) with=$(states --races error $program)
    check_that "$without states, $with with races: $program" [ "${without:-none}" = "$with" ]
done
states --races error "$root/tests/litmus/programs/ticket.c" >/dev/null
check_that "a relaxed access needs clocks" grep -q 'with clocks (an access that is relaxed)' told

# What does not go together.
expect 64 "--races off" "$heddle" check --races off --volatile atomic race_volatile.c
expect 0 "VERIFIED" "$heddle" check --no-trace --volatile atomic race_volatile_ok.c
expect 64 "--races" "$heddle" spin --races error race_volatile.c
expect 64 "it takes" "$heddle" check --races maybe race_volatile.c

# With store buffers the note is about the model that was searched, and the report tells both accesses with their values.
expect 0 "as an error: heddle check --races error --memory tso race_buffered_enter.c" "$heddle" check --no-trace --memory tso race_buffered_enter.c
"$heddle" check --no-trace --memory tso race_buffered_enter.c >told 2>&1
check_that "the note says what waits" grep -q '^note: data race at data: write .* not ordered with write of [01] by T' told
"$heddle" check --no-trace race_buffered_enter.c >told 2>&1
check_that "no note of a race without buffers" sh -c '! grep -q "^note: data race" told'
expect 1 "(buffered: data = " "$heddle" check --memory tso --races error --trace enter.trace race_buffered_enter.c
expect 1 "data race at data: write by T" "$heddle" replay enter.trace
