# --keep-going: several errors in one run, by every engine, each with its trace.
. "$(dirname "$0")/lib"

cat >four.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x, *p;
void *one(void *arg)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    x++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    assert(x != 2);
    return arg;
}
void *two(void *arg)
{
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    x++;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    if (x == 1)
        p = NULL;
    *p = 1;
    return arg;
}
int main(void)
{
    pthread_t t, u;
    p = malloc(sizeof *p);
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    free(p);
    assert(x == 3);
}
END

all_four() { # the last report has the four errors, each once, and each trace replays to its error
    grep -o '^four.c:[0-9]*: error: [a-z]*' .out | sort >errors
    printf '%s\n' 'four.c:13: error: assertion' 'four.c:25: error: write' 'four.c:37: error: assertion' \
        'four.c:8: error: deadlock' | sort >wanted
    [ "$(grep -v deadlock errors)" = "$(grep -v deadlock wanted)" ] && [ "$(grep -c deadlock errors)" = 1 ] || return
    [ "$(wc -l <errors)" = 4 ] || return
    for trace in four.trace four.2.trace four.3.trace four.4.trace; do
        "$heddle" replay "$trace" | grep -q '^FAILED: ' || return
    done
}

while read -r how; do
    rm -f four*.trace
    # shellcheck disable=SC2086
    run "$heddle" check four.c --keep-going 9 --self-check $how
    cp .out said
    if [ $status = 1 ] && all_four; then
        passed=$((passed + 1))
    else
        cat said errors >.out
        bad "not the four errors" "--keep-going 9 $how"
    fi
done <<'END'

--engine bfs
--reduction none
--engine bfs --reduction none
--context-bound 2
--engine stateless
--engine stateless --search optimal
--engine stateless --search full
--engine stateless --search sleep
--engine stateless --search persistent+sleep
END
expect 1 'and 3 more errors: ' "$heddle" check -q four.c --keep-going 9 --engine stateless --search random --runs 2000 --seed 3
rm -f four*.trace
expect 1 'and 1 more error: ' "$heddle" check -q four.c --keep-going 2 --trace my.file
check_that "numbered traces" test -s my.file -a -s my.2.file -a ! -e my.3.file
expect 1 '; --keep-going 2 ended the search; ' "$heddle" check -q four.c --keep-going 2 --no-trace
expect 1 'FAILED: assertion; ' "$heddle" check -q "$root/examples/account.c" --keep-going 4 --no-trace
expect 0 VERIFIED "$heddle" check -q "$root/examples/account.c" -DFIXED --keep-going 4
cat >early.c <<'END'
#include <assert.h>
#include <pthread.h>
int x, y;
void *f(void *a) { assert(y != 1); for (int i = 0; i < 1000; i++) x++; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); y = 1; for (int i = 0; i < 1000; i++) x++; }
END
expect 1 '; the limit of 200 states was reached (--max-states); ' "$heddle" check -q early.c --keep-going 4 --no-trace \
    --engine bfs --max-states 200

# All of them for machines.
expect 1 FAILED "$heddle" check four.c --keep-going 9 --json four.json --sarif four.sarif --junit four.xml --html four.html \
    --annotations github
check_that "four annotations" test "$("$heddle" check -q four.c --keep-going 9 --annotations github | grep -c '^::error ')" = 4
check_that "SARIF and JUnit" node "$root/tests/cli/formats/structure.js" four.sarif four.xml
check_that "four results" node -e '
    const s = JSON.parse(require("fs").readFileSync("four.sarif")).runs[0].results;
    const j = JSON.parse(require("fs").readFileSync("four.json"));
    if (s.length !== 4 || j.further_errors.length !== 3 || !j.further_errors.every(e => e.trace.length && e.trace_file && e.kind))
        process.exit(1)'
check_that "four errors on the page" sh -c "grep -o '\"trace_file\": \"four\\.[234]\\.trace\"' four.html | sort -u | wc -l | grep -q 3"

expect 64 'does not go with --ltl' "$heddle" check four.c --keep-going 2 --ltl 'F "x"'
expect 64 'does not go with -j' "$heddle" check four.c --keep-going 2 --engine stateless -j 2

# Assembly systems: the assertions of two lines, and an invariant.
cat >three.casm <<'END'
shared word a = 0, b = 0, sum = 0;
process first {
    one:  lock bts [a], 0
          jc one
          add [sum], 1
          mov [a], 0
          assert sum < 3
}
process second {
    one:  lock bts [b], 0
          jc one
          assert sum == 1
          add [sum], 2
          mov [b], 0
          mov [a], 9
}
invariant a != 9;
END
while read -r how; do
    rm -f three*.trace
    # shellcheck disable=SC2086
    run "$heddle" asm three.casm --keep-going 9 --self-check $how
    grep -o '^three.casm:[0-9]*: error: [a-z]*' .out | sort >errors
    printf 'three.casm:%s\n' '12: error: assertion' '17: error: invariant' '7: error: assertion' >wanted
    check_that "three errors: $how" cmp errors wanted
    for kind in three three.2 three.3; do
        "$heddle" replay $kind.trace
    done | grep '^FAILED: ' | sort >errors
    printf 'FAILED: %s\n' assertion assertion invariant >wanted
    check_that "three traces: $how" cmp errors wanted
done <<'END'

--engine bfs
--no-reduction
--abstraction off --no-symmetry
--memory tso
END
expect 1 '; --keep-going 2 ended the search; ' "$heddle" asm -q three.casm --keep-going 2 --no-trace
expect 1 '"further_errors"' "$heddle" asm three.casm --keep-going 9 --no-trace --json -
expect 64 'does not go with --engine bdd' "$heddle" asm three.casm --keep-going 2 --engine bdd

# Programs as they run: one error shows only where a wait ends without a signal, two without.
cat >run.c <<'END'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int set;
static void *waits(void *arg)
{
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    assert(set);
    pthread_mutex_unlock(&m);
    return arg;
}
static void *sets(void *arg)
{
    pthread_mutex_lock(&m);
    set++;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    assert(set != 2);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, waits, 0);
    pthread_create(&u, 0, sets, 0);
    pthread_mutex_lock(&m);
    set++;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    pthread_join(u, 0);
}
END
check_that "it compiles" gcc -g -pthread run.c -o run
while read -r how; do
    rm -f run*.trace
    # shellcheck disable=SC2086
    run "$heddle" native --keep-going 9 $how -- ./run
    grep -o '^run.c:[0-9]*: error: [a-z]*' .out | sort >errors
    printf 'run.c:%s\n' '10: error: assertion' '21: error: assertion' '33: error: deadlock' >wanted
    check_that "three errors: $how" cmp errors wanted
    for kind in run run.2 run.3; do
        "$heddle" replay $kind.trace
    done | grep '^FAILED: ' | sort >errors
    printf 'FAILED: %s\n' assertion assertion deadlock >wanted
    check_that "three traces: $how" cmp errors wanted
done <<'END'

--search optimal
--search sleep
END
expect 1 '; --keep-going 2 ended the search; ' "$heddle" native -q --keep-going 2 --no-trace -- ./run
expect 1 'and 1 more error: deadlock; ' "$heddle" native -q --keep-going 9 --no-spurious --no-trace -- ./run
expect 64 'does not go with -j' "$heddle" native --keep-going 2 -j 2 -- ./run
expect 64 'does not go with --races steps' "$heddle" native --keep-going 2 --races steps -- ./run
