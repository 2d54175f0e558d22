/* Spin loops: an iteration leads back to where the thread was, and nothing is left of it.
 *
 * An iteration that is one step, a read, is determined by where its thread is and by the value that
 * it finds.  Such reads are kept.  Where one of them would find the same value again it is not
 * tried: its thread counts as blocked there, as at a lock that is taken. */
#include "base/hash.h"
#include "base/mutant.h"
#include "search/stateless.h"

#include <assert.h>
#include <string.h>

#define LONGEST_ITERATION 100u /* in steps of its thread */
#define KEPT_READS        16384u

/* A read that led back to where its thread was. */
struct spin_read {
    u64 object, value;
    u32 offset, size;
    u16 thread;
    word_list own;
};

static bool same_own(const run_node *a, const run_node *b)
{
    return a->own.n == b->own.n && !memcmp(a->own.at, b->own.at, a->own.n * sizeof(u32));
}

/* Could another thread tell that the step was taken, by one of its own since? */
static bool observed(const stateless *ss, u32 j)
{
    const act *a = ss->nodes.at[j].step;

    for (u32 k = j + 1; a->effect != EFFECT_NONE && k < ss->depth; k++) {
        const act *b = ss->nodes.at[k].step;

        if (b->thread != a->thread && acts_touch(a, b))
            return true;
    }
    return false;
}

/* The thread is where it was before the step from node `first`, and nothing is left of what it did
 * since. */
static bool came_to_nothing(stateless *ss, u32 first, u16 thread)
{
    bool writes = false;

    vec_clear(&ss->sequence);
    for (u32 j = first; j < ss->depth; j++) {
        act *a = ss->nodes.at[j].step;

        if (a->thread != thread)
            continue;
        if (a->effect == EFFECT_LASTING || observed(ss, j))
            return false;
        writes |= a->effect != EFFECT_NONE;
        vec_push(&ss->sequence, a);
    }
    return !writes || acts_cancel(ss->sequence.at, ss->sequence.n);
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
static bool may_be_again(step_summary *all, u32 now)
{
    const step_summary *step = &all[now - 1], *before = &all[step->previous];
    step_summary *b = &all[now];

    b->seen[0] = b->seen[1] = 0;
    if (step->effect == EFFECT_LASTING || !step->previous)
        return false;
    b->seen[0] = before->seen[0] | first_mask(before->own);
    b->seen[1] = before->seen[1] | second_mask(before->own);
    return b->seen[0] & first_mask(b->own) && b->seen[1] & second_mask(b->own);
}

u32 spin_loop_begin(stateless *ss, u16 thread)
{
    const step_summary *all = ss->summaries.at;
    u32 first = ss->depth - 1;

    if (!may_be_again(ss->summaries.at, ss->depth))
        return NOWHERE;
    for (u32 k = 0; k < LONGEST_ITERATION; k++) {
        u32 before = all[first].previous;

        if (all[first].effect == EFFECT_LASTING || !before)
            return NOWHERE;
        if (all[before].own == all[ss->depth].own &&
            same_own(&ss->nodes.at[before], top_node(ss)) && came_to_nothing(ss, first, thread)) {
            assert(ss->nodes.at[first].step->thread == thread);
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

static struct spin_read *slot_of(struct spin_read *all, const word_list *own, const event *e,
                                 u64 value)
{
    u64 h = hash_words(own->at, own->n) ^ hash_mix(e->object << 20 ^ e->offset);

    if (!MUTANT(ROUND_VALUE))
        h ^= hash_mix(value);

    return &all[h % KEPT_READS];
}

static bool same_spin_read(const struct spin_read *r, const word_list *own, const event *e,
                           u64 value)
{
    return r->own.n == own->n && r->thread == e->thread && r->object == e->object &&
           r->offset == e->offset && r->size == e->size &&
           (r->value == value || MUTANT(ROUND_VALUE)) &&
           !memcmp(r->own.at, own->at, own->n * sizeof(u32));
}

void spin_loop_keep(stateless *ss, const act *a)
{
    const word_list *own = &top_node(ss)->own;
    const event *e = only_read(a);
    struct spin_read *r;

    if (!e || !own->n || a->kind != MOVE_RUN)
        return;
    if (!ss->spin_reads)
        ss->spin_reads = mem_alloc(KEPT_READS * sizeof *ss->spin_reads);
    r = slot_of(ss->spin_reads, own, e, e->value);
    r->thread = e->thread;
    r->object = e->object;
    r->offset = e->offset;
    r->size = e->size;
    r->value = e->value;
    vec_clear(&r->own);
    for (u32 i = 0; i < own->n; i++)
        vec_push(&r->own, own->at[i]);
}

bool spin_loop_known(const stateless *ss, const act *earlier, const act *later)
{
    const event *e = ss->spin_reads && later->kind == MOVE_RUN ? only_read(later) : NULL, *w = NULL;
    u32 last = later->thread < ss->last.n ? ss->last.at[later->thread] : 0;
    const word_list *own = &ss->nodes.at[last].own;

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
    return same_spin_read(slot_of(ss->spin_reads, own, e, w->old), own, e, w->old);
}

void spin_loops_free(stateless *ss)
{
    for (u32 i = 0; ss->spin_reads && i < KEPT_READS; i++)
        vec_free(&ss->spin_reads[i].own);
    mem_free(ss->spin_reads);
}
