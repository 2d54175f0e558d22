#!/bin/sh
# heddle promela: what it prints, and its errors.
. "$(dirname "$0")/lib"
[ -n "${SOAK-}" ] || PATH=$root/tests/promela/unoptimised:$PATH # make soak has the ones that users have

queue="--op E=enqueue --op D=dequeue --init initialize $root/examples/promela/queue.c"
# shellcheck disable=SC2086
golden promela-queue.pml 0 "$heddle" promela --harness 'EE|D' $queue
# shellcheck disable=SC2086
golden promela-queue-paper.pml 0 "$heddle" promela --functions processes --statement-atomic --separate --reuse --harness 'E|D' $queue
for program in pointers switches widths; do
    golden "promela-$program.pml" 0 "$heddle" promela "$root/tests/promela/programs/$program.c"
done
golden help-promela.txt 0 "$heddle" help promela

# A model does not change from one run to the next.
"$heddle" promela -o a.pml "$root/tests/promela/programs/pointers.c"
"$heddle" promela -o b.pml "$root/tests/promela/programs/pointers.c"
check_that "two translations differ" cmp a.pml b.pml

# Neither spin nor gcc has anything to say of a model.
spin -a a.pml >said 2>&1
check_that "spin warns" test ! -s said
check_that "gcc warns" sh -c 'test -z "$(gcc -DSAFETY -fwrapv -o pan pan.c 2>&1)"'

expect 1 'torn_increment.c:18: error: assertion failed' "$heddle" promela --check "$root/tests/promela/programs/torn_increment.c"
expect 1 'past_the_end.c:10: error: out-of-bounds' "$heddle" promela --check "$root/tests/promela/programs/past_the_end.c"
# The simulator dies of these divisions; the line is named all the same.
expect 1 'division_least.c:7: error: division' "$heddle" promela --check "$root/tests/programs/division_least.c"
expect 1 'division_zero.c:7: error: division' "$heddle" promela --check "$root/tests/programs/division_zero.c"
# shellcheck disable=SC2086
expect 0 VERIFIED "$heddle" promela --check --harness 'E|D' $queue

echo 'int main(void) { float f = 1; return f > 0; }' >float.c
expect 65 'float.c:1: f is float, which is not translated' "$heddle" promela float.c
echo 'int n; double f(void) { n++; return 0; } int printf(const char *, ...); int main(void) { printf("%f", f()); return n; }' >printed.c
expect 65 'printed.c:1: ' "$heddle" promela printed.c
expect 2 'values were only tried with --havoc' "$heddle" promela --check --havoc float.c
echo 'int main(void) { return 0 }' >syntax.c
expect 65 'syntax.c: does not compile' "$heddle" promela syntax.c
echo 'int f(void) { return 0; }' >nomain.c
expect 65 "there is no function 'main'" "$heddle" promela nomain.c
expect 65 'no-such-file.c: cannot be read' "$heddle" promela no-such-file.c
echo 'int main(void) { return 0; }' >ok.c
expect 64 '-o needs a file that can be written' "$heddle" promela -o /no/such/folder/x ok.c
expect 64 'no file was given' "$heddle" promela
expect 64 '--op needs --harness' "$heddle" promela --op E=f ok.c
expect 64 '-q needs --check' "$heddle" promela -q ok.c
expect 64 '--json needs --check' "$heddle" promela --json ok.json ok.c
echo '#include <assert.h>
int main(void) { assert(0); }' >wrong.c
expect 1 '"error": {"kind": "assertion", "file": "wrong.c", "line": 2,' "$heddle" promela --check --json - wrong.c
returns=$root/tests/promela/ltl/returns.c
expect 1 '"properties": ["G \"x < 2\"", "G \"x == 0\""]' "$heddle" promela --check --json - --ltl 'G "x < 2"' --ltl 'G "x == 0"' "$returns"
expect 1 '"fairness": null' "$heddle" promela --check --json - --ltl 'G "x == 0"' "$returns"
expect 0 '"fairness": "weak fairness"' "$heddle" promela --check --json - --ltl 'F done' --fair weak "$returns"
# shellcheck disable=SC2086
expect 64 'a letter without an --op: X' "$heddle" promela --harness 'X|D' $queue
expect 65 'spin is not there' env PATH=/nonexistent "$heddle" promela --check ok.c
echo 'union u { int a; short b; }; int main(void) { union u x = {1}; return x.b; }' >union.c
expect 2 'the model is too small at union.c:1: limit: a union that is read as another member' "$heddle" promela --check union.c
echo 'union u { int a; short b; }; int main(void) { union u x = {1}; short *p = &x.b; return *p; }' >union.c
expect 65 'union.c:1: the address of b, a member of a union, is not translated' "$heddle" promela union.c
printf '#include <stdarg.h>\nint sum(int n, ...) { va_list r; va_start(r, n);\nreturn va_arg(r, int); } int main(void) { return sum(1, 2); }\n' >varargs.c
expect 65 'varargs.c:3: r is va_list, which is not translated' "$heddle" promela varargs.c

