/* Reduced ordered binary decision diagrams (Bryant 1986), without complemented edges: nodes in an
 * open hash table, one cache of results that forgets, collection by marking from given roots. */
#include "asm/bdd.h"
#include "base/hash.h"

#include <assert.h>
#include <string.h>

typedef struct diagram {
    u32 variable;
    bdd low, high;
    u32 next; /* in the chain of its hash; free nodes: the next free one */
} diagram;

typedef struct memo {
    u32 op, f, g, h;
    bdd result;
} memo;

enum { OP_NONE, OP_AND, OP_NOT, OP_ITE, OP_EXISTS, OP_UP, OP_DOWN };
enum { LEAF = 0xffffffff, FREE = 0xfffffffe, COLLECT_FROM = 1 << 20, ASK_EVERY = 1 << 16 };

struct bdds {
    VEC(diagram) nodes;
    u32 *heads; /* by hash; 0 none */
    u32 mask, most, free, used, next_collection;
    memo *memos;
    u32 memo_mask, made;
    bool full;
    bool (*over)(void *whom);
    void *whom;
};

bdds *bdd_open(u32 nodes, bool (*over)(void *whom), void *whom)
{
    bdds *b = mem_alloc(sizeof *b);

    b->over = over;
    b->whom = whom;
    b->most = nodes;
    b->mask = (1u << 20) - 1;
    b->heads = mem_alloc((b->mask + 1) * sizeof *b->heads);
    b->memo_mask = (1u << 20) - 1;
    b->memos = mem_alloc((b->memo_mask + 1) * sizeof *b->memos);
    vec_push(&b->nodes, ((diagram){.variable = LEAF}));
    vec_push(&b->nodes, ((diagram){.variable = LEAF, .low = 1, .high = 1}));
    b->used = 2;
    b->next_collection = COLLECT_FROM;
    return b;
}

void bdd_close(bdds *b)
{
    vec_free(&b->nodes);
    mem_free(b->heads);
    mem_free(b->memos);
    mem_free(b);
}

bool bdd_full(const bdds *b)
{
    return b->full;
}

u32 bdd_nodes(const bdds *b)
{
    return b->used;
}

static u32 hash_of(const bdds *b, u32 variable, bdd low, bdd high)
{
    return (u32)hash_mix((u64)variable * 0x9e3779b97f4a7c15 ^ ((u64)low << 32 | high)) & b->mask;
}

static void rehash(bdds *b)
{
    b->mask = 2 * b->mask + 1;
    b->heads = mem_resize(b->heads, (b->mask + 1) * sizeof *b->heads);
    memset(b->heads, 0, (b->mask + 1) * sizeof *b->heads);
    for (u32 i = 2; i < b->nodes.n; i++) {
        diagram *d = &b->nodes.at[i];
        u32 h;

        if (d->variable == FREE)
            continue;
        h = hash_of(b, d->variable, d->low, d->high);
        d->next = b->heads[h];
        b->heads[h] = i;
    }
}

static u32 level(const bdds *b, bdd f)
{
    return b->nodes.at[f].variable;
}

/* The one node of these three: no diagram of its parts begins with its variable or one above. */
static bdd make(bdds *b, u32 variable, bdd low, bdd high)
{
    u32 h, at;

    assert(variable < level(b, low) && variable < level(b, high));
    if (low == high)
        return low;
    h = hash_of(b, variable, low, high);
    for (at = b->heads[h]; at; at = b->nodes.at[at].next) {
        const diagram *d = &b->nodes.at[at];

        if (d->variable == variable && d->low == low && d->high == high)
            return at;
    }
    if (b->used >= b->most || (++b->made % ASK_EVERY == 0 && b->over(b->whom))) {
        b->full = true;
        return 0;
    }
    if (b->free) {
        at = b->free;
        b->free = b->nodes.at[at].next;
    } else {
        at = b->nodes.n;
        vec_push(&b->nodes, (diagram){0});
    }
    b->used++;
    b->nodes.at[at] = (diagram){variable, low, high, b->heads[h]};
    b->heads[h] = at;
    if (b->used > 2 * b->mask)
        rehash(b);
    return at;
}

