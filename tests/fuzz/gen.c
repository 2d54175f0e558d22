/* Generates a small concurrent C program from a seed.
 *
 * A program is a tree of operations (kinds.def): two to four threads (main is one of them) with a
 * few operations each over shared variables, locks and heap nodes.  Each thread folds what it read
 * into a local value that it stores once at its end, so that final outcomes tell interleavings
 * apart while recording adds few steps.  A tame program cannot fail: locks are nested in one order,
 * and a thread waits, outside of any lock, only for what a thread with a smaller number does in any
 * case. The other flavours can fail, or end early, in one way each, so that two searches must agree
 * on the kind of the error.
 *
 * Every operation has a number.  `--without 3,h5,t2,s` leaves out operation 3, keeps of operation 5
 * only what is inside, leaves out thread 2, gives main the plain shape, and changes nothing else,
 * which is how the shrinker works.  The head says how many of each there are. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind {
#define KIND(name, weight, flavour, place, inside, native, text) K_##name,
#include "kinds.def"
    K_COUNT
};

static const struct {
    unsigned weight;
    char flavour, place, inside, native;
    const char *text;
} kinds[K_COUNT] = {
#define KIND(name, weight, flavour, place, inside, native, text) \
    {weight, flavour, place, inside, native, text},
#include "kinds.def"
};

static const struct {
    const char *word, *header;
} headers[] = {
#define HEADER(word, header) {word, header},
#define NAME(word, declaration, start, final)
#include "names.def"
};

static const struct {
    const char *word, *declaration, *start, *final;
} names[] = {
#define HEADER(word, header)
#define NAME(word, declaration, start, final) {word, declaration, start, final},
#include "names.def"
};

enum { HEADERS = sizeof headers / sizeof *headers, NAMES = sizeof names / sizeof *names };
enum { MAX_OPS = 64, MAX_THREADS = 4, LOCKS = 2 };

/* How main starts and awaits the others. */
enum shape {
    PLAIN,    /* starts all, then joins them in order */
    REVERSED, /* joins the last first */
    LATE,     /* starts the first, does its own part, starts the rest */
    CHAIN,    /* each thread starts the next */
    SIBLINGS, /* each thread joins the one before, main the last */
    SHAPES
};

typedef struct op {
    enum kind kind;
    unsigned a, b, c; /* random parameters */
    int parent;       /* -1: top level */
    unsigned thread;
    bool omitted, hoisted;
} op;

