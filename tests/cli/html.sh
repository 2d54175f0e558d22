# The page of --html, opened in a browser: what it shows at each step, that text stays text, its sizes.
. "$(dirname "$0")/lib"
opens=0
drive=$root/tests/cli/html/drive.js
browser="chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --no-first-run --user-data-dir=$work/profile"

# The page in windows of these widths, with a reader at its keys; but for make soak in one of them, by the seed.
opened() { # WHAT PAGE WANTED WIDTH...
    what=$1 page=$2 wanted=$3
    shift 3
    opens=$((opens + 1))
    [ -n "${SOAK-}" ] || [ $# = 1 ] || { shift $(((${SEED:-1} + opens) % $#)) && set -- "$1"; }
    WANTED=$wanted awk '
        {print}
        /^<head>$/ {print "<script>window.problems = []; addEventListener(\"error\", e => problems.push(e.message)); const wanted = " ENVIRON["WANTED"] ";</script>"}
        /^<\/body>$/ {exit}' "$page" | sed '/^<\/body>$/d' >driven.html
    { echo '<script>'; cat "$drive"; echo '</script></body></html>'; } >>driven.html
    for width; do
        timeout "$LIMIT" $browser --window-size="$width",900 --virtual-time-budget=10000 --dump-dom \
            "file://$PWD/driven.html" >dom 2>.out </dev/null
        if grep -q '<title>GOOD</title>' dom; then
            passed=$((passed + 1))
        else
            grep -o '<title>.*</title>' dom >.out
            bad "$what, $width wide" "$page"
        fi
    done
}

cat >mp.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
int data;
atomic_int ready;
void *writer(void *a)
{
    data = 7;
    atomic_store(&ready, 1);
    return a;
}
void *reader(void *a)
{
    if (atomic_load(&ready)) {
        printf("</script><img src=x onerror='broken=1'>&lt;\x01\xff\xc3\xa9\n");
        assert(data == 0);
    }
    return a;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, writer, 0);
    pthread_create(&t[1], 0, reader, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
}
END
expect 1 'FAILED: assertion' "$heddle" check mp.c --html mp.html
opened "a failure" mp.html '{verdict: "FAILED", line: 17, chips: 2, arrows: 2, changes: "data=0 → 7",
    printed: "<\/script><img src=x onerror=\u0027broken=1\u0027>&lt;\u0001\u00ffé\n"}' 1280 400
cat >weak.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int a, b;
static void *first(void *arg)
{
    atomic_store_explicit(&x, 1, memory_order_release);
    a = atomic_load_explicit(&y, memory_order_acquire);
    return arg;
}
static void *second(void *arg)
{
    atomic_store_explicit(&y, 1, memory_order_release);
    b = atomic_load_explicit(&x, memory_order_acquire);
    return arg;
}
int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(a || b);
    return 0;
}
END
expect 1 'FAILED: assertion' "$heddle" check -q --memory tso weak.c --html weak.html
opened "store buffers" weak.html '{verdict: "FAILED", buffers: "T2 y = 1, b = 0"}' 1280
expect 1 'FAILED: assertion' "$heddle" check -q --memory tso "$root/examples/peterson.c" --html tso.html
opened "memory beside store buffers" tso.html '{verdict: "FAILED", memory: "flag[0]=1,flag[1]=0,inside=1,turn=1"}' 1280
expect 1 'FAILED: assertion' "$heddle" replay mp.trace --html again.html
opened "a replay" again.html '{verdict: "FAILED", line: 17, arrows: 2}' 1280
expect 1 'FAILED: assertion' "$heddle" check mp.c --html mp.html
opened "what goes on from there" mp.html '{verdict: "FAILED", again: "heddle replay mp.trace,heddle sim --load mp.trace: step by step, forward and back"}' 1280
expect 0 VERIFIED "$heddle" check "$root/examples/peterson_right.c" --html right.html
opened "no failure" right.html '{verdict: "VERIFIED", title: "no error in any interleaving, no run ends", checked: "no deadlock",
    reached: "16 of 18 lines", missed: "39,40", partly: "37"}' 1280 400
cat >lines.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
void *f(void *a)
{
    if (x == 1)
        y = 1;
    else if (x == 2)
        y = 2;
    if (x > 3) {
        y = 3;
        y = 4;
    }
    return a;
}
static int never(void) { return 7; }
int main(int n, char **v)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    x = 1;
    x = 2;
    pthread_join(t, 0);
    return n > 3 ? never() : !v;
}
END
for how in "" "--engine bfs" "--engine stateless" "--engine stateless -j 2"; do
    # shellcheck disable=SC2086
    expect 0 VERIFIED "$heddle" check lines.c $how --html lines.html
    opened "lines that were reached $how" lines.html \
        '{verdict: "VERIFIED", reached: "14 of 17 lines with code were reached, over all interleavings", missed: "11,12,16"}' 1280
