/* races SEED [tso|pso]: a random small program, and what the standards say of it (oracle.c), with
 * sequential consistency or store buffers.
 *
 * Main creates up to three threads, and does some operations between that, before and after it
 * joins them, if it does.  Its first lines are
 *     // c11: race
 *     // c++20: none
 *     // interleavings: 1234
 * with store buffers also `// sc: none`, by C11; and `// fences` if there are fences, which the
 * thread sanitizer does not know. */
#include "races.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENOUGH = 60000 };

static uint64_t state;

static int draw(int n)
{
    uint64_t z = (state += 0x9e3779b97f4a7c15u);

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (int)((z ^ (z >> 31)) % (uint64_t)n);
}

static op *add(program *p, int t, enum kind kind)
{
    op *o = &p->list[t][p->n[t]++];

    *o = (op){.kind = kind, .variable = draw(VARIABLES), .value = 1 + draw(2)};
    return o;
}

/* Most are of one word or half of it, some of a byte. */
static void plain(program *p, int t, enum guard guard)
{
    op *o = add(p, t, draw(2) ? WRITE : READ);

    o->guard = guard;
    o->size = 1 << (draw(3) ? 2 : draw(4));
    o->offset = draw(3) ? 0 : o->size * draw(8 / o->size);
}

static void atomic(program *p, int t)
{
    static const enum kind kinds[] = {LOAD, LOAD, LOAD, STORE, STORE, STORE, ADD, EXCHANGE, CAS};
    static const enum order failures[] = {RELAXED, ACQUIRE, SEQ_CST};
    static const enum order loads[] = {RELAXED, ACQUIRE, ACQUIRE, SEQ_CST};
    static const enum order stores[] = {RELAXED, RELAXED, RELEASE, RELEASE, SEQ_CST};
    op *o = add(p, t, kinds[draw(9)]);

    o->variable = draw(4) == 0;
    o->order = o->kind == LOAD    ? loads[draw(4)]
               : o->kind == STORE ? stores[draw(5)]
                                  : (enum order)draw(5);
    o->failure = failures[draw(3)];
    if (o->kind != STORE && draw(4))
        plain(p, t, draw(4) ? IF_R : IF_NOT);
}

static void locked(program *p, int t)
{
    int way = draw(4), v = draw(4) == 0;
    op *o = add(p, t,
                way == 0              ? TRY
                : way == 1            ? READ_LOCK
                : way == 2 && draw(2) ? WRITE_LOCK
                                      : LOCK);
    enum kind taken = o->kind;
    enum guard guard = taken == TRY ? IF_R : ALWAYS;

    o->variable = v;
    plain(p, t, guard);
    if (taken != TRY && draw(3) == 0)
        atomic(p, t);
    o = add(p, t, taken == READ_LOCK ? READ_UNLOCK : taken == WRITE_LOCK ? WRITE_UNLOCK : UNLOCK);
    o->variable = v;
    o->guard = guard;
}

static void semaphore(program *p, int t)
{
    int way = draw(5);

    if (way < 2)
        add(p, t, POST);
    else if (way < 3)
        add(p, t, WAIT);
    else
        add(p, t, TRY_WAIT), plain(p, t, draw(4) ? IF_R : IF_NOT);
}

static void word(program *p, int t, enum kind kind, enum guard guard)
{
    op *o = add(p, t, kind);

    o->size = 4;
    o->guard = guard;
}

static void fence(program *p, int t)
{
    add(p, t, FENCE)->order = (enum order)(1 + draw(4));
}

/* Something is written and a flag is set, maybe twice; or the flag is looked at, then what was
 * written. */
static void message(program *p, int t)
{
    static const enum kind kinds[] = {LOAD, LOAD, LOAD, ADD, EXCHANGE, CAS};
    int writer = draw(8) ? t == 1 : draw(2), fences = draw(3) == 0;
    op *o;

    if (writer) {
        word(p, t, WRITE, ALWAYS);
        if (fences)
            fence(p, t);
        for (int i = draw(2); i >= 0; i--) {
            o = add(p, t, draw(5) ? STORE : ADD);
            o->variable = 0;
            o->order = fences ? RELAXED : i && draw(6) ? RELEASE : (enum order)(draw(2) * RELEASE);
        }
        return;
    }
    o = add(p, t, kinds[draw(6)]);
    o->variable = 0;
    o->order = fences ? RELAXED : draw(4) ? ACQUIRE : (enum order)draw(2);
    o->failure = o->order;
    if (fences)
        fence(p, t);
    word(p, t, READ, draw(3) ? IF_R : IF_TWO);
}