# Functions of one file, called through pointers in another.
echo 'int apply(int (*f)(int), int n) { return f ? f(n) : 0; }' >apply.c
cat >twice.c <<'END'
#include <assert.h>
int apply(int (*f)(int), int n);
static int twice(int n) { return 2 * n; }
int main(void) { assert(apply(twice, 4) == 8); return apply(0, 1); }
END
expect 0 VERIFIED "$heddle" promela --check twice.c apply.c
# What the library finds is the line of the call.
printf '#include <string.h>\nint main(void) {\nchar a[2], *p = "abc";\nstrcpy(a, p); return a[0]; }\n' >copy.c
expect 1 'copy.c:4: error: out-of-bounds' "$heddle" promela --check copy.c

# The program with its harness is C for heddle check, the paper's locks included; a mistake in it is seen there.
sed 's/pthread_mutex_t/int/; s/pthread_mutex_lock/lock/; s/pthread_mutex_unlock/unlock/; /mutex_init/d' "$root/examples/promela/queue.c" >paper.c
sed '/ lock(&Q->T_lock)/d; / unlock(&Q->T_lock)/d' paper.c >unlocked.c
expect 0 '' "$heddle" promela --harness 'E|E|D' --op E=enqueue --op D=dequeue --init initialize --harness-source whole.c -o whole.pml paper.c
expect 0 VERIFIED "$heddle" check --races off whole.c
expect 0 '' "$heddle" promela --harness 'E|E|D' --op E=enqueue --op D=dequeue --init initialize --harness-source whole.c -o whole.pml unlocked.c
expect 1 FAILED "$heddle" check --races off whole.c

# A search that is cut says how far it came.
cat >large.c <<'END'
#include <pthread.h>
int x[6];
static void *w(void *a) { for (int i = 0; i < 200; i++) x[*(int *)a]++; return a; }
int main(void) { pthread_t t[6]; int n[6];
    for (int i = 0; i < 6; i++) { n[i] = i; pthread_create(&t[i], 0, w, &n[i]); } return 0; }
END
"$heddle" promela --check --max-time 2 large.c >figures 2>&1
check_that "no figures behind UNKNOWN" grep -q 'UNKNOWN: --max-time was reached; [1-9][0-9,]* states, [1-9]' figures

# Without libclang there is no translation.
echo 'void *dlopen(const char *name, int flags) { return name && flags ? (void *)0 : (void *)0; }' >missing.c
gcc -shared -fPIC -o missing.so missing.c
expect 65 'libclang 19 is not there; install libclang1-19' env LD_PRELOAD="$PWD/missing.so" "$heddle" promela ok.c
mkdir only-spin && ln -s "$(command -v spin)" only-spin/spin
expect 65 'gcc is not there' env PATH="$PWD/only-spin" "$heddle" promela --check ok.c

