#!/bin/sh
# --memory tso and pso: what the verdict and the counterexample say, and what is refused.
. "$(dirname "$0")/lib"

cp "$root/tests/programs/memory_sb.c" sb.c
sb=sb.c
expect 0 'sequential consistency' "$heddle" check "$sb"
expect 0 'total store order' "$heddle" check --memory tso -DFENCED "$sb"
expect 0 'partial store order' "$heddle" check --memory pso -DFENCED "$sb"
expect 1 'buffered: x = 1' "$heddle" check --memory tso "$sb"
said 'x = 1 reaches memory'
expect 1 'x = 1 reaches memory' "$heddle" replay sb.trace
expect 1 'from its own buffer' "$heddle" check --memory tso --all "$root/tests/programs/memory_forward.c"
golden memory-tso.txt 1 "$heddle" check --memory tso --no-trace "$sb"
expect 2 'more stores in its buffer than --buffer allows' "$heddle" check --memory tso "$root/tests/programs/memory_bound.c"

for other in "--engine stateless" --thread-symmetry "--context-bound 2"; do
    # shellcheck disable=SC2086
    expect 64 'it knows no store buffers' "$heddle" check --memory tso $other "$sb"
done
expect 64 'one of sc|tso|pso' "$heddle" check --memory arm "$sb"
expect 64 '--buffer needs --memory tso or pso' "$heddle" check --buffer 3 "$sb"
expect 64 'SPIN' "$heddle" spin --memory tso --ltl 'F true' "$sb"
expect 64 '--buffer needs --memory tso or pso' "$heddle" spin --buffer 3 "$sb"
expect 64 'they have no states' "$heddle" spin --memory rc11 "$sb"

# Execution graphs.
expect 1 'FAILED: assertion' "$heddle" check --memory rc11 "$root/examples/message.c"
expect 0 '(release-acquire, -O0, every execution graph)' "$heddle" check --memory ra "$root/examples/message.c"
expect 0 '(RC11, -O0, every execution graph)' "$heddle" check --memory rc11 -DFLAG=memory_order_release "$root/examples/message.c"
for model in ra rc11; do
    expect 64 'execution graphs have no states' "$heddle" check --memory $model --engine dfs "$sb"
    expect 64 'are for heddle check' "$heddle" run --memory $model "$sb"
    expect 64 '--buffer needs --memory tso or pso' "$heddle" check --memory $model --buffer 3 "$sb"
done
cp "$root/examples/message.c" "$root/tests/litmus/programs/hang.c" .
for model in ra rc11; do
    "$heddle" check --memory $model hang.c >told
    expect 1 'nothing that it reads can change any more' "$heddle" replay hang.trace
    check_that "a $model trace leads to the same report" sh -c "'$heddle' replay hang.trace | sed '\$d' >again; sed '\$d' told | cmp - again"
    expect 64 'which has no states to go through; heddle replay shows it' "$heddle" sim --load hang.trace
done
expect 1 'trace in other' "$heddle" check --memory rc11 --trace other message.c
expect 1 '"note": "(its first value), an old value' "$heddle" replay --json - other
check_that "the page draws it" sh -c "'$heddle' replay --html r.html other >/dev/null; grep -q 'an old value' r.html"
check_that "and the JSON of the check has its steps" sh -c "'$heddle' check --memory rc11 --no-trace --json c.json message.c >/dev/null; grep -q '\"text\": \"ready is 1\"' c.json"
sed 's/^0 run 0 1$/0 run 0 9/' other >bent
expect 65 'checksum does not fit' "$heddle" replay bent
expect 1 'error: data race' "$heddle" check --suggest-orders -DPUBLISH=memory_order_relaxed --trace orders.trace "$root/tests/litmus/orders/spsc.c"
expect 1 'error: data race' "$heddle" replay orders.trace
cp "$root/tests/programs/rwlock_prefers.c" .
expect 2 'UNKNOWN: rwlock_prefers.c:23: a thread reads twice' "$heddle" check --memory rc11 rwlock_prefers.c
orders=$root/tests/litmus/orders
expect 64 '--suggest-orders does not go with --engine' "$heddle" check --suggest-orders --engine bfs "$sb"
expect 64 '--suggest-orders does not go with --memory tso' "$heddle" check --suggest-orders --memory tso "$sb"
expect 2 'nothing is suggested, since the verdict is UNKNOWN' "$heddle" check --suggest-orders "$root/tests/litmus/programs/endless.c"
expect 1 'with seq_cst everywhere there is still the error data-race' "$heddle" check --suggest-orders "$orders/plain.c"
expect 0 '2 of them were not decided' "$heddle" check --suggest-orders "$orders/undecided.c"
check_that "a run ends" "$heddle" run --memory tso --seed 5 "$sb"
