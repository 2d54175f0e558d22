# --store compact|bitstate: less of each state, the same errors, and never a proof.
. "$(dirname "$0")/lib"
programs=$root/tests/scalable

figures() { # OPTIONS...: verdict, error and figures of a run
    timeout "$LIMIT" "$heddle" check --races off --no-trace --no-shorten -q "$@" 2>&1 |
        sed -nE 's/^(FAILED: [^;]*|VERIFIED|UNKNOWN).*; ([0-9,]* states?, [0-9,]* transitions?).*/\1 \2/p' |
        sed 's/^VERIFIED/UNKNOWN/'
}

# The same states as the exact store, in any order and by any number of processes.
same() { # OPTIONS...
    exact=$(figures "$@")
    for store in "compact" "bitstate --store-size 8m"; do
        # shellcheck disable=SC2086
        less=$(figures --store $store "$@")
        echo "$exact" >.out
        [ -n "$exact" ] && [ "$exact" = "$less" ] && passed=$((passed + 1)) || bad "--store $store: $less" "$*"
    done
}
for engine in dfs bfs "bfs -j 3"; do
    # shellcheck disable=SC2086
    same --engine $engine -DN=3 -DR=2 "$programs/philosophers.c"
    # shellcheck disable=SC2086
    same --engine $engine -DE=2 -DD=1 "$programs/msqueue.c"
done
same --engine bfs --max-depth 9 -DN=3 "$programs/philosophers.c"
sample=$(ls "$root"/tests/programs/*.c | awk 'NR % 61 == 5')
for program in $sample; do
    grep -q '^// *\(options\|slow\|arguments\)' "$program" && continue
    same --engine dfs --max-states 3000 "$program"
done

# States that were explored are thrown away: less memory, the same numbers.
for engine in dfs bfs "bfs -j 2"; do
    # shellcheck disable=SC2086
    exact=$(figures --engine $engine -DN=4 -DR=2 "$programs/philosophers.c")
    # shellcheck disable=SC2086
    small=$(figures --engine $engine --store compact --store-size 256k --max-memory 1200k -DN=4 -DR=2 "$programs/philosophers.c")
    echo "$exact" >.out
    [ -n "$exact" ] && [ "$exact" = "$small" ] && passed=$((passed + 1)) || bad "collected: $small" "--engine $engine"
done
memory() { # OPTIONS...: bytes of a run
    "$heddle" check --races off -q --json - --engine dfs -DN=4 -DR=2 "$@" "$programs/philosophers.c" 2>/dev/null |
        sed -n 's/.*"peak_memory_bytes": *\([0-9]*\).*/\1/p'
}
exact=$(memory) compact=$(memory --store compact --max-memory 1200k)
check_that "compact takes half the memory: $exact $compact" test "$((compact * 2))" -lt "$exact"

# Errors are found, replayed and as certain as any.
expect 1 "FAILED: deadlock" "$heddle" check --engine dfs --store bitstate --store-size 64k -DN=3 -DDEADLOCK "$programs/philosophers.c"
expect 1 "FAILED: deadlock" "$heddle" replay philosophers.trace
expect 1 "FAILED: deadlock" "$heddle" check --engine bfs -j 2 --store compact -DN=3 -DDEADLOCK "$programs/philosophers.c"
expect 1 "FAILED: deadlock" "$heddle" replay philosophers.trace
expect 1 "FAILED: assertion" "$heddle" check --store compact "$root/examples/peterson.c"

# Nothing is proved, and the verdict says how much may be missing.
expect 2 "UNKNOWN: no error was found, but states were told apart by 64 bits of a hash (--store compact): with a probability of at most" \
    "$heddle" check --store compact "$root/examples/peterson_right.c"
expect 2 "states expected to be missed" "$heddle" check --store bitstate "$root/examples/peterson_right.c"

# A table that is too small leaves states out, and says so; another seed leaves out others.
run "$heddle" check -q --races off --engine dfs --store bitstate --store-size 512 -DN=3 -DR=2 "$programs/philosophers.c"
cp .out first
check_that "states are missing and expected to be" grep -q "and what follows them" first
run "$heddle" check -q --races off --engine dfs --store bitstate --store-size 512 --store-seed 8 -DN=3 -DR=2 "$programs/philosophers.c"
states() { sed 's/.*; \([0-9,]* states\).*/\1/' "$1"; }
check_that "another seed, other states" test "$(states first)" != "$(states .out)"
all=$(figures --engine dfs -DN=3 -DR=2 "$programs/philosophers.c")
check_that "fewer than there are" test "$(states first)" != "${all#UNKNOWN }"

# A table for several processes has the size that was asked for.
expect 2 "the table of fingerprints is full" "$heddle" check -q --races off --engine bfs -j 2 --store compact --store-size 1k -DN=4 -DR=2 "$programs/philosophers.c"

# What needs the states themselves.
expect 64 "--context-bound" "$heddle" check --store compact --context-bound 1 "$programs/counter.c"
expect 64 "--ltl" "$heddle" check --store bitstate --ltl 'G F true' "$programs/counter.c"
expect 64 "--engine stateless" "$heddle" check --store bitstate --engine stateless "$programs/counter.c"
expect 64 "--max-depth" "$heddle" check --store bitstate --max-depth 7 "$programs/counter.c"
expect 64 "--store-size needs --store" "$heddle" check --store-size 1m "$programs/counter.c"
