/* What happens at last, in the fair runs of a net.
 *
 * All steps are enumerated; each says which of the net's fairness conditions are true in it, for
 * which targets it begins to owe something (from, and not yet to), and for which it still does (not
 * to).  A target is missed when, from a step that begins to owe, a run goes on for ever through
 * steps that still do, and every condition is true in it again and again: then the steps of some
 * strongly connected component of these have all conditions between them, and any such component
 * gives a run.  Components are found as Tarjan does. */
#include "asm/family_parts.h"
#include "base/mutant.h"

#include <string.h>

enum { EDGES_MOST = 20000000, CONDITIONS_MOST = 64, TARGETS_MOST = 32 };

typedef struct edge {
    u32 from, to, inputs;
    u32 begins, owes; /* by target */
    u64 fair;         /* by condition */
} edge;

typedef VEC(u32) number_list;

typedef struct runs {
    net_walk w;
    VEC(edge) edges;            /* those of a state one behind the other */
    VEC(u32) first;             /* by state */
    u32 target;                 /* whose steps are looked at; TARGETS_MOST: all */
    u32 *index, *low, *reached; /* by state; reached: the edge + 1 by which it owes */
    bool *on_stack, *begun;     /* begun: that edge begins to */
    number_list stack;
    u32 next;
} runs;

static u64 all_conditions(const runs *r)
{
    u32 n = r->w.n->justice.n;

    return n >= 64 ? UINT64_MAX : ((u64)1 << n) - 1;
}

static void add_edge(runs *r, u32 from, u32 inputs)
{
    const net *n = r->w.n;
    edge e = {.from = from, .inputs = inputs};

    for (u32 i = 0; i < n->justice.n; i++)
        e.fair |= (u64)(r->w.scratch[n->justice.at[i]] & 1) << i;
    for (u32 i = 0; i < n->to.n; i++) {
        bool owes = !r->w.scratch[n->to.at[i]];

        e.owes |= (u32)owes << i;
        e.begins |= (u32)(owes && r->w.scratch[n->from.at[i]]) << i;
    }
    e.to = family_walk_meet(&r->w, family_walk_next(&r->w), from, inputs);
    vec_push(&r->edges, e);
}

static void explore(runs *r, u64 max_states, family_result *out)
{
    for (u32 i = 0; i < r->w.states.n && !out->cut; i++) {
        vec_push(&r->first, r->edges.n);
        for (u32 inputs = 0; inputs < 1u << r->w.n->inputs.n; inputs++) {
            family_walk_at(&r->w, r->w.states.at[i].bits, inputs);
            if (r->w.scratch[r->w.n->stays] && r->w.scratch[r->w.n->good])
                add_edge(r, i, inputs);
        }
        out->cut = r->w.states.n > max_states || r->edges.n > EDGES_MOST;
    }
    vec_push(&r->first, r->edges.n);
    out->states = r->w.states.n;
}

static bool counts(const runs *r, const edge *e)
{
    return r->target == TARGETS_MOST ||
           (MUTANT(EVENTUAL_FORGOTTEN) ? e->begins : e->owes) >> r->target & 1;
}

/* The states of the component that is on the stack from `root` on: does a fair run stay in it? */
static bool is_fair(const runs *r, u32 root)
{
    u64 fair = 0;
    bool inside = false;

    for (u32 k = r->stack.n; k-- > 0;) {
        u32 at = r->stack.at[k];

        for (u32 i = r->first.at[at]; i < r->first.at[at + 1]; i++) {
            const edge *e = &r->edges.at[i];

            if (!counts(r, e) || !r->on_stack[e->to] || r->index[e->to] < r->index[root])
                continue;
            inside = true;
            fair |= e->fair;
        }
        if (at == root)
            break;
    }
    return inside && (MUTANT(EVENTUAL_UNFAIR) ? fair != 0 : fair == all_conditions(r));
}

/* A place in the search: a state and its next edge. */
typedef struct frame {
    u32 at, edge;
} frame;

static void enter(runs *r, u32 at)
{
    r->index[at] = r->low[at] = ++r->next;
    r->on_stack[at] = true;
    vec_push(&r->stack, at);
}

static void leave(runs *r, u32 root)
{
    u32 at;

    do {
        at = vec_pop(&r->stack);
        r->on_stack[at] = false;
    } while (at != root);
}

/* A state of a component in which a fair run stays, searched from here; UINT32_MAX: none. */
static u32 fair_from(runs *r, u32 start)
{
    VEC(frame) work = {0};
    u32 found_at = UINT32_MAX;

    enter(r, start);
    vec_push(&work, ((frame){start, r->first.at[start]}));
    while (work.n && found_at == UINT32_MAX) {
        frame *f = &vec_last(&work);

        if (f->edge < r->first.at[f->at + 1]) {
            const edge *e = &r->edges.at[f->edge++];

            if (!counts(r, e))
                continue;
            if (!r->index[e->to]) {
                enter(r, e->to);
                vec_push(&work, ((frame){e->to, r->first.at[e->to]}));
            } else if (r->on_stack[e->to] && r->index[e->to] < r->low[f->at]) {
                r->low[f->at] = r->index[e->to];
            }
        } else {
            frame done = vec_pop(&work);

            if (work.n && r->low[done.at] < r->low[vec_last(&work).at])
                r->low[vec_last(&work).at] = r->low[done.at];
            if (r->low[done.at] != r->index[done.at])
                continue;
            if (is_fair(r, done.at))
                found_at = done.at;
            leave(r, done.at);
        }
    }
    vec_free(&work);
    return found_at;
}

