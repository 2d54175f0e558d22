/* Partial-order reductions as a wrapper.
 *
 * All looking ahead is done at `moves`; a step of a superstep that was looked ahead only takes over
 * what was found, and going back to the state costs nothing.  So the inner system moves once for
 * each transition, as it would without the wrapper.
 *
 * Supersteps: see look_ahead.c.
 *
 * Persistent sets: see persistent.c, and whole_runs.c for those of one thread that are found when
 * what all the others will do until they end is known.  The moves outside the set are marked LATER:
 * the search takes them only when the set leads to no new state, so that no thread is put off round
 * a cycle.
 *
 * Sleep sets: the rank of a state is a set of threads; runs from it that begin with the first step
 * of one of them are explored from elsewhere.  After a step by thread i those stay asleep, or fall
 * asleep since they were explored before i from the same state, whose first step does not depend on
 * anything in i's.  Only a superstep of one step lets its thread fall asleep: exploring a longer
 * superstep explores fewer runs than all those that begin with its first step.  Where a persistent
 * set is in use nobody falls asleep, and where somebody sleeps no persistent set is used. */
#include "wrap/por.h"
#include "base/mutant.h"
#include "wrap/look_ahead.h"
#include "wrap/persistent.h"
#include "wrap/whole_runs.h"
#include "wrap/wrap.h"

#include <assert.h>

typedef struct por {
    wrapper w; /* first */
    look_ahead ahead;
    u32 flags;
    state_key at;
    state_key match; /* of that state; 0: not known */
    u32 rank;
    u32 ahead_rank; /* the supersteps are those of their state with this rank */
    bool reduced;   /* some are LATER */
    bool told;      /* that no persistent sets are looked for */
    bool dropped; /* some were, and one of these was taken: the supersteps are longer or shorter */
    taken taken;
} por;

static inline por *of(const sys *s)
{
    assert(s->kind == SYSTEM_POR);
    return (por *)s;
}

static void por_settle(sys *s)
{
    por *p = of(s);

    look_ahead_goto(&p->ahead, p->at);
}

static void tell(por *p)
{
    if (!p->told && p->flags & POR_PERSISTENT)
        note("some states have more than %u threads that can move: persistent sets are not used in "
             "them",
             PERSISTENT_MOST);
    p->told = true;
}

/* After supersteps were looked ahead. */
static void looked(por *p)
{
    if (p->flags & POR_RACES)
        look_ahead_races(&p->ahead);
    if (p->flags & POR_CHECK && !look_ahead_sound(&p->ahead))
        die("self-check: a step inside a superstep depends on another thread's");
}

static void expand(por *p)
{
    look_ahead *l = &p->ahead;

    if (l->at == p->at && p->ahead_rank == p->rank)
        return;
    p->ahead_rank = p->rank;
    p->dropped = false;
    look_ahead_open(l, p->at, p->rank);
    p->reduced = p->flags & POR_PERSISTENT && !p->rank && persistent_choose(l);
    assert(!p->reduced || !p->rank);
    if (UNLIKELY(l->n > PERSISTENT_MOST))
        tell(p);
    /* A superstep that the set holds up would be one more state than without the set; or a first
     * step did more than it had announced. */
    if (!look_ahead_run(l) || l->held_up) {
        look_ahead_open(l, p->at, p->rank);
        p->reduced = false;
        look_ahead_run(l);
    }
    if (!p->reduced && p->flags & POR_WHOLE_RUNS && !p->rank)
        p->reduced = whole_runs_choose(l);
    looked(p);
}

/* The moves outside the persistent set are wanted after all. */
static void expand_later(por *p)
{
    if (!p->reduced)
        return;
    p->reduced = false;
    p->dropped = true;
    persistent_drop(&p->ahead);
    look_ahead_run(&p->ahead);
    looked(p);
}

/* Whoever begins with a state anew finds it as it was found first. */
static void anew(por *p)
{
    if (p->dropped)
        p->ahead.at = 0;
    p->dropped = false;
}

