/* Generates a small concurrent C program from a seed.
 *
 * A program is a tree of operations: two or three threads (main is one of them) with a few
 * operations each over shared variables, locks, semaphores and heap nodes.  Each thread folds what
 * it read into a local value that it stores once at its end, so that final outcomes tell
 * interleavings apart while recording adds few steps.  A tame program cannot deadlock: locks are
 * nested in one order, and a thread waits, outside of any lock, only for what a thread with a
 * smaller number does in any case. A wild one (--wild) keeps no such order.
 *
 * Every operation has a number; `--without 3,5` leaves some out and changes nothing else, which is
 * how the shrinker works.  The last comment line of the head says how many there are. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* KIND(NAME, weight, where, children): `where` is T at top level only, L where a lock may be taken,
 * A anywhere; `children` is the kind of operations inside: - none, or the letter that they need. */
#define KINDS(KIND)                    \
    KIND(LOAD, 8, 'A', '-')            \
    KIND(STORE, 8, 'A', '-')           \
    KIND(COPY, 6, 'A', '-')            \
    KIND(INCREMENT, 4, 'A', '-')       \
    KIND(ATOMIC_LOAD, 5, 'A', '-')     \
    KIND(ATOMIC_STORE, 5, 'A', '-')    \
    KIND(ATOMIC_UPDATE, 6, 'A', '-')   \
    KIND(ATOMIC_CAS, 5, 'A', '-')      \
    KIND(ARRAY_STORE, 3, 'A', '-')     \
    KIND(ARRAY_LOAD, 3, 'A', '-')      \
    KIND(TLS, 2, 'A', '-')             \
    KIND(STRUCT_COPY, 2, 'A', '-')     \
    KIND(STRUCT_STORE, 2, 'A', '-')    \
    KIND(STRUCT_LOAD, 2, 'A', '-')     \
    KIND(STACK_ARRAY, 2, 'A', '-')     \
    KIND(CALL, 2, 'A', '-')            \
    KIND(TIMEDLOCK, 2, 'L', '-')       \
    KIND(CHOOSE, 3, 'A', '-')          \
    KIND(YIELD, 1, 'A', '-')           \
    KIND(PRIVATE, 4, 'A', '-')         \
    KIND(PUBLISH, 4, 'A', '-')         \
    KIND(PUBLISHED_READ, 4, 'A', '-')  \
    KIND(PUBLISHED_WRITE, 3, 'A', '-') \
    KIND(PUSH, 4, 'L', '-')            \
    KIND(POP, 4, 'L', '-')             \
    KIND(ONCE, 1, 'T', '-')            \
    KIND(IF, 4, 'A', 'A')              \
    KIND(LOOP, 3, 'A', 'A')            \
    KIND(LOCKED, 8, 'L', 'L')          \
    KIND(TRYLOCK, 3, 'L', 'L')         \
    KIND(SPINLOCK, 2, 'L', 'A')        \
    KIND(READ_LOCKED, 2, 'L', 'A')     \
    KIND(WRITE_LOCKED, 2, 'L', 'A')    \
    KIND(SECTION, 2, 'A', 'A')         \
    KIND(CHILD, 3, 'T', 'A')           \
    KIND(SIGNAL, 0, 'T', '-')          \
    KIND(AWAIT, 0, 'T', '-')           \
    KIND(POST, 0, 'T', '-')            \
    KIND(SEM_WAIT, 0, 'T', '-')        \
    KIND(FLAG_SET, 0, 'T', '-')        \
    KIND(FLAG_SPIN, 0, 'T', '-')       \
    KIND(BARRIER, 0, 'T', '-')

enum kind {
#define KIND(name, weight, where, children) K_##name,
    KINDS(KIND)
#undef KIND
        K_COUNT
};

static const struct {
    unsigned weight;
    char where, children;
} kinds[K_COUNT] = {
#define KIND(name, weight, where, children) {weight, where, children},
    KINDS(KIND)
#undef KIND
};

enum { MAX_OPS = 64, PLAIN = 2, ATOMIC = 2, LOCKS = 2 };

