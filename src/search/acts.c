/* Footprints of steps.
 *
 * A step has an event for each access to what others can reach; most lie within one that is kept
 * already (an operation of the library announces the whole lock, then its words are read and
 * written), and are left out.  A mask with a bit for each stretch of memory tells most pairs of
 * steps apart; dependent() decides the others. */
#include "search/acts.h"
#include "base/hash.h"
#include "base/mutant.h"

#include <assert.h>
#include <string.h>

#define STRETCH 8u /* bytes that share a bit of the mask */

static const u32 rooms[3] = {2, 8, 32};

static bool plain(const event *e)
{
    return (e->kind == EV_READ || e->kind == EV_WRITE || e->kind == EV_UPDATE) &&
           !(e->flags & (EVF_OPAQUE | EVF_WATCHED));
}

static bool in_memory(const event *e)
{
    return e->object && (event_reads(e) || event_writes(e));
}

/* Says nothing to other threads. */
static bool silent(const event *e)
{
    if (e->flags & (EVF_OPAQUE | EVF_WATCHED))
        return false;
    switch (e->kind) {
    case EV_EXIT:
    case EV_CREATE:
    case EV_JOIN:
    case EV_THREAD_EXIT:
    case EV_CANCEL:
        return false;
    default:
        return !in_memory(e);
    }
}

static bool covers(const event *a, const event *b)
{
    return a->object == b->object && in_memory(a) && a->offset <= b->offset &&
           (u64)a->offset + a->size >= (u64)b->offset + b->size &&
           (event_writes(a) || !event_writes(b));
}

static bool needless(const act *a, const event *e)
{
    if (silent(e))
        return true;
    for (u32 i = 0; plain(e) && i < a->n; i++)
        if (covers(&a->events[i], e))
            return true;
    return false;
}

static bool is_wide(const event *e)
{
    if (e->flags & EVF_OPAQUE)
        return true;
    switch (e->kind) {
    case EV_EXIT:
    case EV_CREATE:
    case EV_CANCEL:
        return true;
    case EV_JOIN:
    case EV_THREAD_EXIT:
        return !(e->flags & EVF_LASTING);
    default:
        return false;
    }
}

/* All of them, where others of any thread may be met: by the end of one that may be the last, and
 * by writes of what an invariant reads. */
static u64 threads_of(const event *e)
{
    if (e->flags & EVF_WATCHED)
        return ~0ull;
    if (e->kind == EV_JOIN)
        return 1ull << (e->value & 63);
    if (e->kind == EV_THREAD_EXIT)
        return e->thread && e->value > 2 ? 1ull << (e->thread & 63) : ~0ull;
    return 0;
}

static u64 place_bit(const event *e, u32 stretch)
{
    return 1ull << (hash_mix(e->object * 0x9e3779b97f4a7c15u + stretch) & 63);
}

static u64 mask_of(const event *e)
{
    u32 first = e->offset / STRETCH;
    u64 last = e->size ? ((u64)e->offset + e->size - 1) / STRETCH : first, mask = 0;

    if (!in_memory(e))
        return 0;
    if (e->kind == EV_FREE || e->kind == EV_ALLOC || last - first > 16)
        return ~0ull;
    for (u32 i = first; i <= last; i++)
        mask |= place_bit(e, i);
    return mask;
}

static u32 class_of(u32 n)
{
    u32 k = 0;

    while (k < LENGTH(rooms) && rooms[k] < n)
        k++;
    return k;
}

static act *get(act_pool *p, u32 n)
{
    u32 k = class_of(n), room = k < LENGTH(rooms) ? rooms[k] : n;
    size_t bytes = sizeof(act) + room * sizeof(event);
    act *a;

    if (k < LENGTH(rooms) && p->spare[k]) {
        a = p->spare[k];
        p->spare[k] = a->spare;
        return a;
    }
    a = mem_alloc(bytes);
    a->room = room;
    p->bytes += bytes;
    return a;
}

static bool valued(const event *e)
{
    return (e->flags & (EVF_VALUE | EVF_UNDEFINED | EVF_POINTER)) == EVF_VALUE;
}