static void por_moves(sys *s, move_list *out)
{
    por *p = of(s);

    anew(p);
    expand(p);
    vec_clear(out);
    for (u32 i = 0; i < p->ahead.moves.n; i++) {
        move m = p->ahead.moves.at[i];
        const superstep *a = look_ahead_find(&p->ahead, m.thread);

        m.flags |= (u8)((a->later ? MOVE_LATER : 0) | (a->asleep ? MOVE_ASLEEP : 0));
        vec_push(out, m);
    }
}

/* Who sleeps after a step of thread `mover` with these events. */
static u32 sleepers(const por *p, const superstep *mover, const event *events, u32 n)
{
    u32 mask = 0;
    bool before = true;

    if (!(p->flags & POR_SLEEP) || p->reduced)
        return 0;
    for (u32 i = 0; i < p->ahead.n; i++) {
        const superstep *a = &p->ahead.all.at[i];

        if (a == mover) {
            before = false;
            continue;
        }
        bool explored = before && a->ready && superstep_steps(a) == 1 && a->outcome == OUT_RAN;

        if ((a->asleep || explored) && a->thread < 31 &&
            (MUTANT(SLEEP_DEPENDENCE) || !superstep_first_depends(a, events, n)))
            mask |= 1u << a->thread;
    }
    return mask;
}

static void hand_on_events(const por *p, const event *e, u32 n, taken *out)
{
    vec_clear(&out->events);
    for (u32 i = 0; p->flags & POR_EVENTS && i < n; i++)
        vec_push(&out->events, e[i]);
}

/* The step leads to where another thread's next steps race with it. */
static void fail_race(const superstep *a, taken *out)
{
    out->outcome = OUT_ERROR;
    out->error = (failure){.kind = ERR_RACE, .thread = a->thread, .message = "data race"};
    out->error.file = "";
    out->racing = a->races->thread;
    out->racing_kind = a->races->first.kind;
    out->race_steps = superstep_steps(a->races);
}

static void step_superstep(por *p, superstep *a, taken *out)
{
    out->outcome = a->outcome;
    out->steps = superstep_steps(a);
    out->renamed = false;
    out->progress = a->progress;
    out->limit = a->message.n ? text_str(&a->message) : NULL;
    hand_on_events(p, a->events.at, a->events.n, out);
    if (a->outcome == OUT_ERROR) {
        out->error = a->error;
        out->error.file = text_str(&a->file);
        out->error.message = text_str(&a->message);
    }
    p->rank = sleepers(p, a, a->events.at, a->events.n);
    if (a->outcome == OUT_RAN) {
        p->at = a->key;
        p->match = a->match;
    }
}

/* A move that was not looked ahead: of several, or with a choice. */
static void step_inner(por *p, const superstep *a, move_kind kind, u32 choice, taken *out)
{
    taken *t = &p->taken;

    sys_step(sys_settled(&p->w.base), a->thread, kind, choice, t);
    p->ahead.cursor = 0;
    out->outcome = t->outcome;
    out->steps = 1;
    out->renamed = false;
    out->progress = t->progress;
    out->limit = t->limit;
    out->error = t->error;
    hand_on_events(p, t->events.at, t->events.n, out);
    if (t->renamed)
        vec_push(&t->events, (event){.flags = EVF_OPAQUE, .thread = a->thread});
    p->rank = sleepers(p, a, t->events.at, t->events.n);
    if (t->outcome == OUT_RAN) {
        p->at = p->ahead.cursor = sys_save(p->w.base.inner);
        p->match = sys_match(p->w.base.inner);
    }
}

static void por_step(sys *s, u16 thread, move_kind kind, u32 choice, taken *out)
{
    por *p = of(s);
    superstep *a;

    expand(p);
    a = look_ahead_find(&p->ahead, thread);
    if (!a)
        die("a step of a thread that has no moves");
    assert(!a->asleep);
    if (a->later)
        expand_later(p);
    out->race_steps = 0;
    if (a->ready)
        step_superstep(p, a, out);
    else
        step_inner(p, a, kind, choice, out);
    if (a->races && kind == a->first.kind && !choice)
        fail_race(a, out);
}

static state_key por_save(sys *s)
{
    return of(s)->at;
}

