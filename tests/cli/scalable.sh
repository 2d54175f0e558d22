# The scalable programs at small sizes: verdicts as their heads say.
. "$(dirname "$0")/lib"

good() { # PROGRAM OPTIONS...
    program=$1
    shift
    expect 0 VERIFIED "$heddle" check --no-trace --self-check "$@" "$root/tests/scalable/$program"
}

wrong() { # PROGRAM OPTIONS...
    program=$1
    shift
    expect 1 FAILED "$heddle" check --no-trace --self-check "$@" "$root/tests/scalable/$program"
}

# With the steps of the DIVINE paper its queue has fewer states than there.
expect 0 "; 36 states" "$heddle" check -q --engine dfs --allow-hang -DPAPER "$root/bench/papers/fifo.c"
expect 0 "46 states, 34 nodes" "$heddle" draw -DPAPER --collapse '10 * reader_at + writer_at' -o fifo.dot "$root/bench/papers/fifo.c"
expect 0 "46 states, 26 nodes" "$heddle" draw -DPAPER -O1 --collapse '!reader_at || !writer_at ? 0 : 10 * reader_at + writer_at' -o fifo.dot \
    "$root/bench/papers/fifo.c"
expect 0 "; 300 states" "$heddle" check -q --engine dfs --allow-hang "$root/bench/papers/fifo.c"

good indexer.c -DN=2
good lastzero.c -DN=3
wrong lastzero.c -DN=3 -DBUG
good fib_bench.c -DN=3
good fib_bench.c -DN=2 -DNOJOIN
wrong fib_bench.c -DN=3 -DBUG
good philosophers.c -DN=3 -DR=2
wrong philosophers.c -DN=3 -DDEADLOCK
good msqueue.c -DE=1 -DD=1
wrong msqueue.c -DE=2 -DD=2 -DBUG
good mutex_algo.c -DTICKET -DN=2
good mutex_algo.c -DTTAS -DN=2
good mutex_algo.c -DFILTER -DN=2
wrong mutex_algo.c -DFILTER -DN=2 -DBUG
good counter.c -DN=3
good counter.c -DN=3 -DMUTEX
wrong counter.c -DN=2 -DRACY
good readers.c -DN=3