typedef struct gen {
    uint64_t seed;
    char flavour; /* a letter of kinds.def, . for a tame program */
    bool noise;   /* calls of noise(), for native runs */
    enum shape shape;
    unsigned ending; /* of main, in programs that end early */
    unsigned threads, nops;
    bool dropped[MAX_THREADS];
    op ops[MAX_OPS];
    FILE *out;
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

static bool fits(const gen *g, enum kind k, char place)
{
    if (kinds[k].flavour != '.' && kinds[k].flavour != g->flavour)
        return false;
    if (place == 'T')
        return true;
    return kinds[k].place == 'A' || (place == 'L' && kinds[k].place == 'L');
}

static enum kind pick(gen *g, char place, unsigned depth)
{
    unsigned total = 0;

    for (unsigned i = 0; i < K_COUNT; i++)
        total += kinds[i].weight;
    for (;;) {
        unsigned roll = below(g, total);
        enum kind k = 0;

        while (roll >= kinds[k].weight)
            roll -= kinds[k++].weight;
        if (fits(g, k, place) && (depth < 2 || kinds[k].inside == '-'))
            return k;
    }
}

static int add(gen *g, enum kind k, int parent, unsigned thread)
{
    op *o = &g->ops[g->nops];

    *o = (op){.kind = k, .parent = parent, .thread = thread};
    o->a = below(g, 1000), o->b = below(g, 1000), o->c = below(g, 1000);
    return (int)g->nops++;
}

static bool inside(const gen *g, int parent, enum kind k)
{
    for (; parent >= 0; parent = g->ops[parent].parent)
        if (g->ops[parent].kind == k)
            return true;
    return false;
}

static bool takes_mutex(enum kind k)
{
    return k == K_LOCKED || k == K_RELOCKED || k == K_TRYLOCK;
}

/* The mutexes held at an operation. */
static unsigned locks_around(const gen *g, int parent)
{
    unsigned n = 0;

    for (; parent >= 0; parent = g->ops[parent].parent)
        n += takes_mutex(g->ops[parent].kind);
    return n;
}

static void grow(gen *g, int parent, unsigned thread, char place, unsigned depth)
{
    enum kind k = pick(g, place, depth);
    int me;

    /* Locks nest two deep at most, sections do not, and nothing blocks inside one. */
    if (inside(g, parent, K_SECTION) && (kinds[k].place == 'L' || k == K_SECTION))
        k = K_LOAD;
    if (takes_mutex(k) && locks_around(g, parent) == LOCKS)
        k = K_COPY;
    if (g->nops + 4 >= MAX_OPS)
        k = K_LOAD;
    me = add(g, k, parent, thread);
    if (kinds[k].inside == '-')
        return;
    for (unsigned n = 1 + below(g, 2); n > 0; n--)
        grow(g, me, thread, place == 'A' ? 'A' : kinds[k].inside, depth + 1);
}

/* One thread does something that another waits for: which, and where in each. */
typedef struct pairing {
    bool there;
    unsigned by, waiter, way;
} pairing;

static pairing make_pair(gen *g)
{
    pairing p = {.there = below(g, 2) == 0, .way = below(g, 3)};

    p.waiter = 1 + below(g, g->threads - 1);
    p.by = g->flavour == 'W' ? below(g, g->threads) : below(g, p.waiter);
    if (g->flavour == 'E' || p.by == p.waiter)
        p.there = false;
    return p;
}

static void add_pair(gen *g, const pairing *p, unsigned thread)
{
    static const enum kind does[] = {K_SIGNAL, K_POST, K_FLAG_SET};
    static const enum kind waits[] = {K_AWAIT, K_SEM_WAIT, K_FLAG_SPIN};

    if (p->there && thread == p->by)
        add(g, does[p->way], -1, thread);
    if (p->there && thread == p->waiter)
        add(g, waits[p->way], -1, thread);
}

/* Where a program that frees what others may use publishes it, uses it and frees it. */
typedef struct danger {
    enum kind kind;
    unsigned thread;
} danger;

enum { DANGERS = 3 };

static void make_dangers(gen *g, danger *d)
{
    static const enum kind uses[] = {K_PUBLISHED_READ, K_PUBLISHED_WRITE, K_EXTEND, K_FOLLOW};

    d[0] = (danger){K_PUBLISH, below(g, g->threads)};
    d[1] = (danger){uses[below(g, 4)], below(g, g->threads)};
    d[2] = (danger){K_FREE, below(g, g->threads)};
}

static void add_dangers(gen *g, const danger *d, unsigned thread)
{
    for (unsigned i = 0; i < DANGERS; i++)
        if (g->flavour == 'F' && d[i].thread == thread)
            add(g, d[i].kind, -1, thread);
}

static unsigned size_of(gen *g, unsigned thread)
{
    static const unsigned least[MAX_THREADS + 1] = {0, 0, 3, 2, 1};

    if (thread == 0)
        return below(g, 2);
    return least[g->threads] + below(g, g->threads < 4 ? 3 : 2);
}

static void make_threads(gen *g)
{
    unsigned roll = below(g, 10);
    danger dangers[DANGERS];
    pairing p;

    g->threads = roll < 3 ? 2 : roll < 9 ? 3 : 4;
    g->shape = below(g, 2) ? PLAIN : below(g, SHAPES);
    g->ending = below(g, 4);
    p = make_pair(g);
    make_dangers(g, dangers);
    for (unsigned t = 0; t < g->threads; t++) {
        unsigned n = size_of(g, t), at = below(g, n + 1), danger_at = below(g, n + 1);

        for (unsigned i = 0; i <= n; i++) {
            if (i == at)
                add_pair(g, &p, t);
            if (i == danger_at)
                add_dangers(g, dangers, t);
            if (i < n)
                grow(g, -1, t, 'T', 0);
        }
    }
}

/* Printing: the text of an operation with what its marks stand for. */

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
                  takes_mutex(g->ops[i].kind) && under(g, (int)i, outer);
    if (outer != at)
        return 1 - lock_of(g, outer);
    return nested && g->flavour != 'W' ? 0 : g->ops[at].a % LOCKS;
}

