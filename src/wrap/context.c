/* The context bound (Musuvathi, Qadeer 2007; Zaks, Joshi 2008): runs with at most so many
 * preemptions.
 *
 * A step of a thread after one of another thread is a preemption when that other one could have
 * gone on, that is, has an enabled strong move.  One that is blocked or has ended is left for free;
 * so is one that only a spurious wake-up could bring on, since it waits like any other.  The
 * spurious wake-up itself is a step of the woken thread, and costs what any step of that thread
 * would: it interrupts whoever ran.  A time-out is a strong move, so a thread in a timed wait could
 * have gone on.  This is how reports count, too.
 *
 * A state is the inner one together with the thread that moved last, or nobody when that thread
 * could not go on: any switch is then free.  The preemptions used are no part of it but its rank.
 * At the bound the moves of other threads are not enabled where the last one could go on; so a
 * state never loses its strong moves.
 *
 * Ours differs from the published search in when it is complete: not only when the bound was never
 * reached, but when each state at which it cut moves was also met with fewer preemptions and
 * expanded with all of them.  All states that were expanded so are then closed under all moves. */
#include "wrap/context.h"
#include "store/intern.h"
#include "wrap/wrap.h"

#include <assert.h>

#define NOBODY UINT16_MAX

enum { CUT = 1, WHOLE = 2 };

/* Pairs of an inner key and a thread, shared by clones. */
typedef struct pairs {
    intern table;
    u32 users;
} pairs;

typedef struct context {
    wrapper w; /* first */
    pairs *pairs;
    u32 bound, used;
    u16 last;
    bool settled;  /* `last` is nobody unless that thread could go on */
    state_key key; /* of the present state, 0 not known */
    VEC(u8) notes; /* by number of the pair: CUT, WHOLE */
    u64 open;      /* pairs that were cut and not whole */
    move_list moves;
} context;

static inline context *of(const sys *s)
{
    assert(s->kind == SYSTEM_CONTEXT);
    return (context *)s;
}

static bool strong(const move *m)
{
    return (m->flags & (MOVE_ENABLED | MOVE_WEAK)) == MOVE_ENABLED;
}

static bool goes_on(const move_list *list, u16 thread)
{
    for (u32 i = 0; i < list->n; i++)
        if (list->at[i].thread == thread && strong(&list->at[i]))
            return true;
    return false;
}

/* Its RUN move answers nearly always, and costs less than all moves. */
static bool could_go_on(context *c, u16 thread)
{
    move m;

    if (sys_peek(c->w.base.inner, thread, &m) && strong(&m))
        return true;
    sys_moves(c->w.base.inner, &c->moves);
    return goes_on(&c->moves, thread);
}

static void settle(context *c)
{
    if (!c->settled && c->last != NOBODY && !could_go_on(c, c->last))
        c->last = NOBODY;
    c->settled = true;
}

static u32 pair(context *c, state_key inner)
{
    u32 words[2] = {(u32)inner, c->last};

    if (inner > UINT32_MAX)
        die("a state key of more than 32 bits");
    return intern_put(&c->pairs->table, words, 2, NULL);
}

static state_key context_save(sys *s)
{
    context *c = of(s);

    if (!c->key) {
        state_key inner = sys_save(c->w.base.inner);

        settle(c);
        c->key = pair(c, inner);
    }
    return c->key;
}

static state_key context_match(sys *s)
{
    context *c = of(s);

    context_save(s);
    return pair(c, sys_match(c->w.base.inner));
}

/* The state is expanded, with some moves cut or with all. */
static void note_expansion(context *c, bool cut)
{
    enum { WORDS = 3 }; /* of a pair in its table, with its length */
    u32 k = (u32)(context_save(&c->w.base) - 1), i = k / WORDS;
    u8 before;

    assert(k % WORDS == 0);
    while (c->notes.n <= i)
        vec_push(&c->notes, 0);
    before = c->notes.at[i];
    c->notes.at[i] |= cut ? CUT : WHOLE;
    c->open += cut && !before;
    assert(cut || before != CUT || c->open);
    c->open -= !cut && before == CUT;
}

static void context_moves(sys *s, move_list *out)
{
    context *c = of(s);
    bool cut = false;

    context_save(s);
    sys_moves(c->w.base.inner, out);
    for (u32 i = 0; c->last != NOBODY && c->used >= c->bound && i < out->n; i++) {
        move *m = &out->at[i];

        if (m->thread == c->last || !(m->flags & MOVE_ENABLED))
            continue;
        m->flags &= (u8)~MOVE_ENABLED;
        cut = true;
    }
    note_expansion(c, cut);
}

