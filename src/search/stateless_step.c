/* One step of a stateless search: the step itself, its races and its clock, the node that it leads
 * to, and how it ended.
 *
 * A step that is a whole iteration of a spin loop is taken back once its races were seen to.  A
 * step that drops the run, or meets a limit, leaves its thread where it is; an error that happens
 * after such a step is none of the program's. */
#include "base/hash.h"
#include "base/mutant.h"
#include "search/growth.h"
#include "search/stateless.h"

#include <assert.h>

#define HASHED_WORDS 16u /* words that tell most of a thread's states apart */

/* Does the last step happen after one that dropped the run? */
static bool unreal(const stateless *ss)
{
    for (u32 j = 0; ss->drops && j + 1 < ss->depth; j++)
        if (ss->nodes.at[j].dropped && happens_before(ss, j, ss->depth - 1))
            return true;
    return false;
}

static void fail_step(stateless *ss)
{
    explore_fail(&ss->x, &ss->x.taken.error);
    if (ss->x.r->failed)
        run_path(ss, &ss->x.r->steps);
}

static u32 ways_of(const run_node *n, u16 thread)
{
    u32 count = 0;

    for (u32 i = 0; i < n->ways.n; i++)
        count += n->ways.at[i].thread == thread ? n->ways.at[i].choices : 0;
    return count;
}

static void bar(run_node *n, u16 thread)
{
    u32 kept = 0;

    for (u32 i = 0; i < n->ways.n; i++)
        if (n->ways.at[i].thread != thread)
            n->ways.at[kept++] = n->ways.at[i];
    n->ways.n = kept;
    n->threads.at[thread] &= (u8)~CAN_MOVE;
}

/* Takes back a step that was a whole iteration of a spin loop: its thread waits. */
static void take_back(stateless *ss)
{
    wake *rest = top_node(ss)->tree; /* what is to follow is to follow without it */
    bool here;
    run_node *n;

    if (dynamic(ss)) {
        spin_loop_keep(ss, ss->nodes.at[ss->depth - 1].step);
        races_reverse_last(ss);
    }
    here = ss->cursor == ss->depth;
    top_node(ss)->tree = NULL;
    run_pop(ss);
    run_unstep(ss);
    n = top_node(ss);
    vec_push(&n->waits, n->step);
    n->step = NULL;
    bar(n, vec_last(&n->waits)->thread);
    wake_prepend(&n->tree, rest);
    n->explored--;
    n->fewer = n->explored != 0 && !MUTANT(HANG_ASKED);
    if (here)
        ss->cursor = ss->depth; /* nothing changed */
}

/* True: the step was taken back. */
static bool spins(stateless *ss, const act *a)
{
    run_node *n = top_node(ss);
    u32 from = NOWHERE;

    if (sys_own(ss->x.s, a->thread, &n->own)) {
        ss->summaries.at[ss->depth].own =
            hash_words(n->own.at, n->own.n < HASHED_WORDS ? n->own.n : HASHED_WORDS) | 1;
        from = spin_loop_begin(ss, a->thread);
    } else {
        vec_clear(&n->own);
    }
    if (from == NOWHERE)
        return false;
    if (UNLIKELY(ss->how->check))
        claim_iteration(ss, from, a->thread);
    if (a->effect == EFFECT_NONE && from + 1 == ss->depth &&
        ways_of(&ss->nodes.at[from], a->thread) == 1) {
        take_back(ss);
        return true;
    }
    run_mark(n, a->thread, IS_STUCK);
    return false;
}

static act *make_act(stateless *ss, const way *w, u32 choice)
{
    taken *t = &ss->x.taken;
    act *a;

    if (w->flags & MOVE_WEAK)
        vec_push(&t->events, (event){.flags = EVF_OPAQUE, .thread = w->thread});
    a = act_make(&ss->acts, w->thread, w->kind, choice, t->events.at, t->events.n);
    ss->beyond |= !act_accesses(t->events.at, t->events.n);
    return a;
}