bdd bdd_var(bdds *b, u32 variable)
{
    return make(b, variable, 0, 1);
}

static memo *memo_at(bdds *b, u32 op, u32 f, u32 g, u32 h)
{
    return &b->memos[(u32)hash_mix(((u64)op << 60) ^ ((u64)f << 32 | g) ^
                                   (u64)h * 0x9e3779b97f4a7c15) &
                     b->memo_mask];
}

static bool known(bdds *b, u32 op, u32 f, u32 g, u32 h, bdd *out)
{
    const memo *m = memo_at(b, op, f, g, h);

    if (m->op != op || m->f != f || m->g != g || m->h != h)
        return false;
    *out = m->result;
    return true;
}

static bdd learn(bdds *b, u32 op, u32 f, u32 g, u32 h, bdd result)
{
    if (!b->full)
        *memo_at(b, op, f, g, h) = (memo){op, f, g, h, result};
    return result;
}

static bdd part(const bdds *b, bdd f, u32 at, bool high)
{
    const diagram *d = &b->nodes.at[f];

    return d->variable != at ? f : high ? d->high : d->low;
}

static u32 lower(u32 a, u32 b)
{
    return a < b ? a : b;
}

bdd bdd_not(bdds *b, bdd f)
{
    bdd r;

    if (f < 2)
        return !f;
    if (b->full || known(b, OP_NOT, f, 0, 0, &r))
        return b->full ? 0 : r;
    r = bdd_not(b, b->nodes.at[f].low);
    r = make(b, level(b, f), r, bdd_not(b, b->nodes.at[f].high));
    return learn(b, OP_NOT, f, 0, 0, r);
}

bdd bdd_and(bdds *b, bdd f, bdd g)
{
    u32 at;
    bdd r;

    if (f == g || g == 1)
        return f;
    if (f == 1)
        return g;
    if (!f || !g || b->full)
        return 0;
    if (f > g)
        return bdd_and(b, g, f);
    if (known(b, OP_AND, f, g, 0, &r))
        return r;
    at = lower(level(b, f), level(b, g));
    r = bdd_and(b, part(b, f, at, false), part(b, g, at, false));
    r = make(b, at, r, bdd_and(b, part(b, f, at, true), part(b, g, at, true)));
    return learn(b, OP_AND, f, g, 0, r);
}

bdd bdd_ite(bdds *b, bdd f, bdd g, bdd h)
{
    u32 at;
    bdd r;

    if (f == 1 || g == h)
        return g;
    if (!f)
        return h;
    if (g == 1 && !h)
        return f;
    if (!h)
        return bdd_and(b, f, g);
    if (b->full || known(b, OP_ITE, f, g, h, &r))
        return b->full ? 0 : r;
    at = lower(level(b, f), lower(level(b, g), level(b, h)));
    r = bdd_ite(b, part(b, f, at, false), part(b, g, at, false), part(b, h, at, false));
    r = make(b, at, r,
             bdd_ite(b, part(b, f, at, true), part(b, g, at, true), part(b, h, at, true)));
    return learn(b, OP_ITE, f, g, h, r);
}

bdd bdd_or(bdds *b, bdd f, bdd g)
{
    return f > g ? bdd_ite(b, g, 1, f) : bdd_ite(b, f, 1, g);
}

