/* The self-check wrapper: what engines and reductions take for granted, checked at every step.
 *
 *   - save, restore, save gives the same key, and the moves before and after are the same;
 *   - a state that is packed and unpacked is the same;
 *   - what the system says of its own data holds, in a state that is saved and behind a step;
 *   - the state is running if and only if it has a strong move;
 *   - a step is one of the announced moves, and doing it twice from one state gives the same
 *     outcome, the same events and the same state; in between the system is at its initial
 *     state, so that restoring has something to do and what it forgets comes to light;
 *   - the event announced for the move is the visible event that happens;
 *   - while two threads live, what a thread announces and does lies in its future, and no step
 * makes a future larger, its own or another's; that of a new thread lies in its creator's.
 *
 * It changes nothing that a user of the system sees, and costs about five times the time. */
#include "wrap/selfcheck.h"
#include "wrap/wrap.h"

#include <assert.h>
#include <string.h>

enum { FUTURE_WORDS = 32 }; /* static objects with larger numbers are not checked */

typedef struct foreseen {
    u16 thread;
    u32 flags;
    u64 bits[FUTURE_WORDS];
} foreseen;

typedef VEC(foreseen) foreseen_list;

typedef struct selfcheck {
    wrapper w; /* first */
    move_list moves, again;
    foreseen_list before, after;
    taken first;
    text message; /* of the first failure */
    byte_list packed;
    u64 states;
} selfcheck;

static inline selfcheck *of(const sys *s)
{
    assert(s->kind == SYSTEM_SELFCHECK);
    return (selfcheck *)s;
}

static void check(bool holds, const char *rule, const move *m)
{
    if (!holds && m)
        die("self-check: %s (thread %u, %s, pending %s)", rule, m->thread, move_names[m->kind],
            event_names[m->next.kind]);
    if (!holds)
        die("self-check: %s", rule);
}

static bool same_event(const event *a, const event *b)
{
    return a->kind == b->kind && a->object == b->object && a->offset == b->offset &&
           a->size == b->size;
}

static bool same_move(const move *a, const move *b)
{
    return a->thread == b->thread && a->kind == b->kind && a->flags == b->flags &&
           a->choices == b->choices && same_event(&a->next, &b->next);
}

static void check_same_moves(const move_list *a, const move_list *b)
{
    check(a->n == b->n, "a restored state has another number of moves", NULL);
    for (u32 i = 0; i < a->n; i++)
        check(same_move(&a->at[i], &b->at[i]), "a restored state has other moves", &a->at[i]);
}

static bool has_strong_move(const move_list *list)
{
    for (u32 i = 0; i < list->n; i++)
        if ((list->at[i].flags & (MOVE_ENABLED | MOVE_WEAK)) == MOVE_ENABLED)
            return true;
    return false;
}

static void check_status(const selfcheck *c, status st)
{
    check((st == ST_RUNNING) == has_strong_move(&c->moves),
          st == ST_RUNNING ? "a running state has no strong move"
                           : "a state that is not running has a strong move",
          NULL);
}

static void check_list(const move_list *list)
{
    for (u32 i = 0; i < list->n; i++) {
        const move *m = &list->at[i];

        check(!(m->flags & MOVE_ENABLED) || m->choices > 0, "an enabled move has no choice", m);
        check(m->kind < MOVE_KINDS && m->next.kind < EV_COUNT, "a move of no kind", m);
        check(m->next.kind == EV_NONE || m->next.thread == m->thread,
              "a move announces another thread's event", m);
    }
}

#define WHOLE_EVERY 16 /* states: packing, and what is sound, run through all of one */

static void check_sound(const selfcheck *c, const move *m)
{
    const char *broken = c->states % WHOLE_EVERY ? NULL : sys_unsound(c->w.base.inner);

    check(!broken, broken, m);
}

/* Its bytes are all there is of the state. */
static void check_packing(selfcheck *c, state_key key, u32 rank)
{
    sys *inner = c->w.base.inner;

    if (c->states++ % WHOLE_EVERY || !sys_has_bytes(inner))
        return;
    vec_clear(&c->packed);
    sys_pack(inner, &c->packed);
    sys_reset(inner);
    sys_unpack(inner, c->packed.at, c->packed.n);
    sys_set_rank(inner, rank);
    check(sys_save(inner) == key, "a packed state unpacks to another one", NULL);
}

