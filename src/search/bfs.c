/* Breadth-first search: the first failure found has the fewest steps.
 *
 * The queue is all states in the order they were found, eight bytes each: the key and the place of
 * the state it was reached from.  The moves of the path are not kept; they are found again by
 * stepping from each state of the path until the next one is met.
 *
 * With ranks a state can be in the queue more than once; `ranks` has what each entry is explored
 * with.  A bound on the depth stays exact with RANK_LEAST: states are met by rising depth, so one
 * met again with no lesser rank is no nearer to the start either.
 *
 * A failing step is seen when its state is expanded, a deadlock only when the deadlocked state
 * itself is.  So after a failing step the rest of the level is searched for deadlocks, which are
 * one step nearer. */
#include "search/bfs.h"
#include "base/mutant.h"
#include "base/sealed.h"
#include "search/checkpoint.h"
#include "search/collect.h"
#include "search/guard.h"

#include <assert.h>

/* What is explored from now on is no longer ahead. */
static void next_level(bfs *b)
{
    if (b->at < b->level)
        return;
    for (u32 i = b->at; b->x.marks && i < b->queue.n && !MUTANT(BFS_AHEAD); i++)
        visited_drop(&b->x.next, b->queue.at[i].key);
    b->level = b->queue.n;
    b->depth++;
}

static void enqueue(bfs *b, const successor *s)
{
    assert(!b->queue.n || b->at < b->queue.n); /* a state comes behind the one it is reached from */
    vec_push(&b->queue, (bfs_entry){s->key, b->at});
    if (b->x.ranked)
        vec_push(&b->ranks, s->rank);
    if (b->x.lossy.at)
        vec_push(&b->steps, (step_taken){s->thread, s->kind, s->choice, 0});
}

/* Keys of entries that were explored are forgotten. */
static void collect(bfs *b)
{
    sys *old = collect_begin(&b->x);

    visited_free(&b->x.next);
    for (u32 i = b->at; i < b->queue.n; i++) {
        u32 key = collect_key(&b->x, old, b->queue.at[i].key);

        b->queue.at[i].key = key;
        if (i >= b->level)
            visited_put(&b->x.next, key);
    }
    collect_end(&b->x, old);
}

static u32 rank_of(const bfs *b, u32 i)
{
    assert(!b->x.ranked || b->ranks.n == b->queue.n);
    return b->x.ranked ? b->ranks.at[i] : 0;
}

/* With a lesser number an entry is only overtaken by one that is farther from the start. */
static bool overtaken(bfs *b)
{
    return b->x.o->rank == RANK_MASK &&
           explore_overtaken(&b->x, b->queue.at[b->at].key, rank_of(b, b->at));
}

void bfs_expand(bfs *b)
{
    vec_clear(&b->fresh);
    explore_expand(&b->x, b->queue.at[b->at].key, rank_of(b, b->at), b->depth, &b->fresh);
}

static void expand(bfs *b)
{
    if (overtaken(b))
        return;
    bfs_expand(b);
    for (u32 i = 0; i < b->fresh.n; i++)
        enqueue(b, &b->fresh.at[i]);
    b->x.engine_bytes = b->queue.cap * sizeof *b->queue.at + b->ranks.cap * sizeof *b->ranks.at +
                        b->steps.cap * sizeof *b->steps.at + b->fresh.cap * sizeof *b->fresh.at;
}

static void forget_failure(result *r)
{
    mem_free((char *)r->error.file);
    mem_free((char *)r->error.message);
    r->error = (failure){0};
    r->failed = false;
}

void bfs_look_for_nearer(bfs *b, u32 from)
{
    result first = *b->x.r;
    u32 at = b->at;

    b->x.stopped = b->x.r->failed = false;
    b->x.by_step = false;
    for (b->at = from; b->at < b->level; b->at++) {
        explore_end(&b->x, b->queue.at[b->at].key, rank_of(b, b->at));
        if (b->x.stopped)
            break;
    }
    if (b->x.r->failed) {
        forget_failure(&first);
        return;
    }
    b->at = at;
    b->x.by_step = b->x.stopped = true;
    b->x.r->error = first.error;
    b->x.r->failed = true;
}

/* The last step led to this entry: to its state, and with as many switches used. */
static bool reached(const bfs *b, u32 to)
{
    const explorer *x = &b->x;

    return x->taken.outcome == OUT_RAN && sys_save(x->s) == b->queue.at[to].key &&
           (x->o->rank != RANK_LEAST || sys_rank(x->s) == rank_of(b, to));
}

/* The moves of the state that have, or have not, MOVE_LATER: is it one of them that leads there? */
static bool find_among(bfs *b, u32 start, u32 to, u8 later, step_taken *out)
{
    explorer *x = &b->x;

    for (u32 i = 0; i < x->moves.n; i++) {
        const move *m = &x->moves.at[i];
        bool asked = (m->flags & (MOVE_ENABLED | MOVE_ASLEEP)) == MOVE_ENABLED &&
                     (m->flags & MOVE_LATER) == later;

        for (u32 c = 0; asked && c < m->choices; c++) {
            explore_goto(x, b->queue.at[start].key, rank_of(b, start));
            sys_step(x->s, m->thread, m->kind, c, &x->taken);
            x->at = 0;
            *out = (step_taken){m->thread, m->kind, c, 0};
            if (reached(b, to))
                return true;
        }
    }
    return false;
}