typedef struct op {
    enum kind kind;
    unsigned a, b, c; /* random parameters */
    int parent;       /* -1: top level */
    int thread;
    bool omitted;
} op;

typedef struct gen {
    uint64_t seed;
    bool wild;
    bool native; /* can be compared with native runs */
    unsigned threads, nops;
    op ops[MAX_OPS];
    unsigned indent;
} gen;

static uint64_t next(gen *g)
{
    uint64_t z = (g->seed += 0x9e3779b97f4a7c15u);

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static unsigned below(gen *g, unsigned n)
{
    return (unsigned)(next(g) % n);
}

/* Growing the tree. */

static bool fits(const gen *g, enum kind k, char where)
{
    if (where == 'T')
        return true;
    if (where == 'L')
        return kinds[k].where == 'A' || kinds[k].where == 'L';
    (void)g;
    return kinds[k].where == 'A';
}

static enum kind pick(gen *g, char where, unsigned depth)
{
    for (;;) {
        unsigned total = 0, roll;
        enum kind k = 0;

        for (unsigned i = 0; i < K_COUNT; i++)
            total += kinds[i].weight;
        roll = below(g, total);
        while (roll >= kinds[k].weight)
            roll -= kinds[k++].weight;
        if (fits(g, k, where) && (depth < 2 || kinds[k].children == '-'))
            return k;
    }
}

static int add(gen *g, enum kind k, int parent, unsigned thread)
{
    op *o = &g->ops[g->nops];

    *o = (op){k, below(g, 1000), below(g, 1000), below(g, 1000), parent, (int)thread, false};
    if (k == K_SECTION || k == K_CHOOSE)
        g->native = g->native && k != K_SECTION;
    return (int)g->nops++;
}

static bool inside(const gen *g, int parent, enum kind k)
{
    for (; parent >= 0; parent = g->ops[parent].parent)
        if (g->ops[parent].kind == k)
            return true;
    return false;
}

/* The mutexes held at an operation. */
static unsigned locks_around(const gen *g, int parent)
{
    unsigned n = 0;

    for (; parent >= 0; parent = g->ops[parent].parent)
        n += g->ops[parent].kind == K_LOCKED || g->ops[parent].kind == K_TRYLOCK;
    return n;
}

static void grow(gen *g, int parent, unsigned thread, char where, unsigned depth)
{
    enum kind k = pick(g, where, depth);
    int me;

    /* Locks nest two deep at most, and nothing blocks inside a section. */
    if (inside(g, parent, K_SECTION) && kinds[k].where == 'L')
        k = K_LOAD;
    if ((k == K_LOCKED || k == K_TRYLOCK) && locks_around(g, parent) == LOCKS)
        k = K_COPY;
    if (g->nops + 4 >= MAX_OPS)
        k = K_LOAD;
    me = add(g, k, parent, thread);
    if (kinds[k].children == '-')
        return;
    for (unsigned n = 1 + below(g, 2); n > 0; n--)
        grow(g, me, thread, kinds[k].children == 'L' && where == 'A' ? 'A' : kinds[k].children,
             depth + 1);
}

/* One thread does something that another waits for. */
static void pair(gen *g, unsigned by, unsigned waiter, bool first)
{
    static const enum kind does[] = {K_SIGNAL, K_POST, K_FLAG_SET};
    static const enum kind waits[] = {K_AWAIT, K_SEM_WAIT, K_FLAG_SPIN};
    unsigned way = below(g, 3);

    /* Only one of the two is added at a time, so that operations of a thread stay in order. */
    add(g, first ? does[way] : waits[way], -1, first ? by : waiter);
    g->ops[g->nops - 1].a = by;
}

static void make_threads(gen *g)
{
    unsigned waiter, by, roll;
    uint64_t kept;
    bool paired = below(g, 2) == 0;

    roll = below(g, 10);
    g->threads = roll < 2 ? 2 : roll < 9 ? 3 : 4;
    waiter = 1 + below(g, g->threads - 1);
    by = g->wild ? below(g, g->threads) : below(g, waiter);
    kept = g->seed;
    for (unsigned t = 0; t < g->threads; t++) {
        unsigned n = t == 0 ? below(g, 2) : g->threads > 3 ? 1 + below(g, 2) : 2 + below(g, 3);
        unsigned at = below(g, n + 1);

        for (unsigned i = 0; i <= n; i++) {
            uint64_t now = g->seed;

            g->seed = kept;
            if (paired && i == at && t == by)
                pair(g, by, waiter, true);
            if (paired && i == at && t == waiter && by != waiter)
                pair(g, by, waiter, false);
            g->seed = now;
            if (i == n)
                break;
            if (g->wild && below(g, 12) == 0)
                add(g, K_BARRIER, -1, t);
            grow(g, -1, t, 'T', 0);
        }
    }
}

/* Printing. */

static void line(gen *g, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void line(gen *g, const char *format, ...)
{
    __builtin_va_list list;

    printf("%*s", (int)(4 * g->indent), "");
    __builtin_va_start(list, format);
    vprintf(format, list);
    __builtin_va_end(list);
    putchar('\n');
}

static void print_op(gen *g, int at);

static void print_children(gen *g, int at)
{
    g->indent++;
    for (unsigned i = 0; i < g->nops; i++)
        if (g->ops[i].parent == at)
            print_op(g, (int)i);
    g->indent--;
}

static bool under(const gen *g, int at, int outer)
{
    while (at >= 0 && at != outer)
        at = g->ops[at].parent;
    return at == outer;
}

/* In a tame program locks are taken in the order of their numbers; two that are nested differ. */
static unsigned lock_of(const gen *g, int at)
{
    int outer = at;
    bool nested = false;

    while (g->ops[outer].parent >= 0 && locks_around(g, g->ops[outer].parent) > 0)
        outer = g->ops[outer].parent;
    for (unsigned i = 0; i < g->nops; i++)
        nested |= g->ops[i].parent >= 0 && locks_around(g, g->ops[i].parent) == 1 &&
                  (g->ops[i].kind == K_LOCKED || g->ops[i].kind == K_TRYLOCK) &&
                  under(g, (int)i, outer);
    if (outer != at)
        return 1 - lock_of(g, outer);
    return nested && !g->wild ? 0 : g->ops[at].a % LOCKS;
}

static void print_update(gen *g, const op *o)
{
    static const char *const names[] = {"fetch_add", "fetch_sub", "fetch_or",
                                        "fetch_and", "fetch_xor", "exchange"};

    line(g, "R(atomic_%s(&a%u, %u));", names[o->b % 6], o->a % ATOMIC, 1 + o->c % 3);
}

static void print_lock(gen *g, int at, const char *take, const char *lock, const char *release,
                       unsigned number)
{
    line(g, "%s(&%s%u);", take, lock, number);
    print_children(g, at);
    line(g, "%s(&%s%u);", release, lock, number);
}

static void print_trylock(gen *g, int at)
{
    unsigned lock = lock_of(g, at);

    line(g, "if (pthread_mutex_trylock(&m%u) == 0) {", lock);
    print_children(g, at);
    g->indent++;
    line(g, "pthread_mutex_unlock(&m%u);", lock);
    g->indent--;
    line(g, "} else {");
    line(g, "    R(77);");
    line(g, "}");
}

static void print_if(gen *g, int at)
{
    const op *o = &g->ops[at];

    if (o->b & 1)
        line(g, "if (atomic_load(&a%u) == %u) {", o->a % ATOMIC, o->c % 3);
    else
        line(g, "if (x%u == %u) {", o->a % PLAIN, o->c % 3);
    print_children(g, at);
    if (o->b & 2) {
        line(g, "} else {");
        line(g, "    R(55);");
    }
    line(g, "}");
}

static void print_loop(gen *g, int at)
{
    line(g, "for (int i%d = 0; i%d < 2; i%d++) {", at, at, at);
    print_children(g, at);
    line(g, "}");
}

static void print_section(gen *g, int at)
{
    if (inside(g, g->ops[at].parent, K_SECTION)) {
        print_children(g, at);
        return;
    }
    line(g, "heddle_atomic_begin();");
    print_children(g, at);
    line(g, "heddle_atomic_end();");
}

static void print_child(gen *g, int at)
{
    const op *o = &g->ops[at];

    line(g, "{");
    line(g, "    pthread_t child;");
    line(g, "    int local = %u;", o->a % 4);
    line(g, "    void *value;");
    line(g, "    pthread_create(&child, NULL, child%d, &local);", at);
    if (o->b & 1)
        line(g, "    R(local);");
    line(g, "    pthread_join(child, &value);");
    line(g, "    R((uintptr_t)value);");
    line(g, "    R(local);");
    line(g, "}");
}

static void print_list(gen *g, const op *o)
{
    if (o->kind == K_PUSH) {
        line(g, "{");
        line(g, "    struct node *n = malloc(sizeof *n);");
        line(g, "    n->value = %u;", o->a % 5);
        line(g, "    pthread_mutex_lock(&list);");
        line(g, "    n->next = head;");
        line(g, "    head = n;");
    } else {
        line(g, "{");
        line(g, "    pthread_mutex_lock(&list);");
        line(g, "    struct node *n = head;");
        line(g, "    if (n)");
        line(g, "        head = n->next;");
    }
    line(g, "    pthread_mutex_unlock(&list);");
    if (o->kind == K_POP) {
        line(g, "    R(n ? n->value : 9);");
        line(g, "    free(n);");
    }
    line(g, "}");
}

static void print_heap(gen *g, const op *o)
{
    line(g, "{");
    if (o->kind == K_PRIVATE) {
        line(g, "    int *p = malloc(2 * sizeof *p);");
        line(g, "    p[0] = x%u;", o->a % PLAIN);
        line(g, "    p[1] = p[0] + %u;", o->b % 4);
        line(g, "    ST(x%u, p[1]);", o->c % PLAIN);
        line(g, "    R(p[0]);");
        line(g, "    free(p);");
    } else if (o->kind == K_PUBLISH) {
        line(g, "    struct node *n = malloc(sizeof *n);");
        line(g, "    n->value = %u;", o->a % 4);
        line(g, "    n->next = NULL;");
        line(g, "    ST(shared, n);");
        line(g, "    ST(n->value, %u);", 4 + o->b % 4);
    } else {
        line(g, "    struct node *n = shared;");
        if (o->kind == K_PUBLISHED_READ)
            line(g, "    R(n ? n->value : 99);");
        else
            line(g, "    if (n) ST(n->value, %u);", 8 + o->a % 4);
    }
    line(g, "}");
}

static void print_signal(gen *g, const op *o)
{
    line(g, "pthread_mutex_lock(&guard%u);", o->a);
    line(g, "ready%u = 1;", o->a);
    line(g, "pthread_cond_%s(&cond%u);", o->b & 1 ? "signal" : "broadcast", o->a);
    line(g, "pthread_mutex_unlock(&guard%u);", o->a);
}

static void print_await(gen *g, const op *o)
{
    line(g, "pthread_mutex_lock(&guard%u);", o->a);
    line(g, "while (!ready%u)", o->a);
    line(g, "    pthread_cond_wait(&cond%u, &guard%u);", o->a, o->a);
    line(g, "R(x%u);", o->b % PLAIN);
    line(g, "pthread_mutex_unlock(&guard%u);", o->a);
}

static void print_cas(gen *g, const op *o)
{
    line(g, "{");
    line(g, "    int old = %u;", o->b % 3);
    line(g, "    R(atomic_compare_exchange_strong(&a%u, &old, %u));", o->a % ATOMIC, 1 + o->c % 3);
    line(g, "    R(old);");
    line(g, "}");
}

static void print_stack_array(gen *g, const op *o)
{
    line(g, "{");
    line(g, "    int some[2] = {%u, %u};", o->a % 4, o->b % 4);
    line(g, "    some[x%u & 1] += x%u;", o->a % PLAIN, o->b % PLAIN);
    line(g, "    R(some[0] * 8 + some[1]);");
    line(g, "}");
}

/* The deadline is long past: natively the lock is taken only when it is free at once. */
static void print_timedlock(gen *g, const op *o)
{
    line(g, "if (pthread_mutex_timedlock(&timed, &past) == 0) {");
    line(g, "    ST(x%u, x%u + 1);", o->a % PLAIN, o->a % PLAIN);
    line(g, "    pthread_mutex_unlock(&timed);");
    line(g, "} else {");
    line(g, "    R(66);");
    line(g, "}");
}

static void print_op(gen *g, int at)
{
    const op *o = &g->ops[at];
    unsigned plain = o->a % PLAIN, atomic = o->a % ATOMIC, small = o->b % 4;

    if (o->omitted)
        return;
    line(g, "NOISE(); /* %d */", at);
    switch (o->kind) {
    case K_LOAD:
        line(g, "R(x%u);", plain);
        break;
    case K_STORE:
        line(g, "ST(x%u, %u);", plain, small);
        break;
    case K_COPY:
        line(g, "ST(x%u, x%u + %u);", plain, o->b % PLAIN, o->c % 3);
        break;
    case K_INCREMENT:
        line(g, "ST(x%u, x%u + 1);", plain, plain);
        break;
    case K_ATOMIC_LOAD:
        line(g, "R(atomic_load(&a%u));", atomic);
        break;
    case K_ATOMIC_STORE:
        line(g, "atomic_store(&a%u, %u);", atomic, small);
        break;
    case K_ATOMIC_UPDATE:
        print_update(g, o);
        break;
    case K_ATOMIC_CAS:
        print_cas(g, o);
        break;
    case K_ARRAY_STORE:
        line(g, "ST(array[x%u & 1], %u);", plain, small);
        break;
    case K_ARRAY_LOAD:
        line(g, "R(array[x%u & 1]);", plain);
        break;
    case K_TLS:
        line(g, "tls += %u, R(tls);", 1 + small);
        break;
    case K_STRUCT_COPY:
        line(g, "ST(t%u, t%u);", o->a % 2, 1 - o->a % 2);
        break;
    case K_STRUCT_STORE:
        line(g, "ST(t%u.%c, %u);", o->a % 2, 'a' + (int)(o->b % 3), 1 + o->c % 3);
        break;
    case K_STRUCT_LOAD:
        line(g, "R(t%u.a + 4 * t%u.c);", o->a % 2, o->a % 2);
        break;
    case K_STACK_ARRAY:
        print_stack_array(g, o);
        break;
    case K_CALL:
        line(g, "R(through(%s, &x%u));", o->b & 1 ? "twice" : "next", plain);
        break;
    case K_TIMEDLOCK:
        print_timedlock(g, o);
        break;
    case K_CHOOSE:
        line(g, o->b & 1 ? "R(heddle_choose(2));" : "ST(x%u, heddle_choose(2));", plain);
        break;
    case K_YIELD:
        line(g, "sched_yield();");
        break;
    case K_PRIVATE:
    case K_PUBLISH:
    case K_PUBLISHED_READ:
    case K_PUBLISHED_WRITE:
        print_heap(g, o);
        break;
    case K_PUSH:
    case K_POP:
        print_list(g, o);
        break;
    case K_ONCE:
        line(g, "pthread_once(&once, first);");
        break;
    case K_IF:
        print_if(g, at);
        break;
    case K_LOOP:
        print_loop(g, at);
        break;
    case K_LOCKED:
        print_lock(g, at, "pthread_mutex_lock", "m", "pthread_mutex_unlock", lock_of(g, at));
        break;
    case K_TRYLOCK:
        print_trylock(g, at);
        break;
    case K_SPINLOCK:
        print_lock(g, at, "pthread_spin_lock", "s", "pthread_spin_unlock", 0);
        break;
    case K_READ_LOCKED:
        print_lock(g, at, "pthread_rwlock_rdlock", "w", "pthread_rwlock_unlock", 0);
        break;
    case K_WRITE_LOCKED:
        print_lock(g, at, "pthread_rwlock_wrlock", "w", "pthread_rwlock_unlock", 0);
        break;
    case K_SECTION:
        print_section(g, at);
        break;
    case K_CHILD:
        print_child(g, at);
        break;
    case K_SIGNAL:
        print_signal(g, o);
        break;
    case K_AWAIT:
        print_await(g, o);
        break;
    case K_POST:
        line(g, "sem_post(&sem%u);", o->a);
        break;
    case K_SEM_WAIT:
        line(g, "sem_wait(&sem%u);", o->a);
        break;
    case K_FLAG_SET:
        line(g, "atomic_store(&flag%u, 1);", o->a);
        break;
    case K_FLAG_SPIN:
        line(g, "while (!atomic_load(&flag%u)) NOISE();", o->a);
        break;
    case K_BARRIER:
        line(g, "pthread_barrier_wait(&barrier);");
        break;
    case K_COUNT:
        break;
    }
}

static void print_head(const gen *g, uint64_t seed)
{
    printf("// fuzz: seed %llu%s%s\n// operations: %u\n", (unsigned long long)seed,
           g->wild ? " wild" : "", g->native ? "" : " not-native", g->nops);
    printf("#include <heddle.h>\n#include <pthread.h>\n#include <sched.h>\n#include <semaphore.h>\n"
           "#include <stdatomic.h>\n#include <stdint.h>\n#include <stdio.h>\n#include "
           "<stdlib.h>\n#include <time.h>\n\n");
    printf("#ifdef NATIVE\nvoid noise(void);\n#define NOISE() noise()\n"
           "#define ST(where, what) ((where) = (what), atomic_thread_fence(memory_order_seq_cst))\n"
           "#else\n#define NOISE() ((void)0)\n#define ST(where, what) ((where) = (what))\n#endif\n"
           "#define R(value) (out = out * 31 + (unsigned)(value))\n\n");
    printf("struct node {\n    int value;\n    struct node *next;\n};\n\n");
    printf("static int array[2];\nstatic _Thread_local int tls;\n"
           "static struct node *shared, *head;\nstatic pthread_spinlock_t s0;\n"
           "static pthread_rwlock_t w0 = PTHREAD_RWLOCK_INITIALIZER;\n"
           "static pthread_once_t once = PTHREAD_ONCE_INIT;\nstatic pthread_barrier_t barrier;\n"
           "static pthread_mutex_t list = PTHREAD_MUTEX_INITIALIZER;\n"
           "static pthread_mutex_t timed = PTHREAD_MUTEX_INITIALIZER;\n"
           "static const struct timespec past;\nstatic struct { int a, b, c; } t0, t1;\n");
    for (unsigned i = 0; i < PLAIN; i++)
        printf("static int x%u;\nstatic atomic_int a%u;\n", i, i);
    printf("\nstatic int next(int *p)\n{\n    return *p + 1;\n}\n\n"
           "static int twice(int *p)\n{\n    return *p + *p;\n}\n\n"
           "static int through(int (*f)(int *), int *p)\n{\n    return f(p);\n}\n\n");
    for (unsigned i = 0; i < LOCKS; i++)
        printf("static pthread_mutex_t m%u = PTHREAD_MUTEX_INITIALIZER;\n", i);
    for (unsigned i = 0; i < g->threads; i++)
        printf("static pthread_mutex_t guard%u = PTHREAD_MUTEX_INITIALIZER;\n"
               "static pthread_cond_t cond%u = PTHREAD_COND_INITIALIZER;\nstatic int ready%u;\n"
               "static sem_t sem%u;\nstatic atomic_int flag%u;\nstatic unsigned result%u;\n",
               i, i, i, i, i, i);
    printf("static unsigned final[%u];\n\nstatic void first(void)\n{\n    ST(x0, x0 + 5);\n}\n",
           g->threads + 8);
}

static void print_children_threads(gen *g)
{
    for (unsigned i = 0; i < g->nops; i++) {
        if (g->ops[i].kind != K_CHILD || g->ops[i].omitted)
            continue;
        printf("\nstatic void *child%u(void *arg)\n{\n    unsigned out = 1;\n", i);
        line(g, "    ST(*(int *)arg, *(int *)arg + 2);");
        print_children(g, (int)i);
        line(g, "    return (void *)(uintptr_t)(out %% 1009);");
        printf("}\n");
    }
}

static void print_body(gen *g, unsigned thread)
{
    g->indent = 1;
    for (unsigned i = 0; i < g->nops; i++)
        if (g->ops[i].parent < 0 && g->ops[i].thread == (int)thread)
            print_op(g, (int)i);
    g->indent = 0;
}

static void print_threads(gen *g)
{
    for (unsigned t = 1; t < g->threads; t++) {
        printf(
            "\nstatic void *thread%u(void *arg)\n{\n    unsigned out = (unsigned)(uintptr_t)arg;\n",
            t);
        print_body(g, t);
        printf("    result%u = out;\n    return NULL;\n}\n", t);
    }
}

static void print_final(const gen *g)
{
    unsigned n = 0;

    for (unsigned i = 0; i < g->threads; i++)
        printf("    final[%u] = result%u;\n", n++, i);
    for (unsigned i = 0; i < PLAIN; i++) {
        printf("    final[%u] = (unsigned)x%u;\n", n++, i);
        printf("    final[%u] = (unsigned)a%u;\n", n++, i);
    }
    printf("    final[%u] = (unsigned)(array[0] * 16 + array[1]);\n", n++);
    printf("    final[%u] = (unsigned)(t0.a + 16 * t0.b + 256 * t0.c + 4096 * t1.a + 65536 * t1.b "
           "+ 1048576 * t1.c);\n",
           n++);
    printf("    final[%u] = shared ? (unsigned)shared->value : 99;\n", n++);
    printf("    for (; head; head = head->next)\n"
           "        final[%u] = final[%u] * 7 + (unsigned)head->value + 1;\n    shared = NULL;\n",
           n, n);
    printf("    for (unsigned i = 0; i < sizeof final; i++)\n"
           "        printf(\"%%02x\", ((unsigned char *)final)[i]);\n    printf(\"\\n\");\n");
}

static void print_main(gen *g)
{
    printf("\nint main(void)\n{\n    pthread_t thread[%u];\n    unsigned out = 0;\n\n", g->threads);
    printf("    pthread_spin_init(&s0, 0);\n    pthread_barrier_init(&barrier, NULL, 2);\n");
    for (unsigned t = 0; t < g->threads; t++)
        printf("    sem_init(&sem%u, 0, 0);\n", t);
    for (unsigned t = 1; t < g->threads; t++)
        printf("    pthread_create(&thread[%u], NULL, thread%u, (void *)(uintptr_t)%u);\n", t, t,
               t);
    print_body(g, 0);
    printf("    result0 = out;\n");
    for (unsigned t = 1; t < g->threads; t++)
        printf("    pthread_join(thread[%u], NULL);\n", t);
    print_final(g);
    printf("    return 0;\n}\n");
}

static void omit(gen *g, const char *list)
{
    while (*list) {
        char *end;
        unsigned long n = strtoul(list, &end, 10);

        if (end == list)
            return;
        if (n < MAX_OPS)
            g->ops[n].omitted = true;
        list = *end == ',' ? end + 1 : end;
    }
}

int main(int argc, char **argv)
{
    gen g = {.native = true};
    const char *without = "";
    uint64_t seed = 1;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--wild") == 0)
            g.wild = true;
        else if (strcmp(argv[i], "--without") == 0 && i + 1 < argc)
            without = argv[++i];
        else
            seed = strtoull(argv[i], NULL, 10);
    }
    g.seed = seed;
    make_threads(&g);
    omit(&g, without);
    print_head(&g, seed);
    print_children_threads(&g);
    print_threads(&g);
    print_main(&g);
    return 0;
}