# Store buffers.
sb=$root/examples/promela/store_buffer.c
expect 0 'VERIFIED: no error in any interleaving (SPIN' "$heddle" promela --check "$sb"
expect 1 'T1 t0            store buffer        x = 1 is in memory' "$heddle" promela --check --memory tso "$sb"
said 'store_buffer.c:11  x = 1;'
expect 0 'VERIFIED: no error in any interleaving with store buffers' "$heddle" promela --check --memory tso "$root/tests/promela/tso/sb_fence.c"
expect 2 'a store buffer was full; --store-buffer N' "$heddle" promela --check --memory tso "$root/tests/promela/tso/too_many.c"
expect 0 VERIFIED "$heddle" promela --check --memory tso --store-buffer 7 "$root/tests/promela/tso/too_many.c"
golden promela-tso.pml 0 "$heddle" promela --memory tso --store-buffer 2 "$sb"
expect 64 '--store-buffer needs --memory tso' "$heddle" promela --store-buffer 2 ok.c
expect 64 'at most 16 are possible' "$heddle" promela --memory tso --store-buffer 17 ok.c
expect 64 'does not go with --reuse' "$heddle" promela --memory tso --reuse ok.c
expect 64 '--memory' "$heddle" promela --memory rc11 ok.c
expect 1 'late_store.c:18: error: use-after-free' "$heddle" promela --check --memory pso "$root/tests/promela/tso/late_store.c"
expect 1 'T1 writer        store buffer        a store reaches memory that is freed' \
    "$heddle" promela --check --memory pso "$root/tests/promela/tso/late_store.c"
# Neither strings nor lines of the library.
varargs=$root/tests/promela/programs/varargs_print.c
check_that "strings or lines of the library are shown" sh -c "! '$heddle' promela --check '$varargs' | grep -E 'heddle-library|string'"
expect 64 'does not go with --reuse' "$heddle" promela --memory pso --reuse ok.c
cat >section.c <<'END'
#include <heddle.h>
#include <pthread.h>
int x;
static void f(void) { x = 1; }
static void *w(void *a) { heddle_atomic_begin();
    f();
    heddle_atomic_end(); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); pthread_join(t, 0); return x; }
END
expect 65 'section.c:6: a call inside of an atomic section is not translated with --memory tso' "$heddle" promela --memory tso section.c
expect 0 VERIFIED "$heddle" promela --check section.c

# Formulas over C expressions.
expect 64 'X speaks of steps' "$heddle" promela --ltl 'X done' ok.c
expect 64 'is a place, which a model does not know' "$heddle" promela --ltl 'G @there' ok.c
expect 64 'heddle promela: --ltl: ' "$heddle" promela --ltl 'G (' ok.c
expect 64 '--fair strong: SPIN knows weak fairness' "$heddle" promela --ltl 'G "1"' --fair strong ok.c
expect 64 'does not go with --memory' "$heddle" promela --ltl 'G "1"' --memory tso ok.c
expect 64 '--fair needs --ltl' "$heddle" promela --fair weak ok.c
echo 'long big; int x, *p = &x; int main(void) { big = 1; return *p; }' >claims.c
expect 65 'reads a number of 64 bits' "$heddle" promela --ltl 'G "big < 2"' claims.c
expect 65 'needs steps of its own' "$heddle" promela --ltl 'G "*p == 0"' claims.c
expect 65 'does not compile' "$heddle" promela --ltl 'G nothing' claims.c
expect 0 'ltl claim_0 {' "$heddle" promela --ltl 'G "x == 0"' claims.c
expect 65 'section.c:5: an atomic section with --ltl' "$heddle" promela --ltl 'F x' section.c
ltl=$root/tests/promela/ltl/stores.c
expect 1 'error: the property does not hold: G F !done' "$heddle" promela --check --ltl 'G F !done' "$ltl"
said 'from here on the steps repeat for ever'
expect 1 'returns.c:14: error: the property does not hold: G "x == 0"' "$heddle" promela --check --ltl 'G "x == 0"' "$returns"
said 'T1 worker        returns.c:14  x = 1;    [x = 1]'