static state_key por_match(sys *s)
{
    por *p = of(s);

    if (!p->match)
        p->match = sys_match(sys_settled(s));
    return p->match;
}

static void por_pack_match(sys *s, byte_list *out)
{
    sys_pack_match(sys_settled(s), out);
}

static const system_match por_matches = {.key = por_match, .pack = por_pack_match};

static void por_restore(sys *s, state_key key)
{
    por *p = of(s);

    p->at = key;
    p->match = 0;
    p->rank = 0;
}

static void por_reset(sys *s)
{
    por *p = of(s);

    anew(p);
    sys_reset(p->w.base.inner);
    p->at = p->ahead.cursor = sys_save(p->w.base.inner);
    p->match = 0;
    p->rank = 0;
}

static u32 por_rank(sys *s)
{
    return of(s)->rank;
}

static void por_set_rank(sys *s, u32 rank)
{
    of(s)->rank = rank;
}

static u64 por_memory(const sys *s)
{
    const por *p = of(s);

    return sys_memory(p->w.base.inner) + look_ahead_bytes(&p->ahead) +
           p->taken.events.cap * sizeof(event);
}

static const system_rank por_ranks = {.get = por_rank, .set = por_set_rank};

static void por_pack(sys *s, byte_list *out)
{
    sys_pack(sys_settled(s), out);
}

static void por_unpack(sys *s, const u8 *bytes, u32 n)
{
    por *p = of(s);

    sys_unpack(p->w.base.inner, bytes, n);
    p->at = p->ahead.cursor = sys_save(p->w.base.inner);
    p->match = 0;
    p->rank = 0;
}

static void por_pack_saved(sys *s, state_key key, byte_list *out)
{
    sys_pack_saved(of(s)->w.base.inner, key, out);
}

static void por_renew(sys *s)
{
    por *p = of(s);

    sys_renew(p->w.base.inner);
    p->ahead.at = 0; /* nothing that was looked ahead is there any more */
    p->dropped = false;
    por_reset(s);
}

static void por_clear(sys *s)
{
    sys_clear(of(s)->w.base.inner);
}

static void por_write(sys *s, struct sealed *to)
{
    sys_write(of(s)->w.base.inner, to);
}

static bool por_read(sys *s, struct sealed *from)
{
    por *p = of(s);

    p->ahead.at = 0;
    if (!sys_read(p->w.base.inner, from))
        return false;
    por_reset(s);
    return true;
}

static const system_bytes por_bytes = {.pack = por_pack, .unpack = por_unpack};
static const system_bytes por_all_bytes = {.pack = por_pack,
                                           .unpack = por_unpack,
                                           .pack_saved = por_pack_saved,
                                           .renew = por_renew,
                                           .clear = por_clear,
                                           .write = por_write,
                                           .read = por_read};

static sys *por_clone(sys *s)
{
    por *p = of(s);
    sys *c = por_open(sys_clone(p->w.base.inner), p->flags);

    sys_restore(c, p->at);
    sys_set_rank(c, p->rank);
    return c;
}

static void por_close(sys *s)
{
    por *p = of(s);

    sys_close(p->w.base.inner);
    look_ahead_free(&p->ahead);
    taken_free(&p->taken);
    mem_free(p);
}

sys *por_open(sys *inner, u32 flags)
{
    por *p = mem_alloc(sizeof *p);
    system_ops *o = &p->w.ops;

    wrap_open(&p->w, inner, SYSTEM_POR);
    o->settle = por_settle;
    o->moves = por_moves;
    o->step = por_step;
    o->save = por_save;
    o->restore = por_restore;
    o->reset = por_reset;
    o->clone = por_clone;
    o->close = por_close;
    o->memory = por_memory;
    o->rank = &por_ranks;
    o->match = sys_has_match(inner) ? &por_matches : NULL;
    o->bytes = sys_renews(inner) ? &por_all_bytes : sys_has_bytes(inner) ? &por_bytes : NULL;
    p->flags = flags;
    p->ahead.inner = inner;
    p->ahead.supersteps = flags & POR_SUPERSTEP;
    p->at = p->ahead.cursor = sys_save(inner);
    return &p->w.base;
}
