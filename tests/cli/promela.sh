#!/bin/sh
# heddle promela: what it prints, and its errors.
. "$(dirname "$0")/lib"

queue="--op E=enqueue --op D=dequeue --init initialize $root/examples/promela/queue.c"
# shellcheck disable=SC2086
golden promela-queue.pml 0 "$heddle" promela --harness 'EE|D' $queue
# shellcheck disable=SC2086
golden promela-queue-paper.pml 0 "$heddle" promela --functions processes --statement-atomic --reuse --harness 'E|D' $queue
for program in pointers switches widths; do
    golden "promela-$program.pml" 0 "$heddle" promela "$root/tests/promela/programs/$program.c"
done
golden help-promela.txt 0 "$heddle" help promela

# A model does not change from one run to the next.
"$heddle" promela -o a.pml "$root/tests/promela/programs/pointers.c"
"$heddle" promela -o b.pml "$root/tests/promela/programs/pointers.c"
check_that "two translations differ" cmp a.pml b.pml

# Neither spin nor gcc has anything to say of a model.
spin -a a.pml >.out 2>&1
check_that "spin warns" test ! -s .out
check_that "gcc warns" sh -c 'test -z "$(gcc -DSAFETY -fwrapv -o pan pan.c 2>&1)"'

expect 1 'torn_increment.c:18: error: assertion failed' "$heddle" promela --check "$root/tests/promela/programs/torn_increment.c"
expect 1 'past_the_end.c:10: error: out-of-bounds' "$heddle" promela --check "$root/tests/promela/programs/past_the_end.c"
# shellcheck disable=SC2086
expect 0 VERIFIED "$heddle" promela --check --harness 'E|D' $queue

echo 'int main(void) { float f = 1; return f > 0; }' >float.c
expect 65 'float.c:1: f is float, which is not translated' "$heddle" promela float.c
expect 2 'values were only tried with --havoc' "$heddle" promela --check --havoc float.c
echo 'int main(void) { return 0 }' >syntax.c
expect 65 'syntax.c: does not compile' "$heddle" promela syntax.c
echo 'int f(void) { return 0; }' >nomain.c
expect 65 "there is no function 'main'" "$heddle" promela nomain.c
expect 65 'no-such-file.c: cannot be read' "$heddle" promela no-such-file.c
echo 'int main(void) { return 0; }' >ok.c
expect 64 '-o needs a file that can be written' "$heddle" promela -o /no/such/folder/x ok.c
expect 64 'no file was given' "$heddle" promela
expect 64 'need --harness' "$heddle" promela --op E=f ok.c
expect 64 'need --check' "$heddle" promela -q ok.c
# shellcheck disable=SC2086
expect 64 'a letter without an --op: X' "$heddle" promela --harness 'X|D' $queue
expect 65 'spin is not there' env PATH=/nonexistent "$heddle" promela --check ok.c
echo 'union u { int a; short b; }; int main(void) { union u x = {1}; return x.b; }' >union.c
expect 65 'union.c:1: x is a union, which is not translated' "$heddle" promela union.c
echo 'int sum(int n, ...) { return n; } int main(void) { return sum(1, 2); }' >varargs.c
expect 65 'varargs.c:1: sum takes a variable number of arguments' "$heddle" promela varargs.c
