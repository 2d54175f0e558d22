/* sync SEED FILE: a small program of two or three threads that meet in mutexes, condition
 * variables, barriers, read-write locks, semaphores, once and loops that wait, in the language of C;
 * main creates them, or each the next one, or main and the first of them at the same time.  Data is plain and held by locks, or seq_cst: the program
 * has no data race, and RC11 allows it what sequential consistency does.  Prints "same"; or "more"
 * if it tries or looks without waiting, since what such an operation finds may be old. */
#include <stdio.h>
#include <stdlib.h>

typedef struct operation {
    int weight;
    int old; /* may find what is old */
    const char *text;
} operation;

#define MINE "r[me] = (r[me] * 3 + "
static const operation operations[] = {
    {3, 0, "lock(&m); " MINE "d) % 61; d = (d * 2 + me + 1) % 5; unlock(&m);"},
    {3, 0, "lock(&m); while (!d) pthread_cond_wait(&c, &m); " MINE "d) % 61; d--; unlock(&m);"},
    {2, 0, "lock(&m); if (!d) pthread_cond_wait(&c, &m); " MINE "d + 1) % 61; unlock(&m);"},
    {2, 0, "lock(&m); while (d) pthread_cond_wait(&c, &m); d = 2; pthread_cond_signal(&c); unlock(&m);"},
    {3, 0, "lock(&m); d = 1; pthread_cond_signal(&c); unlock(&m);"},
    {2, 0, "lock(&m); d = me; unlock(&m); pthread_cond_signal(&c);"},
    {2, 0, "lock(&m); d++; pthread_cond_broadcast(&c); unlock(&m);"},
    {1, 0, "pthread_cond_broadcast(&c);"},
    {1, 0, "pthread_cond_signal(&c);"},
    {1, 0, "lock(&n); " MINE "f) % 61; f = me; unlock(&n);"},
    {1, 0, "lock(&n); while (f) pthread_cond_wait(&k, &n); f = 1; unlock(&n);"},
    {1, 0, "lock(&n); f = 0; pthread_cond_signal(&k); unlock(&n);"},
    {2, 0, "pthread_rwlock_rdlock(&w); " MINE "e) % 61; pthread_rwlock_unlock(&w);"},
    {2, 0, "pthread_rwlock_wrlock(&w); e = (e + me + 1) % 5; pthread_rwlock_unlock(&w);"},
    {2, 0, "sem_wait(&s);"},
    {2, 0, "sem_post(&s);"},
    {1, 0, "pthread_once(&o, init); " MINE "a) % 61;"},
    {2, 0, MINE "atomic_fetch_add(&x, 1)) % 61;"},
    {1, 0, "for (;;) { lock(&m); int v = d; unlock(&m); if (v) break; }"},
    {1, 0, "while (pthread_mutex_trylock(&m)) { } d++; unlock(&m);"},
    {1, 0, "while (sem_trywait(&s)) { }"},
    {1, 0, "{ int v = atomic_load(&x); while (!atomic_compare_exchange_weak(&x, &v, v + 1)) { } " MINE "v) % 61; }"},
    {1, 0, "{ int v = atomic_fetch_add(&ticket, 1); while (atomic_load(&serves) != v) { } " MINE "h) % 61; h = me; atomic_store(&serves, v + 1); }"},
    {1, 0, "while (atomic_exchange(&taken, 1)) { } " MINE "i) % 61; i = (i + me + 1) % 5; atomic_store(&taken, 0);"},
    {1, 0, "lock(&m); timedwait(&c, &m); " MINE "d) % 61; unlock(&m);"},
    {2, 1, "if (pthread_mutex_trylock(&m)) r[me]++; else { d++; unlock(&m); }"},
    {1, 1, "if (pthread_rwlock_trywrlock(&w)) r[me]++; else { e++; pthread_rwlock_unlock(&w); }"},
    {1, 1, "if (pthread_rwlock_tryrdlock(&w)) r[me]++; else pthread_rwlock_unlock(&w);"},
    {1, 1, "if (sem_trywait(&s)) r[me]++;"},
    {1, 1, "{ int v; sem_getvalue(&s, &v); " MINE "v) % 61; }"},
    {1, 1, "if (timedlock(&m)) r[me]++; else unlock(&m);"},
};

/* Loops that two threads may both be in: neither lets the other one go on. */
static const char *const looking[] = {
    "for (;;) { lock(&m); int v = d; unlock(&m); if (v) break; }",
    "for (;;) { lock(&n); lock(&m); int v = d; unlock(&m); unlock(&n); if (v) break; }",
    "for (;;) { while (pthread_mutex_trylock(&m)) { } int v = d; unlock(&m); if (v) break; }",
    "lock(&m); while (!d) timedwait(&c, &m); unlock(&m);",
};