# What is refused, with the place.
refused() { # TEXT CODE...
    text=$1
    shift
    printf '%s\n' "$@" >refused.c
    expect 65 "refused.c:3: $text" "$heddle" promela refused.c
}
refused 'a; bit-fields of more than 32 bits' 'int main(void) {' 'struct s {' 'long a : 33; } x = {1}; return x.a; }'
refused 'v is int' 'int f(int n)' '{' 'int v[n]; v[0] = 1; return v[0]; } int main(void) { return f(1); }'
refused 'this expression is not translated: &&end' 'int main(void)' '{' 'void *p = &&end; goto *p; end: return 0; }'
refused 'a size that is not constant' '#include <string.h>' 'int f(int *p, int n) {' 'memset(p, 0, n * sizeof *p); return 0; } int main(void) { int a[3]; return f(a, 3); }'
refused 'a copy between objects of different types' '#include <string.h>' 'int main(void) { int x = 1; char c[4];' 'memcpy(c, &x, 4); return c[0]; }'
refused 'designators from one macro' '#define TWO 1 ... 2' 'int a[4] = {' '[TWO] = 3}; int main(void) { return a[1]; }'
refused 'a range whose value is not constant' 'int main(void)' '{ int y = 2, x[4] = {' '[1 ... 2] = y}; return x[1]; }'
refused 'a range beside other designators' 'int a[4][4] = {' '[0] = {1},' '[1][1 ... 2] = 3}; int main(void) { return a[1][1]; }'
refused 'this kind of object is not translated: (int){3}' 'int main(void)' '{' 'int *p = &(int){3}; return *p; }'
refused 's is packed, which is not translated' 'int main(void)' '{' 'struct __attribute__((packed)) s { char c; int n; } x = {1, 2}; return x.n; }'

section='void heddle_atomic_begin(void), heddle_atomic_end(void); int x;'
leaves='that leaves an atomic section, or comes into one, is not translated'
refused "a return $leaves" "$section" 'int main(void) { heddle_atomic_begin();' 'if (x) return 1;' 'heddle_atomic_end(); return 0; }'
refused "a break $leaves" "$section" 'int main(void) { for (;;) { heddle_atomic_begin();' 'if (x) break;' 'heddle_atomic_end(); } return 0; }'
refused "a continue $leaves" "$section" 'int main(void) { while (x) { heddle_atomic_begin();' 'if (x) continue;' 'heddle_atomic_end(); } return 0; }'
refused "a goto $leaves" "$section" 'int main(void) { heddle_atomic_begin();' 'if (x) goto out;' 'heddle_atomic_end(); out: return 0; }'
refused "a goto $leaves" "$section" 'int main(void) {' 'if (x) goto in;' 'heddle_atomic_begin(); in: x = 1; heddle_atomic_end(); return 0; }'

# Places that no pointer leads to come back: by itself where there are too few, or with --collect.
cat >forever.c <<'END'
#include <stdlib.h>
struct node {
    int v;
    struct node *next;
};
struct node *g;
int main(void)
{
    for (;;) {
        g = malloc(sizeof *g);
        if (!g)
            return 0;
        g->v = 1;
        g->next = 0;
#ifdef KEEP
        static struct node *last;
        g->next = last;
        last = g;
#endif
    }
}
END
expect 0 'SPIN on the translation with --collect' "$heddle" promela --check --allow-hang forever.c
expect 2 'limit --heap' "$heddle" promela --check --allow-hang -DKEEP forever.c
for program in collect_loop collect_holds collect_list collect_void; do
    expect 0 'with --collect' "$heddle" promela --check --allow-hang --heap 6 "$root/tests/promela/programs/$program.c"