static void selfcheck_moves(sys *s, move_list *out)
{
    selfcheck *c = of(s);
    state_key key = sys_save(c->w.base.inner);
    u32 rank = sys_rank(c->w.base.inner);

    sys_moves(c->w.base.inner, &c->moves);
    check_list(&c->moves);
    check_status(c, sys_status(c->w.base.inner));
    sys_restore(c->w.base.inner, key);
    sys_set_rank(c->w.base.inner, rank);
    check(sys_save(c->w.base.inner) == key, "save, restore, save gives another key", NULL);
    sys_moves(c->w.base.inner, &c->again);
    check_same_moves(&c->moves, &c->again);
    check_sound(c, NULL);
    check_packing(c, key, rank);
    sys_moves(c->w.base.inner, out);
}

static const move *announced(const selfcheck *c, u16 thread, move_kind kind, u32 choice)
{
    for (u32 i = 0; i < c->moves.n; i++) {
        const move *m = &c->moves.at[i];

        if (m->thread != thread || m->kind != kind)
            continue;
        check(m->flags & MOVE_ENABLED, "a step was taken whose move is not enabled", m);
        check(choice < m->choices, "a choice was taken that the move does not have", m);
        return m;
    }
    die("self-check: thread %u takes a step that was not announced", thread);
}

static void check_announced(const taken *t, const move *m)
{
    if (m->flags & (MOVE_LOCAL | MOVE_OPAQUE) || m->next.kind == EV_NONE)
        return;
    if (t->outcome != OUT_RAN && (t->events.n == 0 || t->events.at[0].kind == EV_FAIL))
        return;
    check(t->events.n > 0, "a step has no event though one was announced", m);
    if (!same_event(&t->events.at[0], &m->next))
        die("self-check: announced %s of object %llu, bytes %u+%u; it was %s of object %llu, bytes "
            "%u+%u "
            "(thread %u, function %u, instruction %u)",
            event_names[m->next.kind], (unsigned long long)m->next.object, m->next.offset,
            m->next.size, event_names[t->events.at[0].kind],
            (unsigned long long)t->events.at[0].object, t->events.at[0].offset,
            t->events.at[0].size, m->thread, m->next.func, m->next.pc);
}

static void check_same_events(const taken *a, const taken *b, const move *m)
{
    check(a->events.n == b->events.n, "the same step gave another number of events", m);
    for (u32 i = 0; i < a->events.n; i++) {
        const event *e = &a->events.at[i], *f = &b->events.at[i];

        check(same_event(e, f) && e->thread == f->thread && e->func == f->func && e->pc == f->pc &&
                  e->flags == f->flags,
              "the same step gave other events", m);
        check(!(e->flags & EVF_VALUE) || (e->value == f->value && e->old == f->old),
              "the same step gave other values", m);
    }
}

static void check_same_taken(const selfcheck *c, const taken *b, const move *m)
{
    const taken *a = &c->first;

    check(a->outcome == b->outcome, "the same step ended another way", m);
    check(a->progress == b->progress, "the same step made progress once only", m);
    check_same_events(a, b, m);
    if (a->outcome != OUT_ERROR)
        return;
    check(a->error.kind == b->error.kind && a->error.line == b->error.line,
          "the same step gave another error", m);
    check(strcmp(text_str(&c->message), b->error.message) == 0,
          "the same step gave another message", m);
}

static const foreseen *future_of(const foreseen_list *list, u16 thread)
{
    for (u32 i = 0; i < list->n; i++)
        if (list->at[i].thread == thread)
            return &list->at[i];
    return NULL;
}

/* The futures of the threads that have moves. */
static void foresee(sys *inner, const move_list *moves, foreseen_list *out)
{
    vec_clear(out);
    for (u32 i = 0; sys_has_future(inner) && i < moves->n; i++) {
        u16 thread = moves->at[i].thread;
        foreseen *f;

        if (future_of(out, thread))
            continue;
        vec_push(out, (foreseen){.thread = thread});
        f = &vec_last(out);
        f->flags = sys_future(inner, thread, f->bits, FUTURE_WORDS);
    }
}

static bool foreseen_event(const foreseen *f, const event *e)
{
    if (e->kind == EV_EXIT && !(f->flags & FUTURE_EXITS))
        return false;
    return !e->object || e->object >= FUTURE_WORDS * 64 ||
           f->bits[e->object >> 6] >> (e->object & 63) & 1;
}