static const char head[] =
    "#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n#include <time.h>\n\n"
    "int r[4];\n"
    "static int d, e, f, a, h, i;\nstatic atomic_int x, ticket, serves, taken;\n"
    "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"
    "static pthread_cond_t c = PTHREAD_COND_INITIALIZER, k = PTHREAD_COND_INITIALIZER;\n"
    "static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;\n"
    "static pthread_barrier_t b;\nstatic sem_t s;\n"
    "static pthread_once_t o = PTHREAD_ONCE_INIT;\n"
    "#define lock pthread_mutex_lock\n#define unlock pthread_mutex_unlock\n"
    "static int timedwait(pthread_cond_t *at, pthread_mutex_t *with)\n{\n"
    "    struct timespec t = {0};\n    return pthread_cond_timedwait(at, with, &t);\n}\n"
    "static int timedlock(pthread_mutex_t *l)\n{\n"
    "    struct timespec t = {0};\n    return pthread_mutex_timedlock(l, &t);\n}\n"
    "static void init(void)\n{\n    a = 1 + atomic_load(&x);\n}\n";

static unsigned long long state;

static int below(int n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (unsigned)n);
}

static const operation *draw(int old)
{
    int sum = 0, all = (int)(sizeof operations / sizeof *operations), k = 0;

    for (int i = 0; i < all; i++)
        sum += old || !operations[i].old ? operations[i].weight : 0;
    for (int at = below(sum);; k++) {
        at -= old || !operations[k].old ? operations[k].weight : 0;
        if (at < 0)
            return &operations[k];
    }
}

/* `creates`: the thread after it, which is written already; `looks`: an operation that it ends with, or NULL. */
static void thread(FILE *out, int me, int count, int meets, int old, int creates, const char *looks)
{
    int at = below(count), from = creates ? below(count) : -1;

    fprintf(out, "static void *t%d(void *arg)\n{\n    enum { me = %d };\n", me, me);
    if (creates)
        fprintf(out, "    pthread_t t;\n");
    for (int i = 0; i < count; i++) {
        if (i == from)
            fprintf(out, "    pthread_create(&t, NULL, t%d, NULL);\n", me + 1);
        if (meets && i == at)
            fprintf(out, meets > 1 ? "    r[me] += pthread_barrier_wait(&b) ? 100 : 0;\n"
                                   : "    pthread_barrier_wait(&b);\n");
        fprintf(out, "    %s\n", draw(old)->text);
    }
    if (looks)
        fprintf(out, "    %s\n", looks);
    if (creates)
        fprintf(out, "    pthread_join(t, NULL);\n");
    fprintf(out, "    return arg;\n}\n");
}

int main(int argc, char **argv)
{
    FILE *out = argc == 3 ? fopen(argv[2], "w") : NULL;
    int threads, meets, old, nested, both; /* both: main and t0 create, which creates t1 */
    int looks;                             /* threads that end with looking */

    if (!out)
        return 64;
    state = strtoull(argv[1], NULL, 10) * 2654435761u + 12345;
    below(2);
    threads = 2 + (below(3) == 0);
    meets = below(4) ? 0 : 1 + below(2);
    old = below(3) == 0;
    nested = below(4) == 0; /* each creates the next one */
    both = threads == 3 && !nested && below(2);
    looks = below(4) ? 0 : 2;
    fputs(head, out);
    for (int i = threads; i-- > 0;)
        thread(out, i, looks ? 1 : threads == 3 ? 1 + below(2) : 2 + below(2), meets, old,
               (nested && i + 1 < threads) || (both && i == 0),
               i < looks ? looking[below((int)(sizeof looking / sizeof *looking))] : NULL);
    fprintf(out, "int main(void)\n{\n    pthread_t t[%d];\n    pthread_barrier_init(&b, NULL, %d);\n"
                 "    sem_init(&s, 0, %d);\n    d = %d;\n",
            threads, threads, below(2), below(2));
    for (int i = 0; i < (nested ? 1 : threads); i += 1 + both)
        fprintf(out, "    pthread_create(&t[%d], NULL, t%d, NULL);\n", i, i);
    for (int i = 0; i < (nested ? 1 : threads); i += 1 + both)
        fprintf(out, "    pthread_join(t[%d], NULL);\n", i);
    fprintf(out, "    r[3] = d * 25 + e * 5 + atomic_load(&x);\n    return 0;\n}\n");
    puts(old ? "more" : "same");
    return fclose(out) != 0;
}