done
expect 0 VERIFIED "$heddle" spin lines.c --html lines.html
opened "lines that were reached under SPIN" lines.html '{verdict: "VERIFIED", uncounted: true, said: "SPIN keeps the states",
    reached: "14 of 17 lines with code were reached, over all interleavings", missed: "11,12,16"}' 1280
opened "lines on a phone" lines.html '{verdict: "VERIFIED"}' 400
cat >list.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct node { struct node *next, *prev; };
struct node *head;
void *f(void *a)
{
    struct node *n = malloc(sizeof *n);
    n->next = head;
    n->prev = NULL;
    if (head)
        head->prev = n;
    head = n;
    return a;
}
int main(void)
{
    pthread_t t;
    int count = 0;
    f(0);
    pthread_create(&t, 0, f, 0);
    f(0);
    pthread_join(t, 0);
    for (struct node *n = head; n; n = n->next)
        count++;
    assert(count == 3);
}
END
expect 1 FAILED "$heddle" check list.c --html list.html
opened "the heap" list.html '{verdict: "FAILED", heap: "3 objects 6 pointers 0 freed"}' 1280 400
expect 1 FAILED "$heddle" check "$root/examples/treiber.c" --html treiber.html
opened "memory that was freed" treiber.html '{verdict: "FAILED", heap: "2 objects 2 pointers 1 freed", matters: "3,10"}' 1280 400
expect 1 FAILED "$heddle" check "$root/examples/two_errors.c" --keep-going 5 --html two.html
expect 1 'FAILED: assertion' "$heddle" check -q "$root/examples/account.c" --html account.html
opened "a thread that has ended" account.html '{verdict: "FAILED", rest: "T0"}' 1280
opened "two errors" two.html '{verdict: "FAILED", errors: 2}' 1280 400
expect 1 'FAILED: deadlock' "$heddle" check "$root/examples/philosophers.c" --html dead.html
opened "a deadlock" dead.html '{verdict: "FAILED", rest: "T1,T2,T3,T0"}' 1280 400
expect 1 'FAILED: deadlock' "$heddle" check -DN=6 "$root/examples/philosophers.c" --html dead.html
opened "many threads at one line" dead.html '{verdict: "FAILED", rest: "T1,T2,T3,+3,T0"}' 1280
expect 1 FAILED "$heddle" asm "$root/examples/asm/mutex_broken.casm" --html asm.html
opened "assembly" asm.html '{verdict: "FAILED"}' 1280
cat >lines.casm <<'END'
shared turn = 0;
process P[2] {
           mov eax, 1
           xchg eax, [turn]
           cmp eax, 1
           jg never
           je out
           mov ebx, 2
           jmp out
    never: mov [turn], 7
    out:   nop
}
END
for how in "" "--engine bfs" "--no-reduction" "--no-symmetry" "--abstraction off"; do
    # shellcheck disable=SC2086
    expect 0 VERIFIED "$heddle" asm lines.casm $how --html lines.html
    opened "lines of assembly $how" lines.html '{verdict: "VERIFIED", reached: "8 of 9 lines with code were reached, over all interleavings",
        missed: "10", partly: "6"}' 1280
done
opened "lines of assembly on a phone" lines.html '{verdict: "VERIFIED"}' 400
expect 0 VERIFIED "$heddle" asm lines.casm --memory tso --html lines.html
opened "lines of assembly with buffers" lines.html '{verdict: "VERIFIED", uncounted: true, said: "under --memory tso", missed: "10", reached: "8 of 9"}' 1280
for engine in symbolic bdd; do
    expect 0 VERIFIED "$heddle" asm lines.casm --engine $engine --html lines.html
    opened "no lines by the engine $engine" lines.html '{verdict: "VERIFIED", said: "the engine '$engine'"}' 1280
