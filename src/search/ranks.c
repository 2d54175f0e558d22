/* Breadth-first search by processes that share nothing: ranks.
 *
 * A state belongs to one rank, by the hash of its packed bytes.  Its rank alone knows whether it
 * was seen, and explores it.  Whoever comes to a state of another rank sends it there, once; after
 * that the state is known by its key in the own table.  What states have in common is sent once,
 * too (pieces.c).
 *
 * The levels of the search are explored one after the other by all ranks.  What bfs.c asks of a
 * successor is whether it belongs to the next level; the answer does not depend on who asks first,
 * so it is the owner's at any time of this level.  Therefore states and transitions are as many as
 * with one process, for any number of ranks.  An entry of the level goes through three rounds:
 *
 *   1. the moves that are not LATER;
 *   2. those that are, if no move led to a state of the next level;
 *   3. the look for a hang, if no strong one did.
 *
 * Before the second and the third, the owners must have answered.  A rank whose entries are through
 * and whose states are all answered stays so until the next level: states that come from others
 * are only for that one.  When the first rank has heard so from all, no state and no answer is on
 * its way, and the next level begins.  Each says then whether a step of its own led there: how many
 * states of the next level it has itself it cannot know before all others are through.  If none
 * did, the search is over.
 *
 * Distributing states by hash follows Stern and Dill, Parallelizing the Murphi verifier (1997);
 * their search has no levels, and no moves that are put off. */
#include "search/ranks.h"
#include "base/halt.h"
#include "base/hash.h"
#include "base/mutant.h"
#include "search/ranks_parts.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { WINDOW = 1 << 14, LOOK_EVERY = 16 };

bool ranks_admit(ranks *k, u32 key, u32 rank, u32 parent)
{
    result *r = k->x.r;

    if (!ranks_may_count(k))
        return false;
    visited_put(&k->x.next, key);
    vec_push(&k->queue, (rank_entry){key, parent, rank});
    r->states++;
    if (k->depth + 1 > r->depth)
        r->depth = k->depth + 1;
    return true;
}

static u32 owner_of(const ranks *k, const byte_list *packed)
{
    return (u32)(hash_bytes(packed->at, packed->n, 0) % k->t->size);
}

static void pack(ranks *k, u32 key)
{
    vec_clear(&k->packed);
    sys_pack_saved(k->x.s, key, &k->packed);
}

void ranks_note_new(ranks *k, const question *q)
{
    if (!growth_takes(k->growth, ++k->news))
        return;
    explore_goto(&k->x, q->key, 0);
    growth_add(k->growth, k->x.s, &q->cause);
}

/* A state that this rank has never come to. */
static void meet(ranks *k, u32 entry, const question *q)
{
    u32 owner = k->t->rank;

    if (k->t->size > 1) {
        pack(k, q->key);
        owner = owner_of(k, &k->packed);
    }
    if (owner != k->t->rank)
        ranks_put_state(k, owner, entry, q);
    else if (ranks_admit(k, q->key, owner, entry))
        ranks_note_new(k, q);
}

static void note_found(ranks *k, u32 entry, bool weak)
{
    k->flags.at[entry - k->first] |= (u8)(ENTRY_FOUND | (weak ? 0 : ENTRY_STRONGLY));
}

static bool noted(const ranks *k, u32 entry, bool weak)
{
    u8 needed = (u8)(ENTRY_FOUND | (weak ? 0 : ENTRY_STRONGLY));

    return (k->flags.at[entry - k->first] & needed) == needed;
}

/* A step led from the entry to this state. */
static void arrive(ranks *k, u32 entry, u32 key, const move *m)
{
    bool weak = m->flags & MOVE_WEAK;

    if (visited_put(&k->x.seen, key) == SEEN_NEW)
        meet(k, entry, &(question){key, m->next});
    if (visited_has(&k->x.next, key) || MUTANT(RANKS_PROVISO))
        note_found(k, entry, weak);
    else if (!noted(k, entry, weak))
        vec_push(&k->unsettled, (arrival){key, entry, weak});
}

static void take(ranks *k, u32 entry, const move *m, u32 choice)
{
    explorer *x = &k->x;
    u64 depth = x->r->depth;

    vec_clear(&k->fresh);
    explore_goto(x, k->queue.at[entry].key, 0);
    explore_take(x, m, choice, k->depth, &k->fresh);
    x->r->depth = depth; /* the owner knows whether it is new */
    if (x->r->failed)
        k->failed_at = entry;
    else if (k->fresh.n)
        arrive(k, entry, k->fresh.at[0].key, m);
}

