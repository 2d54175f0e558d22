/* Generates a small concurrent C program from a seed.
 *
 * A program is a tree of operations (kinds.def): a few threads (main is one of them) with a few
 * operations each over shared variables, locks and heap nodes.  Each thread folds what it read into
 * a local value that it stores once at its end, so that final outcomes tell interleavings apart
 * while recording adds few steps.  In a tame program locks are nested in one order, and a thread
 * waits, outside of any lock, only for what a thread with a smaller number does in any case.
 * Programs of other flavours (flavours.def) can fail, or end early, in one way each, so that two
 * searches must agree on the kind of the error.
 *
 * Every operation has a number.  `--without 3,h5,t2,s` leaves out operation 3, keeps of operation 5
 * only what is inside, leaves out thread 2, gives main the plain shape, and changes nothing else,
 * which is how the shrinker works.  The head says how many of each there are.
 *
 * usage: fuzz-gen SEED [--flavour LETTER] [--without LIST] [--noise] [--question] [--pad N]
 * [--pads-first] */
#include "gen.h"

#include <stdlib.h>
#include <string.h>

const kind_row kinds[K_COUNT] = {
#define KIND(name, weight, flavours, place, inside, native, text) \
    {weight, flavours, place, inside, native, text},
#include "kinds.def"
};

static const flavour flavours[] = {
#define FLAVOUR(letter, weight, share, size, ending, error, what) \
    {letter, weight, share, size, ending, error},
#include "flavours.def"
};

enum { FLAVOURS = sizeof flavours / sizeof *flavours };

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

/* The flavour of this letter, or one that the seed picks.  What came last has seeds of its own, so
 * that the programs of all others stayed what they were. */
static const flavour *choose_flavour(gen *g, char letter)
{
    unsigned total = 0, roll, i = 0;

    if (!letter && g->seed % 12 == 11)
        letter = g->seed % 24 == 11 ? 'I' : 'X';
    for (unsigned k = 0; k < FLAVOURS; k++) {
        total += flavours[k].weight;
        if (flavours[k].letter == letter)
            return &flavours[k];
    }
    for (roll = below(g, total); roll >= flavours[i].weight; i++)
        roll -= flavours[i].weight;
    return &flavours[i];
}

/* Growing the tree. */

/* Threads that race do so at what several of them use: a program has a quarter of the kinds. */
static bool in_theme(const gen *g, enum kind k)
{
    return g->flavour->letter != 'R' || (k + g->theme) * 2654435761u >> 30 == 0;
}

static bool fits(const gen *g, enum kind k, char letter, char place, bool leaf)
{
    if (!strchr(kinds[k].flavours, letter) || (leaf && kinds[k].inside != '-') || !in_theme(g, k))
        return false;
    if (place == 'P' || kinds[k].place == 'P')
        return kinds[k].place == place;
    return place == 'T' || kinds[k].place == 'A' || (place == 'L' && kinds[k].place == 'L');
}

static bool pick_of(gen *g, char letter, char place, bool leaf, enum kind *out)
{
    unsigned total = 0, roll;
    enum kind k = 0;

    for (unsigned i = 0; i < K_COUNT; i++)
        total += fits(g, i, letter, place, leaf) ? kinds[i].weight : 0;
    if (total == 0)
        return false;
    for (roll = below(g, total);; k++) {
        unsigned weight = fits(g, k, letter, place, leaf) ? kinds[k].weight : 0;

        if (roll < weight)
            break;
        roll -= weight;
    }
    *out = k;
    return true;
}

static enum kind pick(gen *g, char place, unsigned depth)
{
    bool own = place == 'P' || below(g, 100) < g->flavour->share;
    enum kind k = K_LOAD;

    if (!own || !pick_of(g, g->flavour->letter, place, depth >= 2, &k))
        pick_of(g, '.', place, depth >= 2, &k);
    return k;
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

bool takes_mutex(enum kind k)
{
    return k == K_LOCKED || k == K_RELOCKED || k == K_TRYLOCK;
}

unsigned locks_around(const gen *g, int parent)
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

    if (g->threads < 2 || g->flavour->ending == 'L' || g->flavour->size == 'T' ||
        g->flavour->size == 'V' || g->flavour->letter == 'R')
        return (pairing){0};
    p.waiter = 1 + below(g, g->threads - 1);
    p.by = g->flavour->letter == 'W' ? below(g, g->threads) : below(g, p.waiter);
    if (p.by == p.waiter)
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
        if (g->flavour->letter == 'F' && d[i].thread == thread)
            add(g, d[i].kind, -1, thread);
}

/* How many threads there are, main among them. */
static unsigned count_threads(gen *g)
{
    unsigned roll = below(g, 10);

    switch (g->flavour->size) {
    case 'T':
        return roll < 7 ? 4 : roll < 9 ? 5 : 3;
    case 'V':
        return roll < 3 ? 4 : roll < 9 ? 5 : 6;
    case 'S':
        return roll < 2 ? 1 : roll < 8 ? 2 : 3;
    default:
        return roll < 3 ? 2 : roll < 9 ? 3 : 4;
    }
}

/* How many operations the thread has. */
static unsigned size_of(gen *g, unsigned thread)
{
    static const unsigned least[] = {0, 0, 3, 2, 1};

    switch (g->flavour->size) {
    case 'T':
        return thread == 0 ? below(g, 4) == 0 : 1 + (below(g, 3) == 0);
    case 'V':
        return thread == 0 ? below(g, 3) == 0 : 1 + (below(g, g->threads) == 0);
    case 'S':
        return 1 + (below(g, 3) == 0);
    default:
        return thread == 0 ? below(g, 2) : least[g->threads] + below(g, g->threads < 4 ? 3 : 2);
    }
}

static void make_threads(gen *g)
{
    danger dangers[DANGERS];
    pairing p;

    g->threads = count_threads(g);
    g->shape = below(g, 2) ? PLAIN : below(g, SHAPES);
    g->ending = below(g, 4);
    g->theme = g->flavour->letter == 'R' ? below(g, 100000) * 64 : 0;
    p = make_pair(g);
    make_dangers(g, dangers);
    for (unsigned n = g->flavour->letter == 'P' ? 1 + below(g, 2) : 0; n > 0; n--)
        grow(g, -1, PHASE, 'P', 0);
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
    gen g = {0};
    const char *without = "";
    char letter = 0;
    uint64_t seed = 1;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--flavour") == 0 && i + 1 < argc)
            letter = *argv[++i];
        else if (strcmp(argv[i], "--without") == 0 && i + 1 < argc)
            without = argv[++i];
        else if (strcmp(argv[i], "--pad") == 0 && i + 1 < argc)
            g.pads = (unsigned)atoi(argv[++i]);
        else if (strcmp(argv[i], "--pads-first") == 0)
            g.pads_first = true;
        else if (strcmp(argv[i], "--noise") == 0)
            g.noise = true;
        else if (strcmp(argv[i], "--question") == 0)
            g.question = true;
        else
            seed = strtoull(argv[i], NULL, 10);
    }
    g.seed = seed;
    g.flavour = choose_flavour(&g, letter);
    make_threads(&g);
    leave_out(&g, without);
    print_all(&g, seed);
    return 0;
}
