# Programs without end: a limit that is named, or a verdict; never a hang or a crash.
. "$(dirname "$0")/lib"

cat >recurse.c <<'END'
static int down(int n) { return down(n + 1) + 1; }
int main(void) { return down(0); }
END
expect 1 "stack-overflow" "$heddle" check recurse.c
said "recurse.c:1: error:"

cat >allocate.c <<'END'
#include <stdlib.h>
int main(void)
{
    void **last = NULL;
    for (;;) {
        void **p = malloc(1 << 20);
        p[0] = last;
        last = p;
    }
}
END
expect 2 "--max-heap" "$heddle" check --max-heap 64m allocate.c
said "UNKNOWN"

cat >threads.c <<'END'
#include <pthread.h>
static void *worker(void *arg) { for (;;) ; return arg; }
int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, NULL, worker, NULL);
}
END
expect 2 "--max-threads" "$heddle" check --max-threads 4 threads.c

cat >forever.c <<'END'
int main(void) { for (;;) ; }
END
expect 0 "VERIFIED" "$heddle" check forever.c
cat >counting.c <<'END'
static volatile unsigned long long n;
int main(void) { for (;;) n++; }
END
expect 2 "--max-time" "$heddle" check --max-time 2s counting.c
# A signal that is sent twice, as timeout does, is one.
cat >signals <<'END'
"$1" check counting.c &
sleep 1
kill -TERM $!
kill -TERM $!
wait $!
END
expect 2 "UNKNOWN: interrupted" sh signals "$heddle"
# Whether a state is a hang costs as much as the search of what follows from it: it is not asked of every state.
cat >turning.c <<'END'
#include <heddle.h>
static int at[3];
int main(void)
{
    while (at[0] + at[1] + at[2] < 290) {
        int *one = &at[heddle_choose(3)];
        *one = (*one + 1) % 100;
    }
}
END
expect 2 "--max-states" timeout 60 "$heddle" check --engine bfs --max-states 20k turning.c
cat >pause.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg) { for (;;) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); } return arg; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
}
END
expect 0 "VERIFIED" "$heddle" check pause.c

cat >many.c <<'END'
#include <pthread.h>
static int x;
static void *worker(void *arg) { for (int i = 0; i < 30; i++) x = x * 5 + i; return arg; }
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, worker, 0);
    return 0;
}
END
expect 2 "--max-states" "$heddle" check --max-states 1000 many.c
expect 2 "--max-depth" "$heddle" check --max-depth 10 many.c
expect 2 "--max-time" "$heddle" check --max-time 1s many.c
expect 2 "--max-memory" "$heddle" check --max-memory 40m many.c

# Ten thousand lines.
{
    echo '#include <assert.h>'
    i=0
    while [ $i -lt 2500 ]; do
        printf 'static int f%d(int x)\n{\n    return x + %d;\n}\n' $i $i
        i=$((i + 1))
    done
    echo 'int main(void) { int x = 0;'
    i=0
    while [ $i -lt 2500 ]; do
        echo "x = f$i(x);"
        i=$((i + 1))
    done
    echo 'assert(x == 2500 * 2499 / 2); return 0; }'
} >long.c
expect 0 "VERIFIED" "$heddle" check long.c

# What runs out anywhere, in the middle of a step too, ends in a verdict with figures and JSON.
cat >within <<'END'
ulimit -v "$1" # kilobytes of addresses
shift
exec "$@"
END
cat >figures <<'END'
import json, sys
j = json.load(open(sys.argv[1]))
assert j["verdict"] == "UNKNOWN" and "transitions" in j, j
END
expect 0 "VERIFIED" sh within 6000000 "$heddle" check "$root/examples/peterson_right.c"
expect 0 "VERIFIED" sh within 1000000 "$heddle" check "$root/examples/peterson_right.c"

cat >wide.c <<'END'
#include <pthread.h>
int a[64];
void *count(void *p) { int *q = p; for (int i = 0; i < 200; i++) *q = i * 7; return 0; }
int main(void)
{
    pthread_t t;
    for (int i = 0; i < 4; i++)
        pthread_create(&t, 0, count, &a[i * 16]);
    pthread_exit(0);
}
END
expect 2 "UNKNOWN: the table of states is full" sh within 300000 "$heddle" check --engine dfs --reduction none \
    --max-memory 8g --json full.json wide.c
check_that "the JSON has figures" python3 figures full.json

cat >large.c <<'END'
#include <stdlib.h>
int main(void) { char *p = malloc(900u << 20); p[0] = 1; free(p); return 0; }
END
for engine in dfs bfs stateless auto; do
    expect 2 "UNKNOWN: the system has no more memory" sh within 600000 "$heddle" check --engine $engine \
        --max-heap 2g --max-memory 8g --json large.json large.c
    check_that "the JSON has figures" python3 figures large.json
done
expect 2 "UNKNOWN: the system has no more memory" sh within 600000 "$heddle" check --engine stateless -j 2 \
    --max-heap 2g --max-memory 8g large.c

# The time and signals are looked at inside a step.
cat >inside.c <<'END'
int main(void)
{
    unsigned n = 0;
again:;
    int x[n % 1000 + 1];
    x[n % 1000] = 1;
    if (++n < 10000000)
        goto again;
    return x[0];
}
END
expect 2 "--max-time" timeout 20 "$heddle" check --engine stateless --max-time 1s inside.c
expect 2 "interrupted" timeout --preserve-status -s TERM 2 "$heddle" check --engine stateless inside.c
expect 2 "--max-time" timeout 20 "$heddle" check --max-time 1s -DN=1 inside.c

# A trace that is not shortened, of a step in which a thread makes and frees memory for ever.
cat >allocates.c <<'END'
#include <pthread.h>
#include <stdlib.h>
static volatile int flag;
static void *waits(void *arg)
{
    while (flag == 0)
        free(malloc(4));
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waits, NULL);
    pthread_exit(NULL);
}
END
for engine in dfs bfs; do
    expect 1 "FAILED: hang" timeout -k 1 20 "$heddle" check --engine $engine --no-shorten allocates.c
done
