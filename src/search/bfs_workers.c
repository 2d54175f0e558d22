/* Breadth-first search by several processes (rounds.c).
 *
 * They share the states: the table of components, the set of those seen and the queue.  Each has a
 * system of its own.  The levels of the search are explored one after the other; within one each
 * process takes a batch of entries at a time, and puts what it found behind the end of the queue, a
 * batch at a time too: no lock, and one operation on a shared word for many states.  All wait for
 * each other before the next level begins.
 *
 * What is explored does not depend on who is faster: whether a step leads to a state of this level,
 * an earlier or the next one is the same for all (explore.c), and so are the numbers of states and
 * transitions.  Of several errors of one level any may be found; the trace has as few steps as with
 * one process.
 *
 * A process that finds an error says in which entry, and all stop; the first one expands that entry
 * again, and has the failure as if it had found it itself. */
#include "search/bfs.h"
#include "search/collect.h"
#include "search/rounds.h"

#include "base/halt.h"

#include <assert.h>
#include <string.h>

enum { BATCH = 32 };

typedef struct board {
    rounds rounds;
    u32 first, end;         /* of the level */
    u64 depth;              /* of its states */
    _Atomic u32 next;       /* entry of the level that nobody took yet */
    _Atomic u32 tail;       /* behind the last entry */
    _Atomic u64 collect_at; /* bytes of saved states that are too many; 0: none are */
    _Atomic u32 crowded;    /* there were so many in this level, */
    u32 collecting;         /* or in the one before */
} board;

typedef struct bfs_worker {
    bfs b;
    board *board;
    u64 room; /* of the queue, in entries */
    byte_list kept;
} bfs_worker;

static void begin_level(void *with)
{
    board *d = with;

    d->next = d->first;
}

static void end_level(void *with)
{
    board *d = with;

    d->first = d->end;
    d->end = d->tail;
    d->next = d->first;
    d->depth++;
    d->collecting = d->crowded;
    d->crowded = 0;
}

/* The next entries of the level that are this process's, from *from to *to. */
static bool take_batch(board *d, u32 *from, u32 *to)
{
    *from = atomic_fetch_add(&d->next, BATCH);
    *to = *from + BATCH < d->end ? *from + BATCH : d->end;
    return *from < d->end;
}

/* What is explored from now on is no longer ahead. */
static void clear_marks(bfs_worker *w)
{
    for (u32 i, to; take_batch(w->board, &i, &to);)
        for (; i < to; i++)
            visited_drop(&w->b.x.next, w->b.queue.at[i].key);
}

typedef VEC(bfs_entry) entry_list;

static void put_found(bfs_worker *w, const entry_list *found, const step_taken *steps)
{
    u32 n = found->n, at = atomic_fetch_add(&w->board->tail, n);

    if ((u64)at + n > w->room)
        halt("the queue of states is full");
    memcpy(w->b.queue.at + at, found->at, n * sizeof *found->at);
    if (w->b.steps.at)
        memcpy(w->b.steps.at + at, steps, n * sizeof *steps);
}

static void expand_level(bfs_worker *w)
{
    board *d = w->board;
    bfs *b = &w->b;
    entry_list found = {0};
    step_list steps = {0};

    b->depth = d->depth;
    b->x.engine_bytes =
        (u64)d->tail * (sizeof *b->queue.at + (b->steps.at ? sizeof *b->steps.at : 0));
    for (u32 i, to; !d->rounds.stop && take_batch(d, &i, &to);) {
        vec_clear(&found);
        vec_clear(&steps);
        for (b->at = i; b->at < to && !b->x.stopped; b->at++) {
            bfs_expand(b);
            for (u32 k = 0; k < b->fresh.n; k++) {
                const successor *s = &b->fresh.at[k];

                vec_push(&found, (bfs_entry){s->key, b->at});
                vec_push(&steps, (step_taken){s->thread, s->kind, s->choice, 0});
            }
            if (b->x.stopped)
                break;
        }
        if (found.n)
            put_found(w, &found, steps.at);
        if (b->x.stopped)
            rounds_note(&d->rounds, &b->x, b->at);
    }
    if (d->collect_at && sys_memory(b->x.s) > d->collect_at)
        d->crowded = 1;
    vec_free(&found);
    vec_free(&steps);
}

/* ---- too many saved states: see collect.c ---- */

/* Of the states that this process takes, which are to be explored: the number of each and its
 * bytes. */
static void keep_states(bfs_worker *w)
{
    bfs *b = &w->b;

    vec_clear(&w->kept);
    for (u32 i, to; take_batch(w->board, &i, &to);)
        for (; i < to; i++) {
            byte_list *packed = &b->x.packed;

            vec_clear(packed);
            sys_pack_saved(b->x.s, b->queue.at[i].key, packed);
            bytes_put(&w->kept, i);
            bytes_put(&w->kept, packed->n);
            vec_reserve(&w->kept, packed->n);
            memcpy(w->kept.at + w->kept.n, packed->at, packed->n);
            w->kept.n += packed->n;
        }
}