static void print_mark(const gen *g, int at, char mark)
{
    const op *o = &g->ops[at];

    switch (mark) {
    case 'x':
        fprintf(g->out, "x%u", o->a % 2);
        break;
    case 'y':
        fprintf(g->out, "x%u", o->b % 2);
        break;
    case 'a':
        fprintf(g->out, "a%u", o->a % 2);
        break;
    case 'm':
        fprintf(g->out, "m%u", lock_of(g, at));
        break;
    case 'n':
        fprintf(g->out, "%u", o->a % 4);
        break;
    case 'p':
        fprintf(g->out, "%u", o->b / 2 % 4);
        break;
    case 'q':
        fprintf(g->out, "%u", o->c / 8 % 4);
        break;
    case '2':
        fprintf(g->out, "%u", o->a / 4 % 2);
        break;
    case '3':
        fprintf(g->out, "%u", 1 - o->a / 4 % 2);
        break;
    case 't':
        fprintf(g->out, "%u", o->thread);
        break;
    case 'o':
        fprintf(g->out, "%u", o->b % g->threads);
        break;
    case '#':
        fprintf(g->out, "%d", at);
        break;
    default:
        fprintf(stderr, "fuzz-gen: no mark $%c\n", mark);
        exit(70);
    }
}

static void substitute(const gen *g, int at, const char *from, const char *end);

/* `(A|B|C)`: one of them; returns what follows. */
static const char *print_choice(const gen *g, int at, const char *from)
{
    const char *parts[9] = {from + 1}, *s = from;
    unsigned depth = 0, n = 1, taken;

    do {
        depth += *s == '(';
        depth -= *s == ')';
        if (*s == '|' && depth == 1)
            parts[n++] = s + 1;
    } while (*s++ && depth > 0);
    parts[n] = s;
    taken = g->ops[at].c % n;
    substitute(g, at, parts[taken], parts[taken + 1] - 1);
    return s;
}

static void substitute(const gen *g, int at, const char *from, const char *end)
{
    while (from < end) {
        if (*from != '$') {
            fputc(*from++, g->out);
        } else if (from[1] == '(') {
            from = print_choice(g, at, from + 1);
        } else {
            print_mark(g, at, from[1]);
            from += 2;
        }
    }
}

static void print_op(gen *g, int at, unsigned indent);

static void print_inside(gen *g, int at, unsigned indent)
{
    for (unsigned i = 0; i < g->nops; i++)
        if (g->ops[i].parent == at)
            print_op(g, (int)i, indent);
}

static void print_line(gen *g, int at, unsigned indent, const char *line, const char *end)
{
    unsigned spaces = (unsigned)strspn(line, " ");

    if (strncmp(line + spaces, "$*", 2) == 0) {
        print_inside(g, at, indent + spaces);
        return;
    }
    fprintf(g->out, "%*s", (int)indent, "");
    substitute(g, at, line, end);
    fputc('\n', g->out);
}

static void print_op(gen *g, int at, unsigned indent)
{
    const op *o = &g->ops[at];

    if (o->omitted)
        return;
    if (o->hoisted) {
        print_inside(g, at, indent);
        return;
    }
    if (g->noise)
        fprintf(g->out, "%*snoise();\n", (int)indent, "");
    for (const char *line = kinds[o->kind].text; line;) {
        const char *end = strchr(line, '\n');

        print_line(g, at, indent, line, end ? end : line + strlen(line));
        line = end ? end + 1 : NULL;
    }
}

static void print_children(gen *g)
{
    for (unsigned i = 0; i < g->nops; i++) {
        op *o = &g->ops[i];

        if ((o->kind != K_CHILD && o->kind != K_CANCELLED) || o->omitted || o->hoisted ||
            g->dropped[o->thread])
            continue;
        fprintf(g->out,
                "\nstatic void *child%u(void *arg)\n{\n    unsigned out = 1;\n"
                "    *(int *)arg = *(int *)arg + 2;\n",
                i);
        if (o->kind == K_CANCELLED)
            fprintf(g->out, "    pthread_testcancel();\n");
        print_inside(g, (int)i, 4);
        if (o->kind == K_CANCELLED)
            fprintf(g->out, "    pthread_testcancel();\n    *(int *)arg = 9;\n");
        fprintf(g->out, "    return (void *)(uintptr_t)(out %% 1009);\n}\n");
    }
}

static void print_body(gen *g, unsigned thread)
{
    for (unsigned i = 0; i < g->nops; i++)
        if (g->ops[i].parent < 0 && g->ops[i].thread == thread)
            print_op(g, (int)i, 4);
}

static void print_create(const gen *g, unsigned t)
{
    fprintf(g->out, "    pthread_create(&thread[%u], NULL, thread%u, NULL);\n", t, t);
}

