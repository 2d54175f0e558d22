# What UNKNOWN says of what grows, and of what may help.
. "$(dirname "$0")/lib"

cat >grow.c <<'END'
#include <pthread.h>
int small, other;
void *f(void *a)
{
    for (int i = 0; i < 3000; i++)
        small = i % 2;
    return a;
}
void *g(void *a)
{
    for (int i = 0; i < 3000; i++)
        other = i;
    return a;
}
int main(void)
{
    pthread_t t[3];
    pthread_create(t, 0, f, 0);
    pthread_create(t + 1, 0, g, 0);
    pthread_create(t + 2, 0, g, 0);
    f(0);
}
END
expect 2 'note: new states come from grow.c:' "$heddle" check grow.c --max-states 100000
for words in 'grow.c:12 (' ', other has about ' '--context-bound 0..3 grow.c' '--search pct --runs 100000 grow.c' \
    '--thread-symmetry grow.c' 'heddle swarm grow.c'; do
    said "$words"
done
expect 2 "a smaller size keeps most defects: heddle check -DA=1 -DN=4 '-DT=a b' grow.c" "$heddle" check -DA=1 -DN=5 '-DT=a b' grow.c --max-states 1000
expect 2 "--abstract 'other != 0' --abstract small --abstract-keep control -DA=1 grow.c" "$heddle" check -DA=1 grow.c --max-states 100000
expect 2 'told apart by --abstract alone' "$heddle" check --abstract 'other != 0' --abstract small --abstract-keep control grow.c
expect 2 'heddle check --context-bound 0..3 --allow-deadlock --allow-hang grow.c' \
    "$heddle" check --allow-hang grow.c --allow-deadlock --max-states 1000
"$heddle" check --allow-deadlock grow.c --max-states 1000 >said
check_that "swarm allows no deadlock" sh -c "! grep -q swarm said"
"$heddle" check -DN=2 grow.c --max-states 1000 >said
check_that "what is small is not made smaller" sh -c "! grep -q 'smaller size' said"
"$heddle" check grow.c --max-states 100000 >said
check_that "few values are not told" sh -c "! grep -q 'small has' said"
check_that "no condition variable, no advice of one" sh -c "! grep -q no-spurious said"
expect 2 'new states come from' "$heddle" check grow.c --max-time 1s --engine bfs --json said.json
check_that "JSON has it" grep -q '"notes": \["new states come from' said.json
expect 2 'new states come from' "$heddle" check grow.c --max-time 1s --engine stateless
check_that "-q says the verdict alone" test "$("$heddle" check -q grow.c --max-states 1000 | wc -l)" = 1

cat >waits.c <<'END'
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
void *f(void *a) { pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return a; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
}
END
expect 2 '--no-spurious waits.c' "$heddle" check waits.c --max-states 3
expect 0 VERIFIED "$heddle" check waits.c

# Commands that are advised are ones that heddle takes, with the words of the user.
advised() { # OPTION...
    timeout "$LIMIT" "$heddle" check --max-states 500 "$@" 2>/dev/null | sed -n 's/^note: .*: heddle check /check /p' >commands
    while read -r command; do
        eval "timeout 60 \"$heddle\" check --max-time 1s ${command#check }" >.out 2>&1 </dev/null
        if [ $? = 64 ]; then
            bad "an advice that is refused" "heddle $command"
        else
            passed=$((passed + 1))
        fi
    done <commands
}
advised grow.c
check_that "three are" test "$(wc -l <commands)" = 3
advised grow.c '-DTEXT="a b"' --reduction none -- 'one two'
check_that "with the words" grep -qF -- "--context-bound 0..3 grow.c '-DTEXT=\"a b\"' -- 'one two'" commands
advised grow.c --leaks
advised grow.c --memory tso
advised grow.c --abstract small
advised grow.c --context-bound 2
advised grow.c --ltl 'G F "small == 1"'
advised waits.c --no-starvation