/* A program is about few things, so that they meet. */
static void some(program *p, int t, int theme)
{
    switch (draw(theme < 5 ? 3 : 10) ? theme : draw(4)) {
    case 0:
        atomic(p, t);
        break;
    case 1:
        locked(p, t);
        break;
    case 2:
        semaphore(p, t);
        break;
    case 3:
        if (draw(2))
            fence(p, t);
        else
            atomic(p, t);
        break;
    case 5:
    case 6:
    case 7:
        message(p, t);
        break;
    default:
        plain(p, t, ALWAYS);
        break;
    }
    if (draw(12) == 0)
        add(p, t, PEEK)->variable = draw(4) == 0;
}

static void body(program *p, int t, int theme, int most)
{
    int arrives = p->barrier ? draw(most + 1) : -1;

    for (int i = 0; i <= most && p->n[t] < OPS - 6; i++) {
        if (i == arrives)
            add(p, t, ARRIVE);
        if (i == most)
            break;
        if (theme < 5 && draw(2))
            plain(p, t, ALWAYS);
        some(p, t, theme);
    }
}

/* ---- programs that take another way where stores wait ---- */

static op *set(program *p, int t, int variable, int value, enum order order)
{
    op *o = add(p, t, STORE);

    o->variable = variable;
    o->value = value;
    o->order = order;
    return o;
}

static enum order order_of_store(void)
{
    static const enum order orders[] = {RELAXED, RELAXED, RELEASE, RELEASE, SEQ_CST};

    return orders[draw(5)];
}

static op *get(program *p, int t, int variable)
{
    static const enum order orders[] = {RELAXED, ACQUIRE, SEQ_CST};
    op *o = add(p, t, LOAD);

    o->variable = variable;
    o->order = orders[draw(3)];
    return o;
}

/* Dekker's beginning: I want, and if nobody else does, I go. */
static void enter(program *p, int t)
{
    set(p, t, t - 1, 1, order_of_store());
    if (draw(4) == 0)
        fence(p, t);
    if (draw(5) == 0)
        add(p, t, ADD)->order = (enum order)draw(5);
    if (draw(6) == 0) /* from its own buffer */
        get(p, t, t - 1);
    get(p, t, 2 - t);
    word(p, t, draw(3) ? WRITE : READ, draw(6) ? IF_NOT : IF_R);
    if (draw(2))
        set(p, t, t - 1, draw(4) ? 0 : 2, order_of_store());
}

/* A place is emptied and a flag set; who sees the flag, and that the place is not empty, goes on. */
static void overtake(program *p)
{
    set(p, MAIN, 0, 1, SEQ_CST);
    if (draw(3) == 0)
        word(p, 1, WRITE, ALWAYS);
    set(p, 1, 0, 0, order_of_store());
    if (draw(4) == 0)
        fence(p, 1);
    set(p, 1, 1, 1, order_of_store());
    if (draw(3))
        word(p, 1, draw(2) ? WRITE : READ, ALWAYS);
    get(p, 2, 1);
    get(p, 2, 0)->guard = IF_R;
    word(p, 2, draw(3) ? WRITE : READ, IF_R);
}

static void make_weak(program *p, uint64_t seed)
{
    state = seed;
    memset(p, 0, sizeof *p);
    p->threads = 3;
    if (draw(3)) {
        enter(p, 1);
        enter(p, 2);
    } else {
        overtake(p);
    }
    add(p, MAIN, CREATE)->variable = 1;
    add(p, MAIN, CREATE)->variable = 2;
    for (int t = 1; draw(3) && t < p->threads; t++)
        add(p, MAIN, JOIN)->variable = t;
}