/* The moves that have, or have not, MOVE_LATER. */
static void take_moves(ranks *k, u32 entry, u8 later)
{
    explorer *x = &k->x;

    for (u32 i = 0; i < x->moves.n; i++) {
        const move *m = &x->moves.at[i];
        u8 kind = m->flags & (MOVE_ENABLED | MOVE_ASLEEP | MOVE_LATER);

        if (kind == (MOVE_ENABLED | MOVE_LATER))
            k->flags.at[entry - k->first] |= ENTRY_LATER;
        for (u32 c = 0; kind == (MOVE_ENABLED | later) && c < m->choices && !x->stopped; c++)
            take(k, entry, m, c);
    }
}

static u8 flags_of(const ranks *k, u32 entry)
{
    return k->flags.at[entry - k->first];
}

static void expand(ranks *k, u32 entry)
{
    explorer *x = &k->x;

    explore_goto(x, k->queue.at[entry].key, 0);
    sys_moves(x->s, &x->moves);
    explore_status(x);
    if (x->moves.n && x->o->max.depth && k->depth >= x->o->max.depth) {
        x->depth_cut = true;
        k->flags.at[entry - k->first] |= ENTRY_OVER;
    } else {
        take_moves(k, entry, 0);
    }
}

static void expand_later(ranks *k, u32 entry)
{
    u8 f = flags_of(k, entry);

    if (!(f & ENTRY_LATER) || f & (ENTRY_FOUND | ENTRY_OVER))
        return;
    explore_goto(&k->x, k->queue.at[entry].key, 0);
    sys_moves(k->x.s, &k->x.moves);
    take_moves(k, entry, MOVE_LATER);
}

static void look_for_hang(ranks *k, u32 entry)
{
    if (flags_of(k, entry) & (ENTRY_STRONGLY | ENTRY_OVER))
        return;
    explore_goto(&k->x, k->queue.at[entry].key, 0);
    if (sys_status(k->x.s) == ST_RUNNING)
        explore_hang(&k->x);
}

static bool ended(const ranks *k)
{
    return k->ending || k->x.stopped;
}

/* All answers are waited for. */
static void settle(ranks *k)
{
    u32 times = 0;

    ranks_flush(k);
    while (k->unanswered && !ended(k))
        ranks_wait(k, &times);
    for (u32 i = 0; i < k->unsettled.n && !ended(k); i++) {
        const arrival *a = &k->unsettled.at[i];

        if (visited_has(&k->x.next, a->key))
            note_found(k, a->entry, a->weak);
    }
    vec_clear(&k->unsettled);
}

static void count_bytes(ranks *k)
{
    u64 bytes = k->queue.cap * sizeof *k->queue.at + k->flags.cap + k->marked.cap * 4 +
                k->unsettled.cap * sizeof *k->unsettled.at;

    for (u32 i = 0; i < k->t->size; i++) {
        const outbox *o = &k->out[i];

        bytes += o->bytes.cap + o->asked.cap * sizeof *o->asked.at + pieces_memory(&o->to) +
                 pieces_memory(&o->from);
    }
    for (u32 i = 0; i < k->kept.n; i++)
        bytes += k->kept.at[i].bytes.cap;
    k->x.engine_bytes = bytes;
}

static void look_around(ranks *k, u32 entry)
{
    if (entry % LOOK_EVERY == 0) {
        count_bytes(k);
        ranks_look(k);
    }
    while (!ended(k) && ranks_serve(k))
        continue;
    if (k->unsettled.n >= WINDOW || k->unanswered >= WINDOW)
        settle(k);
}

/* One of the rounds. */
static void go_through(ranks *k, void (*round)(ranks *k, u32 entry))
{
    for (u32 i = k->first; i < k->end && !ended(k); i++) {
        round(k, i);
        if (k->x.r->failed)
            k->failed_at = i;
        look_around(k, i);
    }
    settle(k);
}

/* What is explored from now on is no longer ahead. */
static void begin_level(ranks *k)
{
    k->go = false;
    k->first = k->end;
    k->end = k->queue.n;
    vec_clear(&k->flags);
    vec_reserve(&k->flags, k->end - k->first + 1);
    memset(k->flags.at, 0, k->end - k->first + 1);
    for (u32 i = k->first; i < k->end && !MUTANT(RANKS_AHEAD); i++)
        visited_drop(&k->x.next, k->queue.at[i].key);
    for (u32 i = 0; i < k->marked.n && !MUTANT(RANKS_AHEAD); i++)
        visited_drop(&k->x.next, k->marked.at[i]);
    vec_clear(&k->marked);
}

static void explore_level(ranks *k)
{
    u32 times = 0;

    go_through(k, expand);
    go_through(k, expand_later);
    go_through(k, look_for_hang);
    if (k->x.stopped)
        return;
    assert(k->ending || (!k->unanswered && !k->unsettled.n));
    ranks_tell_done(k);
    while (!k->go && !ended(k))
        ranks_wait(k, &times);
}

