# Trace files: written, shown again, refused when they are broken or of another program.
. "$(dirname "$0")/lib"

cat >race.c <<'END'
#include <assert.h>
#include <pthread.h>

static int counter;

static void *worker(void *arg)
{
    int seen = counter;

    counter = seen + 1;
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    assert(counter == 2);
    return 0;
}
END
golden race.txt 1 "$heddle" check race.c
check_that "the trace is written next to the program" test -s race.trace
cp race.trace kept.trace
golden race-replay.txt 1 "$heddle" replay race.trace
golden race-bfs.txt 1 "$heddle" check --engine bfs --no-trace race.c
expect 1 "race.c:21: error:" "$heddle" replay race.trace
check_that "JSON is written" sh -c "'$heddle' check --json r.json --no-trace race.c; grep -q '\"verdict\": \"FAILED\"' r.json"

# From another folder.
mkdir elsewhere
cd elsewhere || exit 70
expect 1 "error: assertion" "$heddle" replay ../race.trace
cd ..

# Cut anywhere, it is refused and never crashes.
size=$(wc -c <kept.trace)
for part in 0 1 10 $((size / 4)) $((size / 2)) $((size - 2)); do
    head -c "$part" kept.trace >cut.trace
    expect 65 "cut.trace" "$heddle" replay cut.trace
done
head -c 2000 /dev/urandom >noise.trace
expect 65 "noise.trace" "$heddle" replay noise.trace
expect 65 "absent.trace" "$heddle" replay absent.trace

# A changed program has another hash.
sed -i 's/seen + 1/seen + 2/' race.c
expect 65 "program" "$heddle" replay race.trace
rm race.c
expect 65 "race.c" "$heddle" replay race.trace

# What a blocked thread waits for is told by a machine that was restored: registers that nobody needs any more hold what another
# state left there, or anything at all (MALLOC_PERTURB_ fills fresh memory with the mark of a pointer).
for engine in dfs bfs stateless; do
    expect 1 "FAILED: hang" env MALLOC_PERTURB_=90 "$heddle" check --engine $engine "$root/tests/programs/hang_told.c"
    cp .out told
    check_that "the mutex of its holder, $engine" grep -qE 'T3 taker waits: pthread_mutex_lock\((&m\[0\]\), held by T1|&m\[1\]\), held by T2)' told
done