u32 stateless_preemptions(const run_node *n, const way *w)
{
    bool switched = n->mover != NO_THREAD && n->mover != w->thread && w->kind != MOVE_START;

    for (u32 i = 0; switched && i < n->ways.n; i++)
        if (n->ways.at[i].thread == n->mover && n->ways.at[i].kind != MOVE_SPURIOUS)
            return n->preemptions + 1;
    return n->preemptions;
}

static void note_step(stateless *ss, const act *a)
{
    step_summary *b = &ss->summaries.at[ss->depth];

    b->span = a->span;
    b->thread = a->thread;
    b->effect = a->effect;
    b->previous = ss->last.at[a->thread];
}

static void step_system(stateless *ss, const way *w, u32 choice)
{
    run_node *n = top_node(ss);

    if (ss->idle)
        die("a process of the search takes a step without a place to work at");
    run_place(ss, ss->depth);
    sys_step(ss->x.s, w->thread, w->kind, choice, &ss->x.taken);
    ss->cursor = ss->depth + 1;
    n->steps = ss->x.taken.steps;
    n->explored++;
    ss->x.r->transitions += w->kind != MOVE_START ? n->steps : 0;
    if (UNLIKELY(ss->x.taken.events.n && growth_takes(ss->x.o->growth, ss->x.r->transitions)))
        growth_add(ss->x.o->growth, ss->x.s, ss->x.taken.events.at);
    explore_tick(&ss->x);
}

/* What is known of the step before its races are looked for. */
static void record(stateless *ss, const act *a)
{
    if (UNLIKELY(ss->how->check) && a->kind == MOVE_START && ss->x.taken.outcome == OUT_RAN)
        claim_start(a);
    while (ss->last.n <= a->thread)
        vec_push(&ss->last, 0);
    note_step(ss, a);
}

/* The races of the step, and its clock. */
static void order(stateless *ss, const act *a)
{
    run_node *n = top_node(ss);

    if (dynamic(ss))
        races_reverse_blocked(ss, a);
    if (needs_clocks(ss))
        races_find(ss, a, &n->clock, n);
    while (n->clock.n <= a->thread)
        vec_push(&n->clock, 0);
    n->clock.at[a->thread] = ss->depth + 1;
    ss->last.at[a->thread] = ss->depth + 1;
}

/* The step to the present node dropped the run, or met a limit: its thread stands still. */
static void drop(stateless *ss, const act *a)
{
    run_node *n = top_node(ss), *from = n - 1;

    if (ss->x.taken.outcome == OUT_LIMIT)
        explore_cut(&ss->x, ss->x.taken.limit);
    from->dropped = true;
    from->limited = ss->x.taken.outcome == OUT_LIMIT;
    ss->drops++;
    ss->limits += from->limited;
    run_mark(n, a->thread, IS_STUCK);
}

/* How the step to the present node ended. */
static void conclude(stateless *ss, const act *a)
{
    outcome how = ss->x.taken.outcome;

    if (how == OUT_ERROR && !unreal(ss)) {
        fail_step(ss);
        if (ss->x.stopped)
            return;
    }
    if (how != OUT_RAN) {
        drop(ss, a);
        if (needs_clocks(ss))
            run_arrive(ss);
        return;
    }
    top_node(ss)->key = run_saving(ss) ? sys_save(ss->x.s) : 0;
    if (!spins(ss, a))
        run_arrive(ss);
}

void stateless_take(stateless *ss, const way *w, u32 choice, wake *tree)
{
    run_node *n = top_node(ss);
    u32 preemptions = stateless_preemptions(n, w);
    act *a;

    assert(can_move(n, w->thread) && choice < w->choices && !node_sleeps(n, w->thread));
    assert(!n->step && ss->depth >= ss->floor);
    step_system(ss, w, choice);
    a = n->step = make_act(ss, w, choice);
    record(ss, a);
    order(ss, a);
    run_open(ss, a, tree);
    run_place(ss, ss->depth); /* races may have taken steps elsewhere */
    top_node(ss)->preemptions = preemptions;
    conclude(ss, a);
}