/* Operations of the library announce a write; what they really write follows.  Memory of the thread
 * that it freed and cannot reach any more is as good as never made; if it can, it is elsewhere. */
static effect effect_of(const event *e)
{
    switch (e->kind) {
    case EV_NONE:
    case EV_READ:
    case EV_START:
    case EV_CHOOSE:
    case EV_OUTPUT:
    case EV_ATOMIC:
    case EV_TRYLOCK:
    case EV_PAUSE:
        return EFFECT_NONE;
    case EV_WRITE:
    case EV_UPDATE:
        return !valued(e) ? EFFECT_LASTING : e->value == e->old ? EFFECT_NONE : EFFECT_WRITES;
    case EV_LOCK:
    case EV_UNLOCK:
    case EV_WAIT:
    case EV_SEM_WAIT:
    case EV_SEM_POST:
    case EV_READ_LOCK:
        return EFFECT_WRITES;
    case EV_WOKEN: /* by a signal, which is then used up */
        return e->flags & (EVF_GUARD | EVF_SPENDS) ? EFFECT_LASTING : EFFECT_WRITES;
    case EV_FREE:
        return e->flags & EVF_OWN || MUTANT(ROUND_FREE) ? EFFECT_NONE : EFFECT_LASTING;
    default:
        return EFFECT_LASTING;
    }
}

/* A section does what the values that it finds tell it; whether a thread has ended decides what a
 * join that does not wait does. */
static setting setting_of(const event *e)
{
    if (e->flags & EVF_VARIES || e->kind == EV_ATOMIC)
        return SETTING_HERE;
    if (e->kind == EV_JOIN)
        return e->flags & (EVF_GUARD | EVF_ALONE) ? SETTING_ANY : SETTING_HERE;
    return e->flags & EVF_COMPARES ? SETTING_COMPARES : SETTING_ANY;
}

/* An operation of the library is none of them, but for one that only looks: whether there are
 * handlers of the end. */
static bool is_access(const event *e, bool looks)
{
    switch (e->kind) {
    case EV_NONE:
    case EV_READ:
    case EV_WRITE:
    case EV_UPDATE:
    case EV_START:
    case EV_CREATE:
    case EV_JOIN:
    case EV_THREAD_EXIT:
    case EV_EXIT:
    case EV_OUTPUT:
    case EV_FAIL:
        return setting_of(e) == SETTING_ANY && !(e->flags & EVF_OPAQUE);
    case EV_SYNC:
        return looks && !(e->flags & (EVF_GUARD | EVF_VARIES | EVF_OPAQUE));
    default:
        return false;
    }
}

bool act_accesses(const event *events, u32 n)
{
    bool looks = true;

    for (u32 i = 0; i < n; i++)
        looks &= events[i].kind == EV_SYNC || !event_writes(&events[i]);
    for (u32 i = 0; i < n; i++)
        if (!is_access(&events[i], looks))
            return false;
    return true;
}

static void note_setting(act *a, const event *e)
{
    setting s = setting_of(e);

    if (s > a->setting)
        a->setting = (u8)s;
}

static void keep(act *a, const event *e)
{
    u64 mask = mask_of(e);

    a->events[a->n++] = *e;
    a->span.touched |= mask;
    a->span.stored |= event_writes(e) ? mask : 0;
    a->span.threads |= threads_of(e);
    a->span.wide |= is_wide(e);
}

static void note_effect(act *a, const event *e)
{
    effect f = effect_of(e);

    if (f > a->effect)
        a->effect = (u8)f;
}

/* Those that changed a value, behind the others. */
static void keep_writes(act *a, const event *events, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if ((events[i].kind == EV_WRITE || events[i].kind == EV_UPDATE) && valued(&events[i]))
            a->events[a->n + a->writes++] = events[i];
}