static void make(program *p, uint64_t seed)
{
    int theme, quiet, size, joined; /* quiet: main does nothing more */

    state = seed;
    memset(p, 0, sizeof *p);
    p->threads = 3 + (draw(4) == 0);
    theme = draw(8), quiet = theme >= 5 && draw(4),
    size = 1 + (p->threads == 3 && (theme < 5 ? draw(3) : !draw(3))), joined = draw(4);
    p->barrier = draw(6) ? 0 : p->threads - 1;
    for (int t = 1; t < p->threads; t++)
        body(p, t, theme, size);
    for (int t = 1; t < p->threads; t++) {
        add(p, MAIN, CREATE)->variable = t;
        if (!quiet && draw(6) == 0)
            plain(p, MAIN, ALWAYS);
    }
    if (!quiet && draw(3) == 0)
        some(p, MAIN, theme);
    for (int t = 1; t < p->threads && p->n[MAIN] < OPS - 2; t++) {
        if (joined || draw(2))
            add(p, MAIN, JOIN)->variable = t;
        if (!quiet && draw(3) == 0)
            plain(p, MAIN, ALWAYS);
    }
}

static const char *const texts[] = {
#define KIND(name, writes, text) text,
    KINDS(KIND)
#undef KIND
};
static const char *const orders[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};

static void print_word(char letter, const op *o)
{
    static const char *const members[] = {"", "b", "h", "", "w", "", "", "", "d"};

    switch (letter) {
    case 'v':
        printf("%d", o->variable);
        break;
    case 'n':
        printf("%d", o->value);
        break;
    case 'o':
        printf("memory_order_%s", orders[o->order]);
        break;
    case 'f':
        printf("memory_order_%s", orders[o->failure]);
        break;
    default:
        printf("%s[%d]", members[o->size], o->offset / o->size);
        break;
    }
}

static void print_op(const op *o)
{
    static const char *const guards[] = {"", "if (r) ", "if (!r) ", "if (r == 2) "};

    printf("    noise();\n    %s", guards[o->guard]);
    for (const char *c = texts[o->kind]; *c; c++)
        if (*c == '$')
            print_word(*++c, o);
        else
            putchar(*c);
    puts(";");
}

static void print(const program *p)
{
    printf("#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n#include "
           "<stdint.h>\n"
           "#ifdef NOISE\nvoid noise(void);\n#else\n#define noise()\n#endif\n"
           "#define look(what) do { __asm__ volatile(\"\" : : : \"memory\"); "
           "int v = (int)(what); __asm__ volatile(\"\" : : \"r\"(v) : \"memory\"); } while (0)\n"
           "union { uint8_t b[8]; uint16_t h[4]; uint32_t w[2]; uint64_t d[1]; } mem;\n"
           "_Atomic int a[2];\nstatic pthread_t t[%d];\nstatic sem_t s;\nstatic "
           "pthread_barrier_t b;\n"
           "static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};\n"
           "static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;\n",
           THREADS);
    for (int i = p->threads - 1; i >= 0; i--) {
        printf(i ? "\nstatic void *thread%d(void *of)\n{\n    int r = 0, e;\n"
                 : "\nint main(void)\n{\n    int r = 0, e;\n",
               i);
        if (i == MAIN)
            printf("    sem_init(&s, 0, 0);\n    pthread_barrier_init(&b, 0, %d);\n",
                   p->barrier ? p->barrier : 1);
        for (int k = 0; k < p->n[i]; k++)
            print_op(&p->list[i][k]);
        printf("    return 0;\n}\n");
    }
}

static int has_fences(const program *p)
{
    for (int t = 0; t < p->threads; t++)
        for (int i = 0; i < p->n[t]; i++)
            if (p->list[t][i].kind == FENCE)
                return 1;
    return 0;
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    enum model model = argc < 3 ? SC : !strcmp(argv[2], "pso") ? PSO : TSO;
    program p;
    verdict v, sc;

    bool weak = model != SC && seed % 2;

    (weak ? make_weak : make)(&p, seed);
    for (int i = 1; !oracle(&p, model, ENOUGH, &v); i++)
        (weak ? make_weak : make)(&p, seed + ((uint64_t)i << 32));
    printf("// c11: %s\n// c++20: %s\n// interleavings: %ld\n%s", v.race[0] ? "race" : "none",
           v.race[1] ? "race" : "none", v.interleavings, has_fences(&p) ? "// fences\n" : "");
    if (model != SC && oracle(&p, SC, ENOUGH, &sc))
        printf("// sc: %s\n", sc.race[0] ? "race" : "none");
    print(&p);
    return 0;
}
