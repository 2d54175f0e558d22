# The sentence that stands before a trace: for each pattern a program that has it.
. "$(dirname "$0")/lib"

says() { # WHAT SENTENCE ARGUMENT...
    what=$1 sentence=$2
    shift 2
    run "$heddle" check --self-check --no-trace --width 200 "$@"
    if [ $status != 1 ]; then
        bad "$what: exit status $status, not 1" "$*"
    elif ! grep -qxE -- "  $sentence" .out; then
        bad "$what: no line $sentence" "$*"
    else
        passed=$((passed + 1))
    fi
}

head='
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define START(f) pthread_create(&t, 0, f, 0)
#define JOIN pthread_join(t, 0)
pthread_t t, self;
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int x, y;
int *_Atomic p;'
program() { # NAME: the rest of it from standard input
    { echo "$head"; cat; } >"$1.c"
}

program update <<'C'
void *f(void *arg) { x++; return arg; }
int main(void) { START(f); x++; JOIN; assert(x == 2); }
C
says "a lost update" 'T0 read x at step [0-9]+ and wrote it at step [0-9]+; the write of T1 between them, at step [0-9]+, is lost' update.c

program other <<'C'
void *f(void *arg) { y++; x = 1; return arg; }
int main(void) { START(f); y++; JOIN; assert(x == 0); }
C
"$heddle" check --no-trace other.c >other.out 2>&1
check_that "of another variable nothing is said" sh -c 'grep -q "^FAILED" other.out && ! grep -q "is lost" other.out'

program looks <<'C'
void *f(void *arg) { x = 1; return arg; }
int main(void) { START(f); int seen = x; assert(seen == x); JOIN; }
C
says "two looks" 'T0 read x at step [0-9]+ and again at step [0-9]+; T1 wrote it between them, at step [0-9]+' looks.c

program used <<'C'
void *f(void *arg) { int *mine = p; p = 0; free(mine); return arg; }
int main(void) { p = malloc(4); *p = 1; START(f); int *q = p; if (q) assert(*q == 1); JOIN; }
C
says "a use of what another freed" 'T0 read malloc#1 from p at step [0-9]+, T1 freed it at step [0-9]+, T0 still uses it' used.c

program late <<'C'
void *f(void *arg) { free(p); return arg; }
int main(void) { p = malloc(4); *p = 1; START(f); JOIN; START(f); JOIN; }
C
says "what was freed is read" 'T1 freed malloc#1 at step [0-9]+, but T2 read it from p at step [0-9]+' late.c

program twice <<'C'
void *f(void *arg) { int *q = malloc(4); p = q; free(q); free(p); return arg; }
int main(void) { START(f); JOIN; }
C
says "freed by itself" 'T1 freed malloc#1 itself at step [0-9]+' twice.c

program abba <<'C'
#define BOTH(a, b) pthread_mutex_lock(a), pthread_mutex_lock(b), pthread_mutex_unlock(b), pthread_mutex_unlock(a)
void *f(void *arg) { BOTH(&b, &a); return arg; }
int main(void) { START(f); BOTH(&a, &b); JOIN; }
C
says "a circle" 'T0 waits in pthread_mutex_lock\(&b\) for T1, T1 in pthread_mutex_lock\(&a\) for T0' abba.c

program joins <<'C'
void *f(void *arg) { pthread_join(self, 0); return arg; }
int main(void) { self = pthread_self(); START(f); JOIN; }
C
says "a circle of joins" 'T0 waits in pthread_join\(T1\) for T1, T1 in pthread_join\(T0\) for T0' joins.c

program over <<'C'
void *f(void *arg) { pthread_mutex_lock(&a); return arg; }
int main(void) { START(f); JOIN; pthread_mutex_lock(&a); }
C
says "a lock that nobody gives back" 'T0 waits in pthread_mutex_lock\(&a\) for T1, which is over' over.c

program wakeup <<'C'
void *f(void *arg)
{
    pthread_mutex_lock(&a);
    pthread_cond_wait(&c, &a);
    pthread_mutex_unlock(&a);
    return arg;
}
int main(void) { START(f); pthread_cond_signal(&c); JOIN; }
C
says "a lost wake-up" 'T0 signalled c at step [0-9]+, when nobody waited; T1 waits since step [0-9]+' wakeup.c

run "$heddle" check --no-trace -q --json out.json abba.c
check_that "JSON has it" grep -q '"summary": "T0 waits in pthread_mutex_lock(&b) for T1' out.json