done
expect 1 'collect_freed.c:22: error: use-after-free' "$heddle" promela --check "$root/tests/promela/programs/collect_freed.c"
golden promela-collect.pml 0 "$heddle" promela --collect "$root/tests/promela/programs/collect_void.c"
"$heddle" promela --collect -o c.pml "$root/tests/promela/programs/collect_void.c"
spin -o3 -a c.pml >.out 2>&1
check_that "spin warns of a collector" test ! -s .out
check_that "gcc warns of a collector" sh -c 'test -z "$(gcc -DSAFETY -fwrapv -o pan pan.c 2>&1)"'
expect 64 'does not go with --reuse' "$heddle" promela --collect --reuse forever.c
expect 64 'does not go with --memory tso' "$heddle" promela --collect --memory tso forever.c
expect 65 'is a process' "$heddle" promela --collect "$root/tests/promela/programs/recursion_local.c"

# --no-loss: nothing is lost, and "empty" is said only where it may be so.
cat >loses.c <<'END'
#include <pthread.h>
static int slot;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void add(int v)
{
    pthread_mutex_lock(&m);
    slot = v;
    pthread_mutex_unlock(&m);
}
int take(void)
{
    int v;
    pthread_mutex_lock(&m);
    v = slot;
    slot = 0;
    pthread_mutex_unlock(&m);
    return v;
}
END
cat >busy.c <<'END'
#include <pthread.h>
static int slots[4], n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void add(int v)
{
    pthread_mutex_lock(&m);
    slots[n++] = v;
    pthread_mutex_unlock(&m);
}
int take(void)
{
    int v = 0;
#ifdef HASTY
    if (pthread_mutex_trylock(&m))
        return 0;
#else
    pthread_mutex_lock(&m);
#endif
    if (n)
        v = slots[--n];
    pthread_mutex_unlock(&m);
    return v;
}
END
counted() { # STATUS TEXT OPTIONS...
    wanted_status=$1 wanted_text=$2
    shift 2
    expect "$wanted_status" "$wanted_text" "$heddle" promela --check -q --allow-hang --op A=add --op T=take "$@"
}
counted 0 VERIFIED --harness 'A|A' loses.c
counted 1 'FAILED: assertion' --harness 'A|A' --no-loss loses.c
counted 0 VERIFIED --harness 'AT|A' -DHASTY busy.c
counted 0 VERIFIED --harness 'AT|A' --no-loss busy.c
counted 1 'FAILED: assertion' --harness 'AT|A' --no-loss -DHASTY busy.c
"$heddle" promela --op A=add --op T=take --harness 'AT|A' --no-loss -DHASTY --harness-source counted.c -o a.pml busy.c
expect 1 'FAILED: assertion' "$heddle" check -q --no-trace -DHASTY counted.c
# shellcheck disable=SC2086
expect 0 VERIFIED "$heddle" promela --check -q --allow-hang --no-loss --harness 'EE|DD' $queue
expect 64 'needs an --op that takes' "$heddle" promela --op A=add --harness 'A' --no-loss busy.c

# tests/promela/one: what says that a program may hang is right for one that hangs, and nothing else is.
says() { # WORD STATUS WHAT: what tests/promela/one makes of a program that hangs, when heddle says so
    printf '#!/bin/sh\necho "%s"\nexit %s\n' "$3" "$2" >says
    chmod +x says
    : >results
    HEDDLE=$PWD/says RESULTS=$PWD/results "$root/tests/promela/one" "$root/tests/programs/hang_choice.c" >/dev/null 2>&1
    check_that "one: '$3' does not count as $1" grep -qxF "$1" results
}
endless='UNKNOWN: no error was found, but threads may go on for ever, and whether they hang was not looked at'
says '1 0 0' 2 "$endless: heddle check looks"
says '0 0 1' 2 'UNKNOWN: a store buffer was full'
says '0 1 0' 1 'FAILED: deadlock'
says '0 1 0' 0 'VERIFIED: no error in any interleaving'
says '0 1 0' 0 "$endless: heddle check looks"
says '0 1 0' 139 "$endless: heddle check looks"
