/* Threads that spin: a round leads back to where the thread was, and nothing is left of it.
 *
 * What a round of one step that only reads does is settled by where its thread is and by the value.
 * Such rounds are kept, so that the read is not tried again in places where it would find that
 * value: there its thread is blocked, as at a lock that is taken. */
#include "base/hash.h"
#include "base/mutant.h"
#include "search/stateless.h"

#include <assert.h>
#include <string.h>

#define LONGEST_ROUND 100u /* in steps of its thread */
#define KEPT_ROUNDS   16384u

/* A read that led back to where its thread was. */
struct round {
    u64 object, value;
    u32 offset, size;
    u16 thread;
    word_list own;
};

static bool same_own(const node *a, const node *b)
{
    return a->own.n == b->own.n && !memcmp(a->own.at, b->own.at, a->own.n * sizeof(u32));
}

/* Could another thread tell that the step was taken, by one of its own since? */
static bool observed(const stateless *z, u32 j)
{
    const act *a = z->nodes.at[j].step;

    for (u32 k = j + 1; a->effect != EFFECT_NONE && k < z->depth; k++) {
        const act *b = z->nodes.at[k].step;

        if (b->thread != a->thread && acts_touch(a, b))
            return true;
    }
    return false;
}

/* The thread is where it was before the step from node `first`, and nothing is left of what it did
 * since. */
static bool came_to_nothing(stateless *z, u32 first, u16 thread)
{
    bool writes = false;

    vec_clear(&z->sequence);
    for (u32 j = first; j < z->depth; j++) {
        act *a = z->nodes.at[j].step;

        if (a->thread != thread)
            continue;
        if (a->effect == EFFECT_LASTING || observed(z, j))
            return false;
        writes |= a->effect != EFFECT_NONE;
        vec_push(&z->sequence, a);
    }
    return !writes || acts_cancel(z->sequence.at, z->sequence.n);
}

static u64 first_mask(u64 own)
{
    return (u64)1 << (own >> 58);
}

static u64 second_mask(u64 own)
{
    return (u64)1 << (own >> 52 & 63);
}

/* Was the thread ever in what it is in now?  Of most states this says that it was not. */
static bool may_be_again(brief *all, u32 now)
{
    const brief *step = &all[now - 1], *before = &all[step->previous];
    brief *b = &all[now];

    b->seen[0] = b->seen[1] = 0;
    if (step->effect == EFFECT_LASTING || !step->previous)
        return false;
    b->seen[0] = before->seen[0] | first_mask(before->own);
    b->seen[1] = before->seen[1] | second_mask(before->own);
    return b->seen[0] & first_mask(b->own) && b->seen[1] & second_mask(b->own);
}

u32 round_begin(stateless *z, u16 thread)
{
    const brief *all = z->briefs.at;
    u32 first = z->depth - 1;

    if (!may_be_again(z->briefs.at, z->depth))
        return NOWHERE;
    for (u32 k = 0; k < LONGEST_ROUND; k++) {
        u32 before = all[first].previous;

        if (all[first].effect == EFFECT_LASTING || !before)
            return NOWHERE;
        if (all[before].own == all[z->depth].own && same_own(&z->nodes.at[before], top_node(z)) &&
            came_to_nothing(z, first, thread)) {
            assert(z->nodes.at[first].step->thread == thread);
            return first;
        }
        first = before - 1;
    }
    return NOWHERE;
}

static bool plain(const event *e)
{
    return (e->flags & (EVF_VALUE | EVF_UNDEFINED | EVF_POINTER | EVF_OPAQUE)) == EVF_VALUE;
}

/* What the step reads, when that is all it does. */
static const event *only_read(const act *a)
{
    const event *e = a->events;

    return a->n == 1 && e->kind == EV_READ && plain(e) ? e : NULL;
}

static struct round *slot_of(struct round *all, const word_list *own, const event *e, u64 value)
{
    u64 h = hash_words(own->at, own->n) ^ hash_mix(e->object << 20 ^ e->offset);

    if (!MUTANT(ROUND_VALUE))
        h ^= hash_mix(value);

    return &all[h % KEPT_ROUNDS];
}

static bool same_round(const struct round *r, const word_list *own, const event *e, u64 value)
{
    return r->own.n == own->n && r->thread == e->thread && r->object == e->object &&
           r->offset == e->offset && r->size == e->size &&
           (r->value == value || MUTANT(ROUND_VALUE)) &&
           !memcmp(r->own.at, own->at, own->n * sizeof(u32));
}

void round_keep(stateless *z, const act *a)
{
    const word_list *own = &top_node(z)->own;
    const event *e = only_read(a);
    struct round *r;

    if (!e || !own->n || a->kind != MOVE_RUN)
        return;
    if (!z->rounds)
        z->rounds = mem_alloc(KEPT_ROUNDS * sizeof *z->rounds);
    r = slot_of(z->rounds, own, e, e->value);
    r->thread = e->thread;
    r->object = e->object;
    r->offset = e->offset;
    r->size = e->size;
    r->value = e->value;
    vec_clear(&r->own);
    for (u32 i = 0; i < own->n; i++)
        vec_push(&r->own, own->at[i]);
}

bool round_known(const stateless *z, const act *earlier, const act *later)
{
    const event *e = z->rounds && later->kind == MOVE_RUN ? only_read(later) : NULL, *w = NULL;
    u32 last = later->thread < z->last.n ? z->last.at[later->thread] : 0;
    const word_list *own = &z->nodes.at[last].own;

    if (!e || !last || !own->n)
        return false;
    for (u32 i = 0; i < earlier->n; i++) {
        if (!dependent(&earlier->events[i], e))
            continue;
        if (w)
            return false;
        w = &earlier->events[i];
    }
    if (!w || (w->kind != EV_WRITE && w->kind != EV_UPDATE) || !plain(w) ||
        w->object != e->object || w->offset != e->offset || w->size != e->size)
        return false;
    return same_round(slot_of(z->rounds, own, e, w->old), own, e, w->old);
}

void rounds_free(stateless *z)
{
    for (u32 i = 0; z->rounds && i < KEPT_ROUNDS; i++)
        vec_free(&z->rounds[i].own);
    mem_free(z->rounds);
}
