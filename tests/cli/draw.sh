# heddle draw: the graph of states, its errors and cycles, collapsed by an expression, drawn by Graphviz.
. "$(dirname "$0")/lib"

cp "$root/examples/account.c" "$root/tests/programs/abba.c" .
cat >spin.c <<'END'
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *setter(void *arg)
{
    flag = 1;
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, setter, NULL);
    while (!flag)
        ;
    pthread_join(t, NULL);
    return 0;
}
END
cat >assume.c <<'END'
#include <heddle.h>
int main(void)
{
    int n = heddle_choose(2);
    heddle_assume(n == 1);
    return 0;
}
END

expect 0 "38 states, 39 nodes and 60 edges in all.dot" "$heddle" draw account.c -o all.dot
check_that "an error is red" grep -q 'fillcolor=tomato.*label="assertion failed: balance >= 0"' all.dot
check_that "an end is green" grep -q 'fillcolor=palegreen' all.dot
check_that "steps say what they do" grep -q 'label="T1: balance = -20"' all.dot
check_that "there is no cycle" sh -c '! grep -q darkorange all.dot'
expect 0 "digraph states" "$heddle" draw account.c

# As many states as a search without reductions has.
"$heddle" check --reduction store-visibility,heap-symmetry --engine dfs -q --no-trace spin.c >searched
expect 0 "5 states" "$heddle" draw spin.c -o spin.dot
check_that "a search has as many" grep -q ' 5 states, 6 transitions' searched
check_that "two states have loops" sh -c 'test $(grep -c "darkorange" spin.dot) = 2'
check_that "which are steps of the thread that spins" sh -c 'test $(grep "penwidth=2.5, label" spin.dot | grep -c "T0: flag is 0") = 2'

expect 0 "label=\"deadlock\"" "$heddle" draw abba.c
expect 0 "digraph" "$heddle" draw --allow-deadlock abba.c
check_that "a deadlock that is allowed is an end" sh -c "! '$heddle' draw --allow-deadlock abba.c | grep -q salmon"
expect 0 'label="hang"' "$heddle" draw "$root/tests/programs/hang_told.c"
check_that "a hang that is allowed is none" sh -c "! '$heddle' draw --allow-hang '$root/tests/programs/hang_told.c' | grep -q salmon"
expect 0 "does not count" "$heddle" draw assume.c

# Collapsed.
expect 0 "38 states, 5 nodes and 11 edges in value.dot" "$heddle" draw account.c --collapse balance -o value.dot
check_that "values are nodes" grep -q 'label="balance = 40 (22 states)"' value.dot
check_that "cycles of values are none of the program" sh -c '! grep -q darkorange value.dot'
expect 0 "balance < 0 = 1" "$heddle" draw account.c --collapse "balance < 0"
expect 0 "flag = 0" "$heddle" draw spin.c --collapse flag
check_that "those of the program stay" sh -c "'$heddle' draw spin.c --collapse flag | grep 'n0 -> n0.*penwidth=2.5' | grep -q 'flag is 0'"
expect 64 "heddle draw: --collapse nosuch has a value in no state: nosuch is not known here" "$heddle" draw account.c --collapse nosuch
expect 64 "--collapse balance + has a value in no state: " "$heddle" draw account.c --collapse "balance +"
expect 64 "/nonexistent/x.svg: No such file or directory; -o needs" "$heddle" draw account.c -o /nonexistent/x.svg

# Limits.
expect 0 "not all is drawn: there are more than 5 states" "$heddle" draw account.c --max-states 5 -o few.dot
check_that "what is left is grey" grep -q 'fillcolor=lightgrey' few.dot

# Assembly.
expect 0 "invariant violated" "$heddle" draw "$root/examples/asm/mutex_broken.casm"
expect 0 "[1] = 1 (" "$heddle" draw "$root/examples/asm/mutex_broken.casm" --collapse "[1]"

# Graphviz takes it, whatever the program prints or is called.
if command -v dot >/dev/null; then
    expect 0 "39 nodes" "$heddle" draw account.c -o all.svg
    check_that "a picture" grep -q '</svg>' all.svg
    check_that "with its error" grep -q 'assertion failed: balance &gt;= 0' all.svg
    sed 's/balance >= 0/balance >= 0 \&\& "a \\"quoted\\" <\/svg> \&amp;"/' account.c >hostile.c
    expect 0 "nodes" "$heddle" draw hostile.c -o hostile.svg
    check_that "hostile text is text" sh -c 'test $(grep -c "</svg>" hostile.svg) = 1'
    expect 64 "-o needs a file that can be written" "$heddle" draw account.c -o nosuch/all.svg
fi
mkdir bin
expect 65 "dot cannot be run" env PATH="$work/bin:$(dirname "$(command -v clang-19)" | sed 's,^/usr/bin$,/usr/lib/llvm-19/bin,')" "$heddle" draw account.c -o all.svg

expect 64 "no file was given" "$heddle" draw
expect 64 "a program that runs has no states to draw" "$heddle" draw -- ./prog
expect 64 "nosuch/all.dot: No such file or directory" "$heddle" draw account.c -o nosuch/all.dot
expect 65 "nosuch.c" "$heddle" draw nosuch.c
expect 64 "--collapse" "$heddle" check account.c --collapse balance