# What only a real process can do.
native() { # WHAT CODE
    printf '#define _GNU_SOURCE\n#include <pthread.h>\n#include <signal.h>\n#include <sys/socket.h>\n#include <sys/syscall.h>\n#include <unistd.h>\nstatic void *f(void *a) { return a; }\nint main(void) { int x = 0; pthread_t t; pthread_create(&t, 0, f, &x); %s; return 0; }\n' "$2" >native.c
    expect 2 'heddle cc -o prog native.c && heddle native -- ./prog' "$heddle" check native.c
}
native fork 'fork()'
native socket 'socket(AF_UNIX, SOCK_STREAM, 0)'
native pthread_kill 'pthread_kill(t, SIGUSR1)'
native futex 'syscall(SYS_futex, &x, 0, 0, 0, 0, 0)'
cat >other.c <<'END'
void unknown(void);
int main(void) { unknown(); }
END
run "$heddle" check other.c
cp .out said
check_that "other functions are no matter of heddle native" sh -c "grep -q UNKNOWN said && ! grep -q native said"

# The advised command finds what the search that ran out did not: an error that needs few values.
cat >far.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct { int pad; unsigned served; } q;
atomic_int busy, both;
static void *worker(void *a)
{
    static int own;
    for (;;) {
        own++;
        atomic_fetch_add((atomic_uint *)&q.served, 1);
        if (!busy) {
            busy = 1;
            assert(atomic_fetch_add(&both, 1) == 0);
            atomic_fetch_sub(&both, 1);
            busy = 0;
        }
    }
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
}
END
"$heddle" check --engine dfs far.c --max-states 20000 >said
grep -o "heddle check --abstract 'q.served != 0'.*" said >command
check_that "a member of a struct, but no static variable of a function" grep -q "^heddle check --abstract 'q.served != 0' .*--abstract-keep control far.c$" command
check_that "no static variable of a function" sh -c '! grep -q "abstract own" command'
expect 1 'FAILED: assertion' sh -c "$(sed "s|^heddle|$heddle|" command)"

# While it runs.
"$heddle" check --progress grow.c --max-time 4s --engine dfs >/dev/null 2>said
check_that "the progress line says where states come from" grep -q ' states/s, .*, from grow.c:12 (.*other has about .* values)' said
check_that "not at once" sh -c 'head -n 1 said | grep -v -q " from "'

# How much is left, where the search can tell: one without states.
cat >left.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint x;
static unsigned sums[4];
static void *f(void *a)
{
    unsigned *sum = a;
    for (unsigned i = 0; i < 5; i++)
        *sum = *sum * 31 + atomic_fetch_add(&x, i + 1);
    return a;
}
int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, f, &sums[i]);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
}
END
left='by an estimate it had done .* and the rest takes [0-9a]'
for search in dpor optimal full; do
    run "$heddle" check -q --engine stateless --search $search --max-time 1s left.c --json left.json
    cp .out said
    check_that "what is left, $search" grep -q "reached (--max-time); $left" said
    check_that "as JSON" node -e '
        const share = JSON.parse(require("fs").readFileSync("left.json")).share_done; process.exit(share > 0 && share < 1 ? 0 : 1)'
done
expect 2 'by an estimate --engine stateless had done ' "$heddle" check -q --max-time 2s left.c
for how in '--engine dfs' '--engine bfs' '--engine stateless --search random --runs 100000000'; do
    # shellcheck disable=SC2086
    run "$heddle" check -q $how --max-time 1s left.c --json left.json
    cp .out said
    check_that "nothing is said: $how" sh -c '! grep -q estimate said && grep -q "\"share_done\": null" left.json'
done
run "$heddle" check -q --engine stateless --max-depth 8 left.c
cp .out said
check_that "nothing is left within a depth" sh -c '! grep -q estimate said'
run "$heddle" cc -g left.c -o left.run
run "$heddle" native -q --max-time 2s -- ./left.run
cp .out said
check_that "what is left of a program that runs" grep -q "$left" said

# Assembly systems and programs that run have searches of their own.
system=$root/examples/asm/treiber.casm
expect 2 'new states come from ' "$heddle" asm "$system" --set N=9 --max-states 20000
for words in "heddle asm --engine bfs $system --set N=9" "heddle asm --engine bdd $system --set N=9" \
    "a smaller size keeps most defects: heddle asm $system --set N=8"; do
    said "$words"
done
run "$heddle" asm "$system" --set N=9 --max-states 2000 --memory tso --engine bfs
cp .out said
check_that "no engine that the system is not for" sh -c '! grep -q -e --engine said'
expect 2 '--search full --preemption-bound 2 -- ./left.run' "$heddle" native --max-time 1s -- ./left.run
said '--search pct --runs 100000 -- ./left.run'
