/* Generates a small concurrent C program that may run for ever, and formulas about it, from a seed.
 *
 * One to three threads besides main with a few operations each (kinds.def), once, a few times or
 * for ever, over variables that hold 0 to 2.  The formulas, without X, stand in comments for
 * --properties. Nothing in a program is an error but a deadlock and, in one of ten, an assertion.
 *
 * Every operation has a number.  `--without 3,h5,t2` leaves out operation 3, keeps of operation 5
 * only what is inside, leaves out thread 2, and changes nothing else: for shrinking.  The head says
 * how many operations there are. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct kind {
    unsigned weight;
    char where;
    const char *text;
} kinds[] = {
#define KIND(weight, where, text) {weight, where, text},
#include "kinds.def"
};

enum { KINDS = sizeof kinds / sizeof *kinds, FORMULAS = 4, MOST_OPS = 1000 };

/* How often a thread does what it does. */
static const char *const shapes[] = {"for (;;) {\n", "{\n", "while (V != C) {\n",
                                     "for (int k = 0; k < 2; k++) {\n"};

/* What they read is watched, those that follow pointers read everything, and places leave out a
 * reduction: a program has few of them. */
static const char *const propositions[] = {
    "x",          "y",    "z",       "\"x == 1\"",  "\"x == y\"", "\"y == 2\"",
    "\"z != x\"", "a",    "equal",   "\"q.field\"", "\"z == 2\"", "\"head && head->v\"",
    "\"*p\"",     "@at1", "@at1(T1)"};
enum { PROPOSITIONS = sizeof propositions / sizeof *propositions, RARE = 4, PICKED = 3 };