static void context_step(sys *s, u16 thread, move_kind kind, u32 choice, taken *out)
{
    context *c = of(s);

    settle(c);
    c->used += c->last != NOBODY && c->last != thread;
    if (c->used > c->bound)
        die("a step beyond the context bound");
    sys_step(c->w.base.inner, thread, kind, choice, out);
    c->last = thread;
    c->settled = false;
    c->key = 0;
}

static void context_restore(sys *s, state_key key)
{
    context *c = of(s);
    u32 n;
    const u32 *words = intern_get(&c->pairs->table, key_word(key), &n);

    assert(n == 2);
    sys_restore(c->w.base.inner, words[0]);
    c->last = (u16)words[1];
    c->settled = true;
    c->key = key;
    c->used = 0;
}

static void context_reset(sys *s)
{
    context *c = of(s);

    sys_reset(c->w.base.inner);
    c->last = NOBODY;
    c->settled = true;
    c->key = 0;
    c->used = 0;
}

static u32 context_rank(sys *s)
{
    return of(s)->used;
}

static void context_set_rank(sys *s, u32 rank)
{
    assert(rank <= of(s)->bound);
    of(s)->used = rank;
}

static const system_rank context_ranks = {.get = context_rank, .set = context_set_rank};

/* Who moved last stands before the inner state. */
static void put_last(context *c, byte_list *out)
{
    context_save(&c->w.base);
    bytes_put(out, c->last);
}

static void context_pack(sys *s, byte_list *out)
{
    context *c = of(s);

    put_last(c, out);
    sys_pack(c->w.base.inner, out);
}

static void context_pack_match(sys *s, byte_list *out)
{
    context *c = of(s);

    put_last(c, out);
    sys_pack_match(c->w.base.inner, out);
}

static const system_match context_matches = {.key = context_match, .pack = context_pack_match};

static void context_unpack(sys *s, const u8 *bytes, u32 n)
{
    context *c = of(s);
    u32 last = 0, k = 0;

    do
        last |= (bytes[k] & 127u) << 7 * k;
    while (bytes[k++] >= 128);
    sys_unpack(c->w.base.inner, bytes + k, n - k);
    c->last = (u16)last;
    c->settled = true;
    c->key = 0;
    c->used = 0;
}

static const system_bytes context_bytes = {.pack = context_pack, .unpack = context_unpack};

static u64 context_memory(const sys *s)
{
    const context *c = of(s);

    return sys_memory(c->w.base.inner) + intern_bytes(&c->pairs->table) + c->notes.cap;
}

static void context_close(sys *s)
{
    context *c = of(s);

    sys_close(c->w.base.inner);
    if (!--c->pairs->users) {
        intern_close(&c->pairs->table);
        mem_free(c->pairs);
    }
    vec_free(&c->notes);
    vec_free(&c->moves);
    mem_free(c);
}

static sys *context_clone(sys *s);

static context *make(sys *inner, pairs *p, u32 bound)
{
    context *c = mem_alloc(sizeof *c);
    system_ops *o = &c->w.ops;

    wrap_open(&c->w, inner, SYSTEM_CONTEXT);
    o->moves = context_moves;
    o->step = context_step;
    o->save = context_save;
    o->restore = context_restore;
    o->reset = context_reset;
    o->clone = context_clone;
    o->close = context_close;
    o->memory = context_memory;
    o->rank = &context_ranks;
    o->match = sys_has_match(inner) ? &context_matches : NULL;
    o->bytes = sys_has_bytes(inner) ? &context_bytes : NULL;
    c->pairs = p;
    p->users++;
    c->bound = bound;
    c->last = NOBODY;
    c->settled = true;
    return c;
}

static sys *context_clone(sys *s)
{
    context *c = of(s);
    context *d = make(sys_clone(c->w.base.inner), c->pairs, c->bound);

    d->last = c->last;
    d->settled = c->settled;
    d->used = c->used;
    return &d->w.base;
}

sys *context_open(sys *inner, u32 bound)
{
    pairs *p = mem_alloc(sizeof *p);

    intern_open(&p->table, 0);
    return &make(inner, p, bound)->w.base;
}

void context_bound(sys *s, u32 bound)
{
    context *c = of(s);

    c->bound = bound;
    vec_clear(&c->notes);
    c->open = 0;
}

bool context_cut(const sys *s)
{
    return of(s)->open != 0;
}