static void put_states(bfs_worker *w)
{
    bfs *b = &w->b;

    for (const u8 *p = w->kept.at, *end = p + w->kept.n; p < end;) {
        u32 i = (u32)bytes_get(&p), n = (u32)bytes_get(&p);

        sys_unpack(b->x.s, p, n);
        b->queue.at[i].key = key_word(sys_save(b->x.s));
        p += n;
    }
    vec_free(&w->kept);
}

static void nothing(void *with)
{
    (void)with;
}

/* Between two levels; false: all are to leave. */
static bool collect(bfs_worker *w)
{
    board *d = w->board;
    explorer *x = &w->b.x;

    keep_states(w);
    if (!rounds_meet(&d->rounds, nothing, d))
        return false;
    if (shared_self() == 0) {
        sys_clear(x->s);
        visited_clear(&x->next);
    }
    if (!rounds_meet(&d->rounds, nothing, d))
        return false;
    sys_renew(x->s);
    x->at = 0;
    put_states(w);
    if (!rounds_meet(&d->rounds, begin_level, d))
        return false;
    if (shared_self() == 0)
        d->collect_at = collect_next(x);
    return true;
}

static void explore_levels(void *with)
{
    bfs_worker *w = with;
    board *d = w->board;

    while (d->first < d->end) {
        if (d->collecting && !collect(w))
            return;
        clear_marks(w);
        if (!rounds_meet(&d->rounds, begin_level, d))
            return;
        expand_level(w);
        if (!rounds_meet(&d->rounds, end_level, d))
            return;
    }
}

/* The error that some process found, by this one. */
static void find_again(bfs_worker *w)
{
    board *d = w->board;
    bfs *b = &w->b;
    u64 transitions = b->x.r->transitions, states = b->x.r->states;

    b->x.common = NULL;
    b->x.stopped = false;
    if (b->x.r->failed) /* by this one, perhaps in another entry */
        mem_free((char *)b->x.r->error.file), mem_free((char *)b->x.r->error.message);
    b->x.r->failed = false;
    b->at = d->rounds.failed - 1;
    b->depth = d->depth;
    b->level = d->end;
    bfs_expand(b);
    if (!b->x.r->failed && b->x.stopped)
        return; /* a limit, or an interrupt, that came meanwhile */
    if (!b->x.r->failed)
        die("an error that a process of the search found cannot be found again");
    b->x.r->transitions = transitions;
    b->x.r->states = states;
    if (b->x.by_step)
        bfs_look_for_nearer(b, d->first);
    bfs_path(b, &b->x.r->steps);
    b->x.r->shortest = !b->x.cut[0] && !b->x.lossy.at && !error_lasts(b->x.r->error.kind);
}

static bool open_shared(bfs_worker *w, u32 workers, const store_options *store)
{
    w->room = UINT32_MAX;
    w->board = shared_reserve(sizeof *w->board);
    w->b.queue.at = shared_reserve(w->room * sizeof *w->b.queue.at);
    if (store->kind != STORE_EXACT) {
        w->b.steps.at = shared_reserve(w->room * sizeof *w->b.steps.at);
        if (!w->b.steps.at || !lossy_open(&w->b.x.lossy, store->kind, store->bytes, true))
            return false;
    }
    if (!w->board || !w->b.queue.at || !visited_open_shared(&w->b.x.seen) ||
        !visited_open_shared(&w->b.x.next))
        return false;
    w->board->rounds.processes = workers;
    return true;
}

static void close_shared(bfs_worker *w)
{
    shared_release(w->b.queue.at, w->room * sizeof *w->b.queue.at);
    if (w->b.steps.at)
        shared_release(w->b.steps.at, w->room * sizeof *w->b.steps.at);
    shared_release(w->board, sizeof *w->board);
    vec_free(&w->b.fresh);
}

static void run(bfs_worker *w, state_key start_key)
{
    board *d = w->board;

    w->b.x.marks = true;
    w->b.x.common = &d->rounds.all;
    d->rounds.all.states = 1;
    w->b.queue.at[0] = (bfs_entry){.key = key_word(start_key)};
    d->tail = d->end = 1;
    d->collect_at = w->b.x.lossy.at ? collect_next(&w->b.x) : 0;
    rounds_start(&d->rounds, &w->b.x, explore_levels, w);
    explore_levels(w);
    rounds_gather(&d->rounds, &w->b.x);
    if (d->rounds.failed)
        find_again(w);
}

void bfs_by_several(sys *s, const search_options *o, result *r)
{
    bfs_worker w = {0};
    state_key key;

    assert(o->workers <= SHARED_MOST && o->rank == RANK_NONE);
    if (!open_shared(&w, o->workers, &o->store))
        halt("no addresses are left for %u processes", o->workers);
    key = explore_open(&w.b.x, s, o, r);
    if (key)
        run(&w, key);
    explore_close(&w.b.x);
    close_shared(&w);
}