static void forget(runs *r)
{
    u32 n = r->w.states.n;

    memset(r->index, 0, n * sizeof *r->index);
    memset(r->reached, 0, n * sizeof *r->reached);
    memset(r->on_stack, 0, n * sizeof *r->on_stack);
    memset(r->begun, 0, n * sizeof *r->begun);
    vec_clear(&r->stack);
    r->next = 0;
}

static void owe(runs *r, number_list *out, u32 by, bool begins)
{
    u32 to = r->edges.at[by].to;

    if (r->reached[to])
        return;
    r->reached[to] = by + 1;
    r->begun[to] = begins;
    vec_push(out, to);
}

/* The states that still owe it. */
static void reach_owing(runs *r, number_list *out)
{
    for (u32 i = 0; i < r->edges.n; i++)
        if (r->edges.at[i].begins >> r->target & 1)
            owe(r, out, i, true);
    for (u32 k = 0; k < out->n; k++)
        for (u32 i = r->first.at[out->at[k]]; i < r->first.at[out->at[k] + 1]; i++)
            if (counts(r, &r->edges.at[i]))
                owe(r, out, i, false);
}

/* The steps to the state: those before it owes, the one that begins, those that still do. */
static void show_way(runs *r, u32 at)
{
    number_list owing = {0}, before = {0};
    u32 number = 0, inputs;
    bool begun;

    do {
        begun = r->begun[at];
        vec_push(&owing, r->reached[at] - 1);
        at = r->edges.at[r->reached[at] - 1].from;
    } while (!begun);
    for (; r->w.states.at[at].from != UINT32_MAX; at = r->w.states.at[at].from)
        vec_push(&before, at);
    while (before.n) {
        at = vec_pop(&before);
        inputs = r->w.states.at[at].inputs;
        family_walk_show(&r->w, ++number, r->w.states.at[r->w.states.at[at].from].bits, inputs);
    }
    while (owing.n) {
        const edge *e = &r->edges.at[vec_pop(&owing)];

        family_walk_show(&r->w, ++number, r->w.states.at[e->from].bits, e->inputs);
    }
    vec_free(&owing);
    vec_free(&before);
}

static void check_target(runs *r, u32 target, family_result *out)
{
    number_list owing = {0};
    u32 at = UINT32_MAX;

    r->target = target;
    forget(r);
    reach_owing(r, &owing);
    for (u32 k = 0; k < owing.n && at == UINT32_MAX; k++)
        if (!r->index[owing.at[k]])
            at = fair_from(r, owing.at[k]);
    if (at != UINT32_MAX) {
        out->holds = false;
        show_way(r, at);
        text_addf(&out->trace, "  and from there a fair run goes on for ever without %s\n",
                  r->w.n->goals.at[target]);
    }
    vec_free(&owing);
}

static void runs_open(runs *r)
{
    u32 n = r->w.states.n + 1;

    r->index = mem_alloc(n * sizeof *r->index);
    r->low = mem_alloc(n * sizeof *r->low);
    r->reached = mem_alloc(n * sizeof *r->reached);
    r->on_stack = mem_alloc(n * sizeof *r->on_stack);
    r->begun = mem_alloc(n * sizeof *r->begun);
}

static void runs_close(runs *r)
{
    mem_free(r->index);
    mem_free(r->low);
    mem_free(r->reached);
    mem_free(r->on_stack);
    mem_free(r->begun);
    vec_free(&r->stack);
    vec_free(&r->edges);
    vec_free(&r->first);
    family_walk_close(&r->w);
}

/* By state: a run from it comes to a step that pays. */
static bool *find_chances(const runs *r, u32 target)
{
    bool *can = mem_alloc((r->w.states.n + 1) * sizeof *can), changed = true;

    while (changed) {
        changed = false;
        for (u32 i = r->edges.n; i-- > 0;) {
            const edge *e = &r->edges.at[i];

            if (can[e->from] || (e->owes >> target & 1 && !can[e->to]))
                continue;
            can[e->from] = changed = true;
        }
    }
    return can;
}

static void check_chance(runs *r, u32 target, family_result *out)
{
    bool *can = find_chances(r, target);

    for (u32 i = 0; i < r->edges.n && out->holds; i++) {
        const edge *e = &r->edges.at[i];

        if (!(e->begins >> target & 1) || can[e->to])
            continue;
        out->holds = false;
        r->reached[e->to] = i + 1;
        r->begun[e->to] = true;
        show_way(r, e->to);
        text_addf(&out->trace, "  and from there no run comes to %s\n", r->w.n->goals.at[target]);
    }
    mem_free(can);
}

void family_chances(net *n, u64 max_states, family_result *out)
{
    runs r = {.target = TARGETS_MOST};

    if (n->to.n > TARGETS_MOST) {
        out->cut = true;
        return;
    }
    family_walk_open(&r.w, n, out);
    explore(&r, max_states, out);
    runs_open(&r);
    out->fair = true;
    for (u32 t = 0; t < n->to.n && out->holds && !out->cut; t++)
        check_chance(&r, t, out);
    runs_close(&r);
}

void family_runs(net *n, u64 max_states, family_result *out)
{
    runs r = {.target = TARGETS_MOST};

    if (n->justice.n > CONDITIONS_MOST || n->to.n > TARGETS_MOST) {
        out->cut = true;
        return;
    }
    family_walk_open(&r.w, n, out);
    explore(&r, max_states, out);
    runs_open(&r);
    if (!out->cut)
        out->fair = fair_from(&r, 0) != UINT32_MAX;
    for (u32 t = 0; t < n->to.n && out->holds && !out->cut; t++)
        check_target(&r, t, out);
    runs_close(&r);
}