static bool foreseen_future(const foreseen *f, const foreseen *later)
{
    u64 more = later->flags & ~f->flags;

    for (u32 k = 0; k < FUTURE_WORDS; k++)
        more |= later->bits[k] & ~f->bits[k];
    return !more;
}

static void check_events_foreseen(const selfcheck *c, const move *m)
{
    const foreseen *mine = future_of(&c->before, m->thread);

    for (u32 i = 0; i < c->moves.n; i++)
        check(foreseen_event(future_of(&c->before, c->moves.at[i].thread), &c->moves.at[i].next),
              "an announced event is not in the thread's future", &c->moves.at[i]);
    for (u32 i = 0; i < c->first.events.n; i++)
        check(foreseen_event(mine, &c->first.events.at[i]),
              "a step has an event that was not in the thread's future", m);
}

/* All threads are others than before. */
static bool resets(const taken *t)
{
    for (u32 i = 0; i < t->events.n; i++)
        if (t->events.at[i].kind == EV_RESET)
            return true;
    return false;
}

/* After the first run of the step, when the system is where it led. */
static void check_foreseen(selfcheck *c, const move *m)
{
    if (c->before.n < 2)
        return;
    check_events_foreseen(c, m);
    if (c->first.outcome != OUT_RAN || resets(&c->first))
        return;
    sys_moves(c->w.base.inner, &c->again);
    foresee(c->w.base.inner, &c->again, &c->after);
    for (u32 i = 0; i < c->after.n; i++) {
        const foreseen *was = future_of(&c->before, c->after.at[i].thread);

        check(foreseen_future(was ? was : future_of(&c->before, m->thread), &c->after.at[i]),
              "a step made a thread's future larger", m);
    }
}

static void selfcheck_step(sys *s, u16 thread, move_kind kind, u32 choice, taken *out)
{
    selfcheck *c = of(s);
    state_key from = sys_save(c->w.base.inner), to = 0;
    u32 rank = sys_rank(c->w.base.inner), next;
    const move *m;

    sys_moves(c->w.base.inner, &c->moves);
    m = announced(c, thread, kind, choice);
    foresee(c->w.base.inner, &c->moves, &c->before);
    sys_step(c->w.base.inner, thread, kind, choice, &c->first);
    check_announced(&c->first, m);
    text_clear(&c->message);
    if (c->first.outcome == OUT_ERROR)
        text_add(&c->message, c->first.error.message);
    if (c->first.outcome == OUT_RAN) {
        check_sound(c, m);
        to = sys_save(c->w.base.inner);
    }
    next = sys_rank(c->w.base.inner);
    check_foreseen(c, m);
    sys_reset(c->w.base.inner);
    sys_restore(c->w.base.inner, from);
    sys_set_rank(c->w.base.inner, rank);
    check(sys_save(c->w.base.inner) == from, "restoring a state and saving it gives another key",
          m);
    sys_step(c->w.base.inner, thread, kind, choice, out);
    check_same_taken(c, out, m);
    if (out->outcome != OUT_RAN)
        return;
    check(sys_rank(c->w.base.inner) == next, "the same step led to another rank", m);
    check(sys_save(c->w.base.inner) == to, "the same step led to another state", m);
}

static state_key selfcheck_save(sys *s)
{
    state_key key = sys_save(wrap_inner(s));

    check(sys_save(wrap_inner(s)) == key, "saving twice gives two keys", NULL);
    return key;
}

static sys *selfcheck_clone(sys *s)
{
    return selfcheck_open(sys_clone(wrap_inner(s)));
}

static void selfcheck_close(sys *s)
{
    selfcheck *c = of(s);

    sys_close(c->w.base.inner);
    vec_free(&c->moves);
    vec_free(&c->again);
    vec_free(&c->before);
    vec_free(&c->after);
    taken_free(&c->first);
    vec_free(&c->packed);
    text_free(&c->message);
    mem_free(c);
}

sys *selfcheck_open(sys *inner)
{
    selfcheck *c = mem_alloc(sizeof *c);

    wrap_open(&c->w, inner, SYSTEM_SELFCHECK);
    c->w.ops.moves = selfcheck_moves;
    c->w.ops.step = selfcheck_step;
    c->w.ops.save = selfcheck_save;
    c->w.ops.clone = selfcheck_clone;
    c->w.ops.close = selfcheck_close;
    return &c->w.base;
}