done
expect 0 VERIFIED "$heddle" asm "$root/examples/asm/token_chain.casm" --induction token --strengthen honest --sizes 2 --html token.html
opened "a proof by induction" token.html '{verdict: "VERIFIED"}' 1280 400
expect 0 VERIFIED "$heddle" asm "$root/examples/asm/arbiter_clients.casm" --html modules.html
opened "a proof by modules" modules.html '{verdict: "VERIFIED"}' 1280
awk '!/je wait/ || done++ {print}' "$root/examples/asm/token_chain.casm" >hasty.casm
expect 1 FAILED "$heddle" asm hasty.casm --induction token --sizes 2 --html hasty.html
opened "a family that fails" hasty.html '{verdict: "FAILED"}' 1280 400
expect 1 FAILED "$heddle" spin mp.c --html spin.html
opened "under SPIN" spin.html '{verdict: "FAILED", line: 17}' 1280
# Failures that are no runs of the machine.
expect 1 FAILED "$heddle" check --memory rc11 "$root/examples/message.c" --html graph.html
opened "an execution graph" graph.html '{verdict: "FAILED", line: 29, chips: 2, arrows: 1, changes: "data=42",
    again: "heddle replay message.trace"}' 1280 400
expect 1 FAILED "$heddle" promela --check "$root/examples/peterson.c" --html model.html
opened "a run of SPIN" model.html '{verdict: "FAILED", line: 24, chips: 2, changes: "inside=1"}' 1280 400
expect 0 VERIFIED "$heddle" promela --check -DFIXED "$root/examples/account.c" --html model.html
opened "a model without a failure" model.html '{verdict: "VERIFIED", said: "was not measured", checked: "no deadlock"}' 1280
expect 0 VERIFIED "$heddle" check --memory ra "$root/examples/message.c" --html ra.html
opened "no failure in any execution" ra.html '{verdict: "VERIFIED", title: "no error in any execution", checked: "no data race"}' 1280
cc -g -o phil "$root/examples/native/phil.c" -lpthread
expect 1 FAILED "$heddle" native --html native.html -- ./phil
opened "a program as it runs" native.html '{verdict: "FAILED"}' 1280
cat >ops.c <<'END'
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static int n;
static void *worker(void *a)
{
    pthread_mutex_lock(&m);
    if (++n == 3)
        sem_post(&s); /* pthread_yield() */
    pthread_mutex_unlock(&m);
    return a;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return n != 2;
}
END
cc -g -o ops ops.c -lpthread
expect 0 VERIFIED "$heddle" native --search full --html ops.html -- ./ops
opened "operations that were exercised" ops.html '{verdict: "VERIFIED", checked: "nothing is freed twice, or that was not allocated", missed: "10", threads: "T0 main, T1 worker(0), T2 worker(0)",
    operation: "pthread_mutex_unlock ops.c:11 28 T1 worker(0), T2 worker(0)",
    reached: "6 of 7 lines with a visible operation were exercised, over all interleavings", said: "without a visible operation"}' 1280 400
cat >ops.cpp <<'END'
#include <mutex>
#include <thread>
std::mutex m;
static void work()
{
    std::lock_guard<std::mutex> hold(m);
}
int main()
{
    std::thread t(work);
    work();
    t.join();
}
END
for level in -O0 -O2; do
    c++ -g $level -o opsxx ops.cpp -lpthread
    expect 0 VERIFIED "$heddle" native --html ops.html -- ./opsxx
    opened "operations of C++ $level" ops.html '{verdict: "VERIFIED", operation: "pthread_mutex_lock ops.cpp:6 4 T0 main, T1 work"}' 1280
done
expect 0 VERIFIED "$heddle" native -j 2 --html ops.html -- ./ops
opened "operations of several processes" ops.html '{verdict: "VERIFIED", said: "not known with -j"}' 1280

cat >lasso.c <<'END'
#include <pthread.h>
int x;
void *f(void *a) { for (;;) x = !x; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); for (;;) x = !x; }
END
expect 1 FAILED "$heddle" check lasso.c --ltl 'F G "x == 1"' --html lasso.html
opened "a run that never ends" lasso.html '{verdict: "FAILED"}' 1280 400
expect 0 'loops": true' grep -o 'loops": true' lasso.html

cat >long.c <<'END'
#include <assert.h>
#include <pthread.h>
int x, turns;
void *f(void *a) { for (int i = 0; i < 1100; i++) x = i; return a; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    for (int i = 0; i < 1100; i++) turns = i;
    pthread_join(t, 0);
    assert(x != 1099);
}
END
expect 1 FAILED "$heddle" check --no-shorten --reduction none long.c --html long.html
opened "two thousand steps" long.html '{verdict: "FAILED", slowest: 250}' 1280

expect 64 'cannot/be/written: No such file or directory; --html needs a file that can be written' \
    "$heddle" check mp.c --html cannot/be/written
expect 64 '--html needs a file that can be written' "$heddle" replay mp.trace --html cannot/be/written
expect 74 'the page cannot be written to /dev/full' "$heddle" check -q mp.c --html /dev/full