typedef struct gen {
    uint64_t seed;
    unsigned ops, thread;
    unsigned apart; /* one in so many variables is the thread's own; of a loner all are, and it
                       meets nobody */
    const char *picked[PICKED]; /* propositions */
    bool asserts;
    bool omitted[MOST_OPS], hoisted[MOST_OPS], dropped[4];
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

static const struct kind *pick(gen *g, char where)
{
    unsigned total = 0;

    for (unsigned i = 0; i < KINDS; i++)
        total += kinds[i].weight;
    for (;;) {
        unsigned roll = below(g, total), i = 0;

        while (roll >= kinds[i].weight)
            roll -= kinds[i++].weight;
        if (g->apart == 1 && strpbrk(kinds[i].text, "&*."))
            continue;
        if (kinds[i].where == 'S' || (where == 'B' && (kinds[i].where == 'B' || g->asserts)))
            return &kinds[i];
    }
}

/* One that all use, or the thread's own. */
static char variable(gen *g)
{
    return below(g, g->apart) == 0 ? "bdeg"[g->thread] : "xxyyz"[below(g, 5)];
}

/* The values that stand for the letters of one operation. */
typedef struct values {
    char v, w;
    unsigned c, d, m, number;
} values;

static values draw(gen *g)
{
    return (values){.v = variable(g),
                    .w = variable(g),
                    .c = below(g, 3),
                    .d = below(g, 3),
                    .m = below(g, 2),
                    .number = g->ops};
}

static void put_letter(char c, const values *x)
{
    switch (c) {
    case 'V':
        putchar(x->v);
        break;
    case 'W':
        putchar(x->w);
        break;
    case 'C':
        printf("%u", x->c);
        break;
    case 'D':
        printf("%u", x->d);
        break;
    case 'M':
        printf("%u", x->m);
        break;
    default:
        printf("%u", x->number);
    }
}

static void put(const char *text, const values *x, bool quiet)
{
    for (; *text; text++)
        if (quiet)
            continue;
        else if (strchr("VWCDMN", *text))
            put_letter(*text, x);
        else
            putchar(*text);
}

/* Names like NULL, and so a letter of the text, occur in no operation. */
static void operation(gen *g, char where, bool quiet)
{
    const struct kind *k = pick(g, where);
    values x = draw(g);
    unsigned number = g->ops++;
    bool gone = quiet || (number < MOST_OPS && g->omitted[number]);
    bool bare = gone || (number < MOST_OPS && g->hoisted[number]);

    for (const char *at = k->text, *hash; *at; at = hash) {
        char part[400];
        size_t n;

        hash = strchr(at, '#');
        n = hash ? (size_t)(hash - at) : strlen(at);
        memcpy(part, at, n);
        part[n] = 0;
        put(part, &x, bare);
        if (!hash)
            break;
        for (unsigned inside = 1 + below(g, 2); inside; inside--)
            operation(g, 'S', gone);
        hash++;
    }
    if (!bare)
        putchar('\n');
}

static void thread_body(gen *g, unsigned number)
{
    unsigned roll = below(g, 10), shape = roll < 6 ? 0 : roll - 6;
    bool gone = g->dropped[number];
    values x;

    g->thread = number;
    g->apart = below(g, 5) ? 2 + below(g, 4) : 1;
    x = draw(g);
    printf("static void *thread%u(void *arg)\n{\n", number);
    put(shapes[shape], &x, gone);
    for (unsigned ops = 1 + below(g, 3), label = below(g, ops); ops; ops--) {
        if (label + 1 == ops && number == 1)
            printf("at1:;\n");
        operation(g, 'B', gone);
    }
    printf("%sreturn arg;\n}\n\n", gone ? "" : "}\n");
}

static void random_formula(gen *g, unsigned size)
{
    static const char *const unary[] = {"!", "F ", "G ", "GF ", "FG ", "!"};
    static const char *const binary[] = {" && ", " || ", " U ", " R ",
                                         " -> ", " W ",  " M ", " <-> "};
    unsigned left;

    if (!size) {
        printf("%s", g->picked[below(g, PICKED)]);
        return;
    }
    if (below(g, 5) < 2) {
        printf("%s(", unary[below(g, 6)]);
        random_formula(g, size - 1);
        printf(")");
        return;
    }
    left = below(g, size);
    printf("(");
    random_formula(g, left);
    printf("%s", binary[below(g, 8)]);
    random_formula(g, size - 1 - left);
    printf(")");
}

/* What people ask for: they are broken less easily than random ones. */
static void usual_formula(gen *g)
{
    static const char *const usual[] = {
        "G(? -> F ?)",  "GF ?",           "FG ?",          "GF ? -> GF ?",
        "F ?",          "FG ? -> GF ?",   "G(? -> ? U ?)", "F(? && F(? && F ?))",
        "GF ? && GF ?", "F G ? || G F ?", "G ! ?",         "!(GF ? && GF ? && FG ?)"};
    const char *at = usual[below(g, sizeof usual / sizeof *usual)];

    for (; *at; at++)
        if (*at == '?')
            random_formula(g, below(g, 4) == 0);
        else
            putchar(*at);
}

static void pick_propositions(gen *g)
{
    unsigned from = below(g, 3) ? PROPOSITIONS - RARE : PROPOSITIONS;

    for (unsigned i = 0; i < PICKED; i++)
        g->picked[i] = propositions[below(g, from)];
    if (below(g, 2))
        g->picked[1] = g->picked[0];
}

static void formulas(gen *g)
{
    pick_propositions(g);
    for (unsigned i = 0; i < FORMULAS; i++) {
        printf("// heddle: ltl f%u: ", i);
        if (i % 2)
            random_formula(g, 1 + below(g, 5));
        else
            usual_formula(g);
        printf("\n");
    }
}

static const char head[] =
    "#define _GNU_SOURCE\n#include <heddle.h>\n#include <pthread.h>\n#include <sched.h>\n#include "
    "<semaphore.h>\n"
    "#include <stdatomic.h>\n#include <stdlib.h>\n#include <time.h>\n\n"
    "struct node {\n    int v;\n};\n"
    "static int x, y, z, b, d, e, g;\nstatic atomic_int a;\nstatic int *p = &x;\nstatic struct "
    "node *head;\n"
    "static struct {\n    int other, field;\n} q;\n"
    "static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;\n"
    "static pthread_cond_t c0 = PTHREAD_COND_INITIALIZER, c1 = PTHREAD_COND_INITIALIZER;\n"
    "static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;\nstatic sem_t s;\n"
    "static int equal(void)\n{\n    return x == z;\n}\n"
    "static void *child(void *arg)\n{\n    int *v = arg;\n\n    *v = (*v + 1) % 3;\n    return "
    "arg;\n}\n"
    "/* what propositions name is there also when no thread uses it */\n"
    "void used(void)\n{\n    x = y = z = a + *p + equal() + q.field + (head ? head->v : 0);\n"
    "    child(&x);\n}\n\n";

static void main_function(gen *g, unsigned threads)
{
    unsigned shape = below(g, 6);

    printf("int main(void)\n{\npthread_t t[4];\n\nsem_init(&s, 0, 1);\n");
    for (unsigned i = 1; i <= threads; i++)
        if (!g->dropped[i])
            printf("pthread_create(&t[%u], 0, thread%u, 0);\n", i, i);
    if (shape == 0)
        printf("thread0(0);\n");
    if (shape == 1)
        printf("pthread_exit(0);\n");
    for (unsigned i = 1; i <= threads && shape != 2; i++)
        if (!g->dropped[i])
            printf("pthread_join(t[%u], 0);\n", i);
    printf("x = 0;\nreturn 0;\n}\n");
}

static void read_without(gen *g, const char *list)
{
    while (*list) {
        char letter = *list == 'h' || *list == 't' ? *list++ : 0;
        char *end;
        unsigned long n = strtoul(list, &end, 10);

        if (letter == 't' && n < 4)
            g->dropped[n] = true;
        else if (n < MOST_OPS)
            (letter == 'h' ? g->hoisted : g->omitted)[n] = true;
        list = *end ? end + 1 : end;
    }
}

int main(int argc, char **argv)
{
    static gen g;
    unsigned threads;

    if (argc < 2) {
        fprintf(stderr, "usage: live-gen SEED [--without LIST]\n");
        return 64;
    }
    g.seed = strtoull(argv[1], NULL, 10) * 7919;
    if (argc > 3)
        read_without(&g, argv[3]);
    formulas(&g);
    g.asserts = below(&g, 10) == 0;
    threads = 1 + below(&g, 10) / 4;
    fputs(head, stdout);
    for (unsigned i = 0; i <= threads; i++)
        thread_body(&g, i);
    main_function(&g, threads);
    printf("// operations: %u\n", g.ops);
    return 0;
}