act *act_make(act_pool *p, u16 thread, move_kind kind, u32 choice, const event *events, u32 n)
{
    act *a = get(p, n ? 2 * n : 1);

    a->refs = 1;
    a->thread = thread;
    a->kind = (u8)kind;
    a->choice = choice;
    a->span = (act_span){0};
    a->effect = EFFECT_NONE;
    a->setting = SETTING_ANY;
    a->blocked = false;
    a->section = n && events[0].kind == EV_ATOMIC;
    a->writes = 0;
    a->n = 0;
    for (u32 i = 0; i < n; i++) {
        note_effect(a, &events[i]);
        note_setting(a, &events[i]);
        if (!needless(a, &events[i]))
            keep(a, &events[i]);
    }
    if (!a->n) /* whoever aims at the thread aims at this step too */
        a->events[a->n++] = (event){.thread = thread};
    if (a->effect == EFFECT_WRITES)
        keep_writes(a, events, n);
    assert(a->n && a->n + a->writes <= a->room);
    return a;
}

act *act_unknown(act_pool *p, const act *a)
{
    event all = {.flags = EVF_OPAQUE, .thread = a->thread};

    return act_make(p, a->thread, a->kind, a->choice, &all, 1);
}

act *act_compared(act_pool *p, const act *a, bool equal)
{
    event e = a->events[0];

    assert(a->setting == SETTING_COMPARES && e.flags & EVF_COMPARES);
    e.kind = equal ? EV_UPDATE : EV_READ;
    return act_make(p, a->thread, a->kind, equal ? a->choice : 0, &e, 1);
}

void act_drop(act_pool *p, act *a)
{
    u32 k = class_of(a->room);

    assert(a->refs);
    if (--a->refs)
        return;
    if (k < LENGTH(rooms)) {
        a->spare = p->spare[k];
        p->spare[k] = a;
        return;
    }
    p->bytes -= sizeof(act) + a->room * sizeof(event);
    mem_free(a);
}

void act_list_clear(act_pool *p, act_list *list)
{
    for (u32 i = 0; i < list->n; i++)
        act_drop(p, list->at[i]);
    vec_clear(list);
}

void act_pool_free(act_pool *p)
{
    for (u32 k = 0; k < LENGTH(rooms); k++)
        while (p->spare[k]) {
            act *a = p->spare[k];

            p->spare[k] = a->spare;
            mem_free(a);
        }
}

typedef struct packed {
    act_span span;
    u32 choice, n;
    u16 thread;
    u8 kind, effect, setting;
} packed;

void act_pack(const act *a, byte_list *out)
{
    packed p = {a->span, a->choice, a->n, a->thread, a->kind, a->effect, a->setting};
    size_t bytes = a->n * sizeof *a->events;

    vec_reserve(out, sizeof p + bytes);
    memcpy(out->at + out->n, &p, sizeof p);
    memcpy(out->at + out->n + sizeof p, a->events, bytes);
    out->n += (u32)(sizeof p + bytes);
}

act *act_unpack(act_pool *pool, const u8 **bytes)
{
    packed p;
    act *a;

    memcpy(&p, *bytes, sizeof p);
    a = get(pool, p.n);
    a->refs = 1;
    a->choice = p.choice;
    a->thread = p.thread;
    a->kind = p.kind;
    a->effect = p.effect;
    a->setting = p.setting;
    a->span = p.span;
    a->n = p.n;
    a->writes = 0;
    a->blocked = a->section = false;
    memcpy(a->events, *bytes + sizeof p, p.n * sizeof *a->events);
    *bytes += sizeof p + p.n * sizeof *a->events;
    return a;
}

/* The act is of threads alone, many joins perhaps, and none that the event is about. */
static bool passes(const event *e, const act *a)
{
    return !a->span.touched && !a->span.wide && !is_wide(e) && !(threads_of(e) & a->span.threads);
}

static bool events_depend(const act *few, const act *many)
{
    for (u32 i = 0; i < few->n; i++) {
        if (passes(&few->events[i], many))
            continue;
        for (u32 k = 0; k < many->n; k++)
            if (dependent(&few->events[i], &many->events[k]))
                return true;
    }
    return false;
}