bdd bdd_and_exists(bdds *b, bdd f, bdd g, bdd cube)
{
    u32 at;
    bdd r, low;

    if (!f || !g || b->full)
        return 0;
    if (f == 1 && g == 1)
        return 1;
    if (cube == 1)
        return bdd_and(b, f, g);
    if (f > g) {
        r = f;
        f = g;
        g = r;
    }
    at = lower(level(b, f), level(b, g));
    while (cube != 1 && level(b, cube) < at)
        cube = b->nodes.at[cube].high;
    if (known(b, OP_EXISTS, f, g, cube, &r))
        return r;
    low = bdd_and_exists(b, part(b, f, at, false), part(b, g, at, false), cube);
    if (cube != 1 && level(b, cube) == at)
        r = low == 1 ? 1
                     : bdd_or(b, low,
                              bdd_and_exists(b, part(b, f, at, true), part(b, g, at, true), cube));
    else
        r = make(b, at, low, bdd_and_exists(b, part(b, f, at, true), part(b, g, at, true), cube));
    return learn(b, OP_EXISTS, f, g, cube, r);
}

bdd bdd_shift(bdds *b, bdd f, bdd cube, bool up)
{
    u32 at, pair;
    bdd r;

    if (f < 2 || cube == 1 || b->full)
        return f;
    at = level(b, f);
    pair = at & ~1u;
    while (cube != 1 && level(b, cube) < pair)
        cube = b->nodes.at[cube].high;
    if (cube == 1)
        return f;
    if (known(b, up ? OP_UP : OP_DOWN, f, cube, 0, &r))
        return r;
    r = bdd_shift(b, b->nodes.at[f].low, cube, up);
    r = make(b, level(b, cube) == pair ? (up ? pair + 1 : pair) : at, r,
             bdd_shift(b, b->nodes.at[f].high, cube, up));
    return learn(b, up ? OP_UP : OP_DOWN, f, cube, 0, r);
}

void bdd_pick(const bdds *b, bdd f, bool *values)
{
    while (f > 1) {
        const diagram *d = &b->nodes.at[f];

        values[d->variable] = !d->low;
        f = d->low ? d->low : d->high;
    }
}

/* Counting: the share of all values, by node. */
static double share(const bdds *b, bdd f, double *shares)
{
    if (f < 2)
        return f;
    if (shares[f] == 0)
        shares[f] =
            (share(b, b->nodes.at[f].low, shares) + share(b, b->nodes.at[f].high, shares)) / 2;
    return shares[f];
}

double bdd_count(const bdds *b, bdd f, u32 variables)
{
    double *shares = mem_alloc(b->nodes.n * sizeof *shares), n = share(b, f, shares);

    for (; variables; variables--)
        n *= 2;
    mem_free(shares);
    return n;
}

static void mark(const bdds *b, bdd f, u8 *seen)
{
    while (f > 1 && !(seen[f >> 3] >> (f & 7) & 1)) {
        assert(level(b, f) != FREE);
        seen[f >> 3] |= (u8)(1 << (f & 7));
        mark(b, b->nodes.at[f].low, seen);
        f = b->nodes.at[f].high;
    }
}

void bdd_collect(bdds *b, const bdd *roots, u32 n)
{
    u8 *seen;

    if (b->used < b->next_collection)
        return;
    seen = mem_alloc(b->nodes.n / 8 + 1);
    for (u32 i = 0; i < n; i++)
        mark(b, roots[i], seen);
    b->free = 0;
    b->used = 2;
    memset(b->heads, 0, (b->mask + 1) * sizeof *b->heads);
    memset(b->memos, 0, (b->memo_mask + 1) * sizeof *b->memos);
    for (u32 i = b->nodes.n; i-- > 2;) {
        diagram *d = &b->nodes.at[i];
        u32 h;

        if (!(seen[i >> 3] >> (i & 7) & 1)) {
            *d = (diagram){.variable = FREE, .next = b->free};
            b->free = i;
            continue;
        }
        h = hash_of(b, d->variable, d->low, d->high);
        d->next = b->heads[h];
        b->heads[h] = i;
        b->used++;
    }
    b->next_collection = b->used > COLLECT_FROM / 2 ? 2 * b->used : COLLECT_FROM;
    mem_free(seen);
}