/* Where a thread reads it, what joins bring is stored in memory that all share. */
static void print_join(const gen *g, unsigned t)
{
    for (unsigned i = 0; i < g->nops; i++)
        if (g->ops[i].kind == K_JOINED && !g->ops[i].omitted) {
            fprintf(g->out, "    pthread_join(thread[%u], &joined);\n", t);
            return;
        }
    fprintf(g->out,
            "    {\n        void *value;\n        pthread_join(thread[%u], &value);\n"
            "        R((uintptr_t)value);\n    }\n",
            t);
}

/* The next thread that is not left out in that direction, 0: none. */
static unsigned neighbour(const gen *g, unsigned t, int direction)
{
    do
        t += (unsigned)direction;
    while (t > 0 && t < g->threads && g->dropped[t]);
    return t < g->threads ? t : 0;
}

static void print_threads(gen *g)
{
    /* The last comes first: each may start the next. */
    for (unsigned t = g->threads - 1; t > 0; t--) {
        if (g->dropped[t])
            continue;
        fprintf(g->out, "\nstatic void *thread%u(void *arg)\n{\n    unsigned out = %u;\n", t, t);
        if (g->shape == CHAIN && neighbour(g, t, 1))
            print_create(g, neighbour(g, t, 1));
        print_body(g, t);
        if (g->shape == SIBLINGS && neighbour(g, t, -1))
            print_join(g, neighbour(g, t, -1));
        fprintf(g->out, "    result%u = out;\n    return (void *)(uintptr_t)(out %% 7);\n}\n", t);
    }
}

static void print_creates(const gen *g, unsigned from)
{
    for (unsigned t = from; t; t = neighbour(g, t, 1))
        print_create(g, t);
}

static void print_joins(const gen *g)
{
    unsigned last = neighbour(g, g->threads, -1);

    if (g->shape == SIBLINGS && last)
        print_join(g, last);
    else if (g->shape == REVERSED)
        for (unsigned t = last; t; t = neighbour(g, t, -1))
            print_join(g, t);
    else
        for (unsigned t = neighbour(g, 0, 1); t; t = neighbour(g, t, 1))
            print_join(g, t);
}

/* main leaves while the others may run. */
static void print_early_end(const gen *g)
{
    unsigned first = neighbour(g, 0, 1);

    if (g->ending == 0 && first && g->shape != SIBLINGS)
        print_join(g, first);
    fprintf(g->out, "    result0 = out;\n");
    if (g->ending == 1 && first && g->shape != SIBLINGS)
        fprintf(g->out, "    pthread_detach(thread[%u]);\n", first);
    if (g->ending == 2)
        fprintf(g->out, "    pthread_exit(NULL);\n");
    else if (g->ending == 3)
        fprintf(g->out, "    exit(3);\n");
    else
        fprintf(g->out, "    return 0;\n");
}

/* What main does after its declarations and before the final values. */
static void print_main(gen *g)
{
    unsigned first = neighbour(g, 0, 1);

    if (first && (g->shape == LATE || g->shape == CHAIN))
        print_create(g, first);
    else if (first)
        print_creates(g, first);
    print_body(g, 0);
    if (first && g->shape == LATE)
        print_creates(g, neighbour(g, first, 1));
    if (g->flavour == 'E') {
        print_early_end(g);
        return;
    }
    print_joins(g);
    fprintf(g->out, "    result0 = out;\n");
}

/* Printing the whole. */

