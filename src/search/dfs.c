/* Depth-first search.
 *
 * One stack holds the successors that wait; `groups` says where the successors of each open state
 * begin, so the open states, one above the other, are the entries just before a group: that is the
 * path.  The last successor is taken up first, where the cursor already is.
 *
 * With a bound on the depth a state may be met first on a long way, where the bound hides what
 * follows it, and later on a shorter one.  It is then explored again: the rank of a state is the
 * least depth it was met at, and the result within the bound is exact.  A system's own
 * ranks are treated in the same way. */
#include "search/checkpoint.h"
#include "search/collect.h"
#include "search/guard.h"

#include <assert.h>

typedef struct dfs {
    explorer x;
    successor_list stack;
    VEC(u32) groups;
} dfs;

/* The moves from the initial state to the open one on top. */
static void path(const dfs *d, step_list *out)
{
    u32 rank = 0; /* of the state before */

    for (u32 i = 1; i < d->groups.n; i++) {
        const successor *e = &d->stack.at[d->groups.at[i] - 1];

        assert(d->groups.at[i - 1] < d->groups.at[i] && d->groups.at[i] <= d->stack.n);
        vec_push(out, (step_taken){e->thread, e->kind, e->choice, explore_rank(&d->x, rank)});
        rank = e->rank;
    }
    if (d->x.by_step) {
        vec_push(out, d->x.last);
        vec_last(out).rank = explore_rank(&d->x, rank);
    }
}

static_assert(offsetof(dfs, x) == 0, "the explorer is the first member");

static void steps_to(explorer *x, step_list *out)
{
    path((const dfs *)x, out);
}

static void close_top(dfs *d)
{
    assert(d->groups.n && d->stack.n == vec_last(&d->groups));
    (void)vec_pop(&d->groups);
    (void)vec_pop(&d->stack);
}

static void open_top(dfs *d)
{
    successor e = vec_last(&d->stack);
    u64 depth = d->groups.n;

    assert(!depth || vec_last(&d->groups) < d->stack.n);
    if (explore_overtaken(&d->x, e.key, e.rank)) {
        (void)vec_pop(&d->stack);
        return;
    }
    vec_push(&d->groups, d->stack.n);
    explore_expand(&d->x, e.key, e.rank, depth, &d->stack);
    d->x.engine_bytes = d->stack.cap * sizeof *d->stack.at + d->groups.cap * sizeof *d->groups.at;
}

/* The open states are expanded; those that wait above them are not. */
static void collect(dfs *d)
{
    sys *old = collect_begin(&d->x);
    u32 open = 0;

    for (u32 i = 0; i < d->stack.n; i++) {
        if (open < d->groups.n && d->groups.at[open] == i + 1)
            open++;
        else
            d->stack.at[i].key = collect_key(&d->x, old, d->stack.at[i].key);
    }
    assert(open == d->groups.n);
    collect_end(&d->x, old);
}

static void write_part(explorer *x, struct sealed *to)
{
    dfs *d = (dfs *)x;

    checkpoint_put_vec(to, &d->stack);
    checkpoint_put_vec(to, &d->groups);
}

static bool read_part(explorer *x, struct sealed *from)
{
    dfs *d = (dfs *)x;

    return checkpoint_get_vec(from, &d->stack) && checkpoint_get_vec(from, &d->groups);
}

static const checkpoint_part part = {write_part, read_part};

static void search(sys *s, const search_options *o, result *r, void *with)
{
    dfs d = {.x = {.by_depth = o->max.depth != 0, .steps_to = steps_to}};
    state_key start = explore_open(&d.x, s, o, r);

    (void)with;
    if (start)
        vec_push(&d.stack, (successor){.key = key_word(start)});
    checkpoint_read(&d.x, &part);
    while (d.stack.n && !d.x.stopped) {
        if (d.groups.n && vec_last(&d.groups) == d.stack.n)
            close_top(&d);
        else
            open_top(&d);
        if (collect_due(&d.x) && !d.x.stopped)
            collect(&d);
        if (checkpoint_due(&d.x))
            checkpoint_write(&d.x, &part);
    }
    if (r->failed)
        path(&d, &r->steps);
    explore_close(&d.x);
    vec_free(&d.stack);
    vec_free(&d.groups);
}

void search_dfs(sys *s, const search_options *o, result *r)
{
    search_guarded(s, o, r, search, NULL);
}
