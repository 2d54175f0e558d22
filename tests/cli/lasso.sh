# Counterexamples that never end: how they read, shown again, as JSON.
. "$(dirname "$0")/lib"

cat >tas.c <<'EOF'
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
int want, in;

static void acquire(void)
{
    while (atomic_exchange(&lock, 1))
        ;
}

static void *often(void *arg)
{
    for (;;) {
        acquire();
        lock = 0;
    }
    return arg;
}

static void *once(void *arg)
{
    want = 1;
    acquire();
    in = 1;
    lock = 0;
    return arg;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, often, NULL);
    pthread_create(&b, NULL, once, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
EOF
golden lasso-tas.txt 1 "$heddle" check --ltl 'G (want -> F in)' --fair weak tas.c
golden lasso-tas-replay.txt 1 "$heddle" replay tas.trace
cat >shows <<'EOF'
import json, sys
told = json.load(open(sys.argv[1]))
assert told["verdict"] == "FAILED" and told["error"]["kind"] == "ltl" and told["trace_file"] == "tas.trace"
steps = told["trace"]
loop = [s for s in steps if s["repeats"]]
assert loop and steps[-len(loop):] == loop and len(loop) < len(steps)
assert steps[0]["propositions_before"] == {"want": False, "in": False}
assert all(s["propositions_after"] == {"want": True, "in": False} for s in loop)
assert all(a["propositions_after"] == b["propositions_before"] for a, b in zip(steps, steps[1:]))
EOF
check_that "the JSON has the loop and the propositions" sh -c \
    "'$heddle' replay --json r.json tas.trace >text; python3 shows r.json && grep -q 'repeat for ever' text"

# A trace that claims more than it shows, with a checksum that fits.
cat >signed <<'EOF'
import re, sys
body = re.sub(r"checksum .*\nend\n$", "", sys.stdin.read())
word, h = (1 << 64) - 1, 1 ^ len(body) * 0x9e3779b97f4a7c15 & (1 << 64) - 1
for byte in body.encode():
    h = (h ^ byte) * 0x100000001b3 & word
h = (h ^ h >> 32) * 0xd6e8feb86659fd93 & word
print(f"{body}checksum {h ^ h >> 32:016x}\nend")
EOF
expect 1 "FAILED: ltl" "$heddle" check --fair weak --ltl 'F in' --trace claim.trace tas.c
expect 1 "repeat for ever" "$heddle" replay claim.trace
sed 's/F in/F want/g' claim.trace | python3 signed >other.trace
expect 70 "the property holds of it" "$heddle" replay other.trace
expect 1 "FAILED: ltl" "$heddle" check --fair none --ltl 'F want' --trace claim.trace tas.c
sed 's/^\(.*\)none$/\1weak/' claim.trace | python3 signed >other.trace
expect 70 "it is not fair" "$heddle" replay other.trace

# Two formulas: the propositions of the one that does not hold.
expect 1 "  want" "$heddle" check --ltl 'G !"lock > 1"' --ltl 'F want' --no-trace tas.c
check_that "other formulas' propositions are not shown" sh -c \
    "! '$heddle' check --ltl 'G !\"lock > 1\"' --ltl 'F want' --no-trace tas.c | grep 'lock > 1'"

# An end that comes too early; without a formula; too many propositions for columns.
cat >lost.c <<'EOF'
#include <pthread.h>

int done;
static int n;

static void *add(void *arg)
{
    int seen = n;

    n = seen + 1;
    return arg;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (n == 2)
        done = 1;
    return 0;
}
EOF
golden lasso-ended.txt 1 "$heddle" check --ltl 'F (done && "n == 2")' --no-trace lost.c
expect 1 "[n == 1 becomes true, n >= 1 becomes true," "$heddle" check --no-trace --ltl \
    'F (done && "n == 2" && !"n == 1" && !"n == 3" && !"n >= 1" && n && "n <= 2" && "n >= 0")' lost.c

cat >mutex.c <<'EOF'
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *often(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void)
{
    pthread_t a;

    pthread_create(&a, NULL, often, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
EOF
golden lasso-starvation.txt 1 "$heddle" check --no-starvation mutex.c
expect 1 "FAILED: starvation, weak fairness assumed" "$heddle" replay mutex.trace
expect 1 "could always go on but never does; it" "$heddle" check --termination --fair none --no-trace mutex.c

# A step that only leaves a place: it has a row where a proposition changes.
cat >place.c <<'EOF'
#include <pthread.h>

int n;

static void *worker(void *arg)
{
    int i = 0;

    for (;;) {
        n = 1;
    busy:
        i = !i;
        n = 0;
    }
    return arg;
}

int main(void)
{
    pthread_t a;

    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    return 0;
}
EOF
expect 1 "goes on to line 13" "$heddle" check --ltl 'F G !@busy' --no-trace place.c
check_that "it is no endless loop" sh -c \
    "! '$heddle' check --ltl 'F G !@busy' --no-trace place.c | grep 'loops here'"