static bool letter(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether the word, or with `prefix` one that begins with it, is in the text. */
static bool occurs(const char *text, const char *word, bool prefix)
{
    size_t length = strlen(word);

    for (const char *at = text; (at = strstr(at, word)); at += length)
        if ((at == text || !letter(at[-1])) && (prefix || !letter(at[length])))
            return true;
    return false;
}

/* The names that are used, also by others and by the final values. */
static void find_used(const char *text, bool *used, bool finals)
{
    bool more;

    do {
        more = false;
        for (unsigned i = 0; i < NAMES; i++) {
            bool now = used[i] || occurs(text, names[i].word, false);

            for (unsigned j = 0; j < NAMES && !now; j++)
                now = used[j] && (occurs(names[j].declaration, names[i].word, false) ||
                                  (finals && occurs(names[j].final, names[i].word, false)));
            more |= now && !used[i];
            used[i] = now;
        }
    } while (more);
}

static void print_final(FILE *out, const bool *used)
{
    unsigned n = 0;

    for (unsigned i = 0; i < NAMES; i++)
        if (used[i] && *names[i].final)
            fprintf(out, "    final[%u] = (unsigned)(%s);\n", n++, names[i].final);
    fprintf(out, "    for (unsigned i = 0; i < sizeof final; i++)\n"
                 "        printf(\"%%02x\", ((unsigned char *)final)[i]);\n    printf(\"\\n\");\n"
                 "    return 0;\n");
}

static unsigned count_final(const bool *used)
{
    unsigned n = 0;

    for (unsigned i = 0; i < NAMES; i++)
        n += used[i] && *names[i].final;
    return n;
}

static void print_declarations(FILE *out, const bool *used)
{
    for (unsigned i = 0; i < NAMES; i++)
        if (used[i])
            fprintf(out, "%s\n", names[i].declaration);
}

static char *collect(gen *g, void (*print)(gen *g))
{
    char *text;
    size_t length;

    g->out = open_memstream(&text, &length);
    if (!g->out)
        exit(70);
    print(g);
    fclose(g->out);
    return text;
}

static void print_functions(gen *g)
{
    print_children(g);
    print_threads(g);
}

/* Everything below the includes. */
static void print_program(gen *g)
{
    FILE *out = g->out;
    char *functions = collect(g, print_functions), *body = collect(g, print_main);
    bool used[NAMES] = {false}, finals = g->flavour != 'E';

    g->out = out;
    find_used(functions, used, finals);
    find_used(body, used, finals);
    fprintf(out, "#define R(value) (out = out * 31 + (unsigned)(value))\n\n");
    if (g->noise)
        fprintf(out, "void noise(void);\n\n");
    print_declarations(out, used);
    if (finals)
        fprintf(out, "static unsigned final[%u];\n", count_final(used));
    fprintf(out, "%s\nint main(void)\n{\n    unsigned out = 0;\n\n", functions);
    for (unsigned i = 0; i < NAMES; i++)
        if (used[i] && *names[i].start)
            fprintf(out, "    %s\n", names[i].start);
    fputs(body, out);
    if (finals)
        print_final(out, used);
    fprintf(out, "}\n");
    free(functions);
    free(body);
}

static void print_includes(const char *text)
{
    for (unsigned i = 0; i < HEADERS; i++) {
        bool again = false;

        for (unsigned j = 0; j < i; j++)
            again |= strcmp(headers[i].header, headers[j].header) == 0 &&
                     occurs(text, headers[j].word, true);
        if (!again && occurs(text, headers[i].word, true))
            printf("#include <%s>\n", headers[i].header);
    }
}

static bool native(const gen *g)
{
    bool can = g->flavour == '.';

    for (unsigned i = 0; i < g->nops; i++)
        can &= kinds[g->ops[i].kind].native == 'N';
    return can;
}

static void print_all(gen *g, uint64_t seed)
{
    char *text = collect(g, print_program);

    printf("// fuzz: seed %llu flavour %c%s\n// operations: %u threads: %u\n",
           (unsigned long long)seed, g->flavour, native(g) ? " native" : "", g->nops, g->threads);
    print_includes(text);
    printf("\n%s", text);
    free(text);
}

static void leave_out(gen *g, const char *list)
{
    while (*list) {
        const char *number = strchr("hts", *list) ? list + 1 : list;
        char *end;
        unsigned long n = strtoul(number, &end, 10);

        if (*list == 's')
            g->shape = PLAIN;
        else if (*list == 't' && n > 0 && n < MAX_THREADS)
            g->dropped[n] = true;
        else if (*list == 'h' && n < MAX_OPS)
            g->ops[n].hoisted = true;
        else if (n < MAX_OPS)
            g->ops[n].omitted = true;
        list = *end == ',' ? end + 1 : "";
    }
}

int main(int argc, char **argv)
{
    gen g = {.flavour = '.'};
    const char *without = "";
    uint64_t seed = 1;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--flavour") == 0 && i + 1 < argc)
            g.flavour = *argv[++i];
        else if (strcmp(argv[i], "--without") == 0 && i + 1 < argc)
            without = argv[++i];
        else if (strcmp(argv[i], "--noise") == 0)
            g.noise = true;
        else
            seed = strtoull(argv[i], NULL, 10);
    }
    g.seed = seed;
    make_threads(&g);
    leave_out(&g, without);
    print_all(&g, seed);
    return 0;
}