/* The step from one entry of the queue to a later one.  As in the expansion: where one that is
 * LATER was taken, what the others are from then on may be longer. */
static step_taken find_step(bfs *b, u32 start, u32 to)
{
    explorer *x = &b->x;
    step_taken found;

    explore_goto(x, b->queue.at[start].key, rank_of(b, start));
    sys_moves(x->s, &x->moves);
    if (!find_among(b, start, to, MUTANT(BFS_ORDER) ? MOVE_LATER : 0, &found) &&
        !find_among(b, start, to, MUTANT(BFS_ORDER) ? 0 : MOVE_LATER, &found))
        die("a step of the search cannot be found again");
    return found;
}

static void add_step(bfs *b, u32 start, u32 to, step_list *out)
{
    vec_push(out, b->steps.at ? b->steps.at[to] : find_step(b, start, to));
    vec_last(out).rank = explore_rank(&b->x, rank_of(b, start));
}

void bfs_path(bfs *b, step_list *out)
{
    VEC(u32) way = {0};

    for (u32 i = b->at; i; i = b->queue.at[i].parent)
        vec_push(&way, i);
    for (u32 i = way.n; i-- > 0;)
        add_step(b, b->queue.at[way.at[i]].parent, way.at[i], out);
    if (b->x.by_step) {
        vec_push(out, b->x.last);
        vec_last(out).rank = explore_rank(&b->x, rank_of(b, b->at));
    }
    vec_free(&way);
}

/* In the middle of an expansion, which goes on with its moves. */
static_assert(offsetof(bfs, x) == 0, "the explorer is the first member");

static void steps_to(explorer *x, step_list *out)
{
    move_list moves = x->moves;
    taken t = x->taken;

    x->moves = (move_list){0};
    x->taken = (taken){0};
    bfs_path((bfs *)x, out);
    vec_free(&x->moves);
    taken_free(&x->taken);
    x->moves = moves;
    x->taken = t;
    x->at = 0;
}

static void write_part(explorer *x, struct sealed *to)
{
    bfs *b = (bfs *)x;
    u64 place[3] = {b->at, b->level, b->depth};

    sealed_put(to, place, sizeof place);
    checkpoint_put_vec(to, &b->queue);
    checkpoint_put_vec(to, &b->ranks);
    checkpoint_put_vec(to, &b->steps);
}

static bool read_part(explorer *x, struct sealed *from)
{
    bfs *b = (bfs *)x;
    u64 place[3];

    if (!sealed_get(from, place, sizeof place))
        return false;
    b->at = (u32)place[0];
    b->level = (u32)place[1];
    b->depth = place[2];
    return checkpoint_get_vec(from, &b->queue) && checkpoint_get_vec(from, &b->ranks) &&
           checkpoint_get_vec(from, &b->steps);
}

static const checkpoint_part part = {write_part, read_part};

static void run(bfs *b, state_key start)
{
    b->x.marks = !b->x.ranked && !b->x.matches;
    if (start)
        enqueue(b, &(successor){.key = key_word(start)});
    b->level = b->queue.n;
    checkpoint_read(&b->x, &part);
    while (b->at < b->queue.n) {
        expand(b);
        if (b->x.stopped)
            break;
        b->at++;
        next_level(b);
        if (collect_due(&b->x))
            collect(b);
        if (checkpoint_due(&b->x))
            checkpoint_write(&b->x, &part);
    }
    if (b->x.r->failed && b->x.by_step)
        bfs_look_for_nearer(b, b->at + 1);
}

void search_bfs_for(sys *s, const search_options *o, const wanted *w, result *r, bool *exhausted)
{
    bfs b = {.x = {.want = *w, .levels = w->one, .steps_to = steps_to}};

    run(&b, explore_open(&b.x, s, o, r));
    *exhausted = !b.x.stopped && !b.x.cut[0];
    if (r->failed) {
        bfs_path(&b, &r->steps);
        /* A hang is met where the search cannot go on, which may be late. */
        r->shortest = !b.x.other && !b.x.lossy.at && !b.x.cut[0] &&
                      (b.x.levels || !error_lasts(r->error.kind));
    } else if (b.x.other) {
        *exhausted = false;
    }
    explore_close(&b.x);
    vec_free(&b.queue);
    vec_free(&b.ranks);
    vec_free(&b.steps);
    vec_free(&b.fresh);
}

static void search(sys *s, const search_options *o, result *r, void *with)
{
    wanted any = {0};
    bool exhausted;

    (void)with;
    if (o->workers > 1)
        bfs_by_several(s, o, r);
    else
        search_bfs_for(s, o, &any, r, &exhausted);
}

void search_bfs(sys *s, const search_options *o, result *r)
{
    search_guarded(s, o, r, search, NULL);
}
