# heddle spin: examples, what is kept, and what goes wrong.
. "$(dirname "$0")/lib"

quick="--spin -O0 --no-trace"
# shellcheck disable=SC2086
driven() { # STATUS TEXT OPTIONS...
    wanted_status=$1 wanted_text=$2
    shift 2
    expect "$wanted_status" "$wanted_text" "$heddle" spin $quick "$@"
}

for example in peterson:1:FAILED philosophers:1:deadlock treiber:1:use-after-free bounded_buffer:1:FAILED \
    peterson_plain:0:VERIFIED; do
    name=${example%%:*}
    rest=${example#*:}
    driven "${rest%%:*}" "${rest#*:}" "$root/examples/$name.c"
done
driven 1 "assertion failed: inside == 1" --allow-hang -O2 "$root/examples/peterson_plain.c"
driven 2 "no error within 0 preemptions" --context-bound 0 -O2 "$root/examples/peterson_plain.c"
driven 1 "FAILED: assertion" --context-bound 1 -O2 "$root/examples/peterson_plain.c"
driven 0 "states told apart by 128-bit hashes" --state hash "$root/examples/peterson_right.c"
driven 0 "reductions: store-visibility,heap-symmetry,superstep);" "$root/examples/peterson_right.c"
driven 0 "VERIFIED" --spin -DBFS "$root/examples/peterson_right.c"
driven 2 "told apart by --abstract" --abstract inside "$root/examples/peterson_right.c"

# Formulas.
cat >turn.c <<'END'
#include <pthread.h>
int want, have, turn;
static void *first(void *arg)
{
    for (;;) {
        want = 1;
        while (turn != 0)
            ;
        have = 1;
        have = 0;
        want = 0;
        turn = 1;
    }
    return arg;
}
static void *second(void *arg)
{
    for (;;) {
        while (turn != 1)
            ;
        turn = 0;
    }
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
END
driven 1 "FAILED: ltl" --ltl 'G (want -> F have)' turn.c
driven 0 "weak fairness" --ltl 'G (want -> F have)' --fair weak turn.c
driven 0 "weak fairness" --ltl 'G (want -> F have)' --pan -f turn.c
driven 0 "VERIFIED" --ltl 'G (have -> want)' --ltl 'X !have' turn.c
driven 1 "FAILED: ltl" --ltl 'G (have -> want)' --ltl 'G !have' turn.c
driven 64 "does not compile" --ltl 'G nothing' turn.c
driven 64 "no strong fairness" --ltl 'G have' --fair strong turn.c
driven 64 "needs a property" --pan -f turn.c
driven 64 "a depth-first search on one core" --ltl 'G have' --spin -DBFS turn.c
driven 64 "a depth-first search on one core" --ltl 'G have' --spin -DNCORE=2 turn.c

# A formula does not keep SPIN from errors that its claim does not go along with.
cat >late.c <<'END'
#include <assert.h>
int done;
int main(void)
{
    done = 1;
    assert(done == 2);
    return 0;
}
END
driven 1 "FAILED: assertion" --ltl 'done -> X done' late.c

# A spurious wake-up happens, but not for ever; to SPIN's fairness it would have to.
cat >wait.c <<'END'
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int go, woken;
static void *waiter(void *arg)
{
    pthread_mutex_lock(&m);
    while (!go) {
        pthread_cond_wait(&c, &m);
        woken = 1;
        woken = 0;
    }
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_mutex_lock(&m);
    go = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
END
driven 0 "VERIFIED" --ltl 'F G !woken' wait.c
expect 0 "VERIFIED" "$heddle" check --no-trace --ltl 'F G !woken' wait.c
driven 1 "FAILED: ltl" --ltl 'G !woken' wait.c
driven 64 "--no-spurious" --ltl 'G (go -> F !woken)' --fair weak wait.c
driven 0 "VERIFIED" --ltl 'G (go -> F !woken)' --fair weak --no-spurious wait.c

# Capacities.
driven 2 "--state-size 60 is too small" --state-size 60 "$root/examples/peterson_right.c"
cat >grows.c <<'END'
#include <assert.h>
#include <heddle.h>
#include <stdlib.h>
struct cell { struct cell *next; } *list;
int main(void)
{
    for (int i = 0; i < 40 && heddle_choose(10) == 9; i++) {
        struct cell *new = malloc(sizeof *new);
        if (!new)
            return 1;
        new->next = list;
        list = new;
        assert(i < 30);
    }
    return 0;
}
END
driven 1 "FAILED: assertion" grows.c
driven 2 "--max-choices 1 is too small" --max-choices 1 grows.c

# What SPIN cannot do to the end, or must not be told to.
driven 2 "--pan -mN raises it" --pan -m5 "$root/examples/peterson_right.c"
driven 2 "--max-memory raises it" --max-memory 1m "$root/examples/peterson_right.c"
driven 2 "bitstate" --spin -DBITSTATE "$root/examples/peterson_right.c"
driven 1 "FAILED: assertion" --spin -DBITSTATE --pan "-k4 -w20" "$root/examples/peterson.c"
driven 64 "--state hash is the safe form" --spin -DHC4 "$root/examples/peterson.c"
driven 64 "--spin -DVMAX=2000" --spin -DNCORE=2 --spin -DVMAX=2000 "$root/examples/peterson.c"
driven 64 "each core counts" --spin -DNCORE=2 --max-depth 60 "$root/examples/peterson.c"
driven 64 "needs --state key or exact" --state hash --spin -DBFS "$root/examples/peterson.c"
driven 64 "SPIN their numbers" --state key --state-size 60 "$root/examples/peterson.c"
driven 64 "in one process" --state key --spin -DNCORE=2 "$root/examples/peterson.c"
driven 64 "it is not known whether" --spin -DNOCLAIM "$root/examples/peterson.c"
driven 64 "it is not known whether" --pan -A "$root/examples/peterson.c"
driven 64 "only -o1 to -o7" --spin -search "$root/examples/peterson.c"
driven 64 "which SPIN's does not" --reduction persistent "$root/examples/peterson.c"
driven 64 "takes one number" --context-bound 0..2 "$root/examples/peterson.c"
driven 64 "no file was given"
driven 64 "belongs to another command" --engine bfs "$root/examples/peterson.c"

# A deadlock but for spurious wake-ups is an end; SPIN counts the processes of fair runs in bytes.
driven 1 "FAILED: ltl" -DCARELESS --allow-deadlock --ltl 'F done' "$root/tests/live/programs/cond_wait.c"
driven 0 "VERIFIED" -DTWO --fair weak --ltl 'GF "alive == 0"' "$root/tests/live/programs/spawn.c"

# A swarm sees what one search with so small a table misses.
cat >rare.c <<'END'
#include <assert.h>
#include <pthread.h>
static volatile unsigned i = 1, j = 1;
static void *one(void *arg)
{
    for (int k = 0; k < TIMES; k++)
        i += j;
    return arg;
}
static void *two(void *arg)
{
    for (int k = 0; k < TIMES; k++)
        j += i;
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(TIMES > 3 || (i < 21 && j < 21));
}
END
driven 2 "may have missed states" -DTIMES=3 --spin -DBITSTATE --pan -w8 rare.c
driven 1 "FAILED: assertion" -DTIMES=3 --swarm 8 --pan -w8 rare.c
driven 1 "FAILED: assertion" -DTIMES=3 --swarm 8 --seed 7 --pan -w8 rare.c
driven 2 "by 3 bitstate searches in random orders" --swarm 3 "$root/examples/peterson_right.c"
driven 1 "FAILED: ltl" --swarm 3 --ltl 'G !"turn == 1"' turn.c
driven 64 "--emit does not go with --swarm" --swarm 3 --emit written rare.c
driven 64 "needs --swarm" --seed 7 rare.c
driven 64 "does not go with it" --swarm 3 --spin -DNCORE=2 rare.c
driven 2 "max-time was reached" --max-time 1s -DTIMES=9 rare.c

# Told to end, it says so, and leaves nothing behind.
mkdir ended
ended() { # SIGNAL OPTIONS...: the exit status
    signal=$1
    shift
    # shellcheck disable=SC2086
    TMPDIR=$work/ended "$heddle" spin $quick -DTIMES=9 "$@" rare.c >ended.out 2>&1 &
    search=$!
    for _ in $(seq 300); do
        ls ended/*/pan.log ended/*/*/pan.log >/dev/null 2>&1 && break
        sleep 0.1
    done
    sleep 0.3
    kill "-$signal" $search
    wait $search 2>/dev/null
}
for options in "" "--swarm 3"; do
    # shellcheck disable=SC2086
    ended TERM $options
    check_that "SIGTERM $options: UNKNOWN" [ $? = 2 ]
    check_that "SIGTERM $options: it says so" grep -q "the search was interrupted" ended.out
    check_that "SIGTERM $options: no folder is left behind" sh -c "! ls ended | grep ."
done
ended KILL
sleep 0.5
check_that "killed, it leaves no pan behind" sh -c "! pgrep -f '^$work/ended/.*/pan'"

# Tools and folders that are not there.
mkdir bare
ln -s "$(command -v clang-19)" bare/clang-19
expect 65 "apt-get install spin" env PATH="$work/bare" "$heddle" spin "$root/examples/peterson.c"
ln -s "$(command -v spin)" bare/spin
ln -s "$(command -v cpp)" bare/cpp
expect 65 "apt-get install gcc" env PATH="$work/bare" "$heddle" spin --spin -o3 "$root/examples/peterson.c"
driven 65 "No such file" --keep-files /nonexistent/folder "$root/examples/peterson.c"
driven 65 "Not a directory" --emit turn.c/folder "$root/examples/peterson.c"

# Files that stay, and none that do not.
mkdir tmp
TMPDIR=$work/tmp driven 1 "FAILED" --keep-files kept "$root/examples/peterson.c"
for file in driver.pml driver.h program.heddle Makefile pan.c pan driver.pml.trail; do
    check_that "$file is kept" test -s "kept/$file"
done
check_that "make trail replays" sh -c "make -s -C kept trail | grep -q '^heddle: move'"
check_that "no folder is left behind" sh -c "! ls tmp | grep ."
expect 1 "FAILED: assertion" "$heddle" spin --spin -O0 --trace found.trace "$root/examples/peterson.c"
expect 1 "assertion failed" "$heddle" replay found.trace
expect 1 '"engine": "spin"' "$heddle" spin --spin -O0 --no-trace --json - "$root/examples/peterson.c"
# How many runs came to their end SPIN does not say.
expect 0 "in any interleaving (" "$heddle" spin --no-trace "$root/tests/programs/abba_ok.c"
expect 0 "SPIN" "$heddle" help spin

# A file of another version, or a damaged one.
head -c 100 kept/program.heddle >short
cp short kept/program.heddle
check_that "a damaged program is refused" sh -c "cd kept && ./pan 2>&1 | grep -q 'write it again'"

# Hangs are looked for with formulas too; where too many states would be needed that is said.
expect 1 "FAILED: hang" "$heddle" spin --spin -O0 --no-trace --ltl 'G "inside < 3"' "$root/tests/programs/hang_mcs.c"
expect 1 "FAILED: ltl" "$heddle" spin --spin -O0 --no-trace --ltl 'G "inside < 2"' "$root/tests/programs/hang_mcs.c"
expect 0 "some states not looked at for hangs" "$heddle" spin --spin -O0 --no-trace --hang-states 500 "$root/tests/programs/hang_large.c"

# A counterexample of tens of thousands of moves: it was read in a time that grew with its square.
cat >long.c <<'END'
#include <pthread.h>
int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *first(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&m);
        x = (x + 1) % 128;
        pthread_mutex_unlock(&m);
    }
    return arg;
}
static void *second(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&m);
        y = (y + 1) % 128;
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
END
expect 1 "FAILED: ltl" timeout 60 "$heddle" spin --spin -O0 --no-trace -q --ltl 'G "x < 100"' --state hash long.c
# Now a formula comes first, without the 49,540 states that there are, and by a short way.
expect 1 "FAILED: ltl" "$heddle" spin --spin -O0 --no-trace -q --ltl 'G "x < 100"' --keep-files way long.c
states=$(sed -n 's/^FAILED.*; \([0-9,]*\) states.*/\1/p' .out | tr -d ,)
check_that "a violated formula needs all states" [ "${states:-49540}" -lt 49540 ]
check_that "a violated formula is found by a long way" [ "$(wc -l <way/driver.pml.trail)" -lt 10000 ]
# What no formula goes along with is found all the same, also where the search for one was cut.
cat >deep.c <<'END'
#include <assert.h>
volatile int x;
int main(void)
{
    for (int i = 0; i < 20; i++)
        x = i;
    assert(x == 20);
    return 0;
}
END
driven 1 "FAILED: assertion" --reduction none --ltl 'G "x < 30"' --pan -m30 deep.c

# pan is compiled once for programs with as many threads; anew for a formula, and where it is damaged.
HEDDLE_CACHE=$PWD/kept
export HEDDLE_CACHE
mkdir tools
printf '#!/bin/sh\necho called >>%s/calls\nexec %s "$@"\n' "$PWD" "$(command -v gcc)" >tools/gcc
chmod +x tools/gcc
PATH=$PWD/tools:$PATH
compiles() { # YES|NO OPTIONS...
    wanted_call=$1
    shift
    : >calls
    driven 0 VERIFIED "$@"
    if [ -s calls ]; then called=yes; else called=no; fi
    if [ $called = "$wanted_call" ]; then passed=$((passed + 1)); else bad "gcc was called: $called" "$*"; fi
}
cp "$root/examples/peterson_right.c" one.c
sed 's/inside/within/g' one.c >two.c
compiles yes one.c
compiles no one.c
compiles no two.c
compiles yes --no-cache one.c
compiles yes --state hash one.c
for entry in kept/*.pan; do
    printf x | dd of="$entry" bs=1 seek=2000 conv=notrunc 2>dd.log
done
compiles yes one.c
compiles no one.c
HEDDLE_CACHE=off
compiles yes one.c