/* A deadlock of the level is one step nearer than a step from it that fails. */
static void look_for_nearer(ranks *k)
{
    result *r = k->x.r;
    failure by_step = r->error;
    bool failed = r->failed;

    if (r->halted || (failed && !k->x.by_step))
        return;
    k->x.stopped = r->failed = false;
    for (u32 i = k->first; i < k->end && !k->x.stopped; i++) {
        k->unsure = k->o.interrupted && *k->o.interrupted;
        if (k->unsure)
            break;
        explore_end(&k->x, k->queue.at[i].key, 0);
        if (r->failed) {
            k->failed_at = i;
            k->x.by_step = false;
        }
    }
    if (r->failed && failed) {
        mem_free((char *)by_step.file);
        mem_free((char *)by_step.message);
    } else if (failed) {
        r->error = by_step;
        r->failed = k->x.by_step = true;
    }
    k->x.stopped |= failed;
}

/* All have opened the same system. */
static void begin_together(ranks *k)
{
    u32 times = 0;

    ranks_tell_ready(k);
    while (!k->go && !ended(k))
        ranks_wait(k, &times);
    k->go = false;
    k->begun = true;
}

/* The state that all begin with belongs to one of them. */
static void begin(ranks *k, u32 key)
{
    pack(k, key);
    if (owner_of(k, &k->packed) == k->t->rank)
        vec_push(&k->queue, (rank_entry){key, NO_ENTRY, k->t->rank});
    else
        k->x.r->states = 0;
    k->bank = k->most_states && k->t->rank == FIRST_RANK ? k->most_states - 1 : 0;
    begin_level(k);
    begin_together(k);
}

static void explore(ranks *k, sys *s, result *r)
{
    state_key start = explore_open(&k->x, s, &k->o, r);

    k->over = !start; /* and so it is in every rank */
    if (k->over)
        return;
    begin(k, key_word(start));
    while (!ended(k)) {
        explore_level(k);
        if (!ended(k)) {
            k->depth++;
            begin_level(k);
        }
    }
    ranks_await_stop(k);
    if (k->nearer)
        look_for_nearer(k);
}

static void come_back(halt_point *p, const char *why)
{
    ranks *k = p->with;
    result *r = k->x.r;

    k->x.stopped = r->halted = true;
    r->failed = false;
    snprintf(r->reason, sizeof r->reason, "%s", why);
    longjmp(k->halted, 1);
}

static void explore_guarded(ranks *k, sys *s, result *r)
{
    halt_point p = {.to = come_back,
                    .with = k,
                    .interrupted = k->o.interrupted,
                    .since = k->o.since,
                    .seconds = k->o.max.seconds};

    halt_begin(&p);
    if (setjmp(k->halted))
        return;
    explore(k, s, r);
    halt_end(&p);
}

static ranks *open_ranks(const search_options *o, const ranks_options *how)
{
    ranks *k = mem_alloc(sizeof *k);
    u32 size = how->t->size;

    k->x.every = true;
    k->t = how->t;
    k->how = how;
    k->o = *o;
    k->most_states = o->max.states;
    k->o.max.states = 0;
    k->growth = o->growth;
    k->o.growth = NULL;
    k->o.progress = false;
    k->out = mem_alloc(size * sizeof *k->out);
    k->figures = mem_alloc(size * sizeof *k->figures);
    k->parts = mem_alloc(size * sizeof *k->parts);
    k->failed_at = NO_ENTRY;
    k->missing = NO_RANK;
    k->o.since = o->since > 0 ? o->since : clock_seconds();
    progress_open(&k->progress, o->progress && how->t->rank == FIRST_RANK, k->o.since);
    k->progress.growth = o->growth;
    return k;
}

static void close_ranks(ranks *k)
{
    explore_close(&k->x);
    for (u32 i = 0; i < k->t->size; i++) {
        vec_free(&k->out[i].bytes);
        vec_free(&k->out[i].asked);
        pieces_free(&k->out[i].to);
        pieces_free(&k->out[i].from);
    }
    for (u32 i = 0; i < k->kept.n; i++)
        vec_free(&k->kept.at[i].bytes);
    vec_free(&k->kept);
    vec_free(&k->queue);
    vec_free(&k->flags);
    vec_free(&k->fresh);
    vec_free(&k->unsettled);
    vec_free(&k->marked);
    vec_free(&k->takers);
    vec_free(&k->path);
    vec_free(&k->packed);
    vec_free(&k->message);
    mem_free(k->out);
    mem_free(k->figures);
    mem_free(k->parts);
    mem_free(k);
}

void search_ranks(sys *s, const search_options *o, const ranks_options *how, result *r)
{
    ranks *k = open_ranks(o, how);
    bool in_order = true;

    assert(o->rank == RANK_NONE && !sys_has_match(s) && sys_renews(s));
    explore_guarded(k, s, r);
    if (!k->over)
        in_order = ranks_finish(k);
    close_ranks(k);
    how->t->close(how->t, in_order);
}