bool acts_depend(const act *a, const act *b)
{
    if (a->thread == b->thread)
        return true;
    if (!spans_meet(&a->span, &b->span))
        return false;
    return a->n <= b->n ? events_depend(a, b) : events_depend(b, a);
}

static const event *thread_end(const act *a)
{
    for (u32 i = 0; i < a->n; i++)
        if (a->events[i].kind == EV_THREAD_EXIT)
            return &a->events[i];
    return NULL;
}

bool acts_depend_after(const act *a, const act *b, u32 n)
{
    const event *e, *f;

    if (acts_depend(a, b))
        return true;
    e = a->span.threads && b->span.threads ? thread_end(a) : NULL;
    f = e ? thread_end(b) : NULL;
    return f && (e->value < f->value ? e->value : f->value) <= (u64)n + 2;
}

/* Of a spurious wake-up: depends on all, so that what follows is known to. */
static bool marker(const event *e)
{
    return e->kind == EV_NONE && e->flags & EVF_OPAQUE;
}

bool act_known(const act *a)
{
    for (u32 i = 0; i < a->n; i++)
        if (a->events[i].flags & EVF_OPAQUE)
            return false;
    return true;
}

bool acts_touch(const act *a, const act *b)
{
    for (u32 i = 0; i < a->n; i++)
        for (u32 k = 0; k < b->n; k++)
            if (!(a->kind == MOVE_SPURIOUS && marker(&a->events[i])) &&
                !(b->kind == MOVE_SPURIOUS && marker(&b->events[k])) &&
                dependent(&a->events[i], &b->events[k]))
                return true;
    return false;
}

static bool event_within(const event *e, const act *b)
{
    if (silent(e) || e->kind == EV_THREAD_EXIT)
        return true;
    for (u32 i = 0; i < b->n; i++) {
        const event *f = &b->events[i];

        if (f->flags & EVF_OPAQUE || (in_memory(e) ? covers(f, e) : e->kind == f->kind))
            return true;
    }
    return false;
}

/* What is freed in the course of a step is the thread's own: a free that others see begins one.
 * What the library touches inside an operation only operations on the same object touch. */
static bool aside(const event *e)
{
    return e->kind == EV_FREE || (e->flags & (EVF_RUNTIME | EVF_VISIBLE)) == EVF_RUNTIME;
}

bool act_within(const act *a, const act *b)
{
    assert(a->thread == b->thread);
    for (u32 i = 0; i < a->n; i++)
        if (!(i && aside(&a->events[i])) && !event_within(&a->events[i], b))
            return false;
    return true;
}

static bool meet(const event *a, const event *b)
{
    return a->object == b->object && a->offset < (u64)b->offset + b->size &&
           b->offset < (u64)a->offset + a->size;
}

/* The last write to the place of this one, if they all cover the same bytes, else NULL. */
static const event *last_there(act *const *list, u32 n, const event *first)
{
    const event *last = NULL;

    for (u32 i = 0; i < n; i++)
        for (u32 k = 0; k < list[i]->writes; k++) {
            const event *e = &list[i]->events[list[i]->n + k];

            if (!meet(e, first))
                continue;
            if (e->offset != first->offset || e->size != first->size)
                return NULL;
            last = e;
        }
    return last;
}

static const event *first_there(act *const *list, u32 n, const event *one)
{
    for (u32 i = 0; i < n; i++)
        for (u32 k = 0; k < list[i]->writes; k++)
            if (meet(&list[i]->events[list[i]->n + k], one))
                return &list[i]->events[list[i]->n + k];
    return NULL;
}

bool acts_cancel(act *const *list, u32 n)
{
    for (u32 i = 0; i < n; i++) {
        assert(list[i]->thread == list[0]->thread && list[i]->effect != EFFECT_LASTING);
        for (u32 k = 0; k < list[i]->writes; k++) {
            const event *e = &list[i]->events[list[i]->n + k];
            const event *first = first_there(list, n, e), *last = last_there(list, n, e);

            if (!last || first->old != last->value)
                return false;
        }
    }
    return true;
}
