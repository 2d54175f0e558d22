/* Spin loops: a thread that goes round a loop and changes nothing stays where it is, so that a
 * round costs no execution.  A round may take locks if it gives them back. */
#include "graph/engine.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/mutant.h"

#include <assert.h>
#include <string.h>

/* Operations that may be part of a round: what one takes another one gives back. */
static bool gives_back(const node *e)
{
    return e->operates && (e->op == EV_LOCK || e->op == EV_TRYLOCK || e->op == EV_UNLOCK ||
                           e->op == EV_READ_LOCK || e->op == EV_WAIT);
}

/* The last write of the thread to the location among its first events. */
static name last_by(const graph *g, u32 thread, u32 i, u32 at)
{
    while (i-- > 0) {
        const node *e = &g->threads.at[thread].all.at[i];

        if (node_writes(e) && e->order && e->location == at)
            return name_of(thread, i);
    }
    return NO_NAME;
}

static bool same_value(const graph *g, const location *l, name a, name b)
{
    const vm_word *x = &g->words.at[graph_value(g, l, a)], *y = &g->words.at[graph_value(g, l, b)];

    for (u32 k = 0; k < l->nwords; k++)
        if (x[k].data != y[k].data || x[k].undefined != y[k].undefined ||
            x[k].target != y[k].target)
            return false;
    return true;
}

/* Has another thread seen what the location was in the middle of the round?  (Who locks it after
 * the thread reads what the round left.) */
static bool was_seen(const graph *g, const location *l, name e)
{
    for (u32 k = 0; k < l->from.n; k++) {
        const node *r = graph_node(g, l->from.at[k]);

        if (r->from == e && !r->blocked && name_thread(l->from.at[k]) != name_thread(e))
            return true;
    }
    return false;
}

static bool among_own(const graph *g, u32 thread, u32 from, name e)
{
    return e != NO_NAME && name_thread(e) == thread && name_index(e) >= from &&
           name_index(e) < graph_count(g, thread);
}

/* Did somebody signal between the thread's last sleep and this one?  Then it is another sleep: the
 * first may have ended by that signal, which this one does not. */
static bool was_signalled(const graph *g, const location *l, name before, name wait)
{
    u32 from = location_place(g, l, before), to = location_place(g, l, wait);

    for (u32 k = 0; k < l->from.n; k++) {
        const node *r = graph_node(g, l->from.at[k]);
        u32 place = location_place(g, l, r->from);

        if ((node_op(r, EV_SIGNAL) || node_op(r, EV_BROADCAST)) && place >= from && place < to)
            return !MUTANT(GRAPH_NAP);
    }
    return false;
}

static bool sleeps_anew(const graph *g, u32 thread, u32 i)
{
    const node *e = &g->threads.at[thread].all.at[i];
    name before = last_by(g, thread, i, e->location);

    return node_op(e, EV_WAIT) && before != NO_NAME &&
           was_signalled(g, &g->locations.at[e->location], before, name_of(thread, i));
}

static bool lets_go(const node *e)
{
    return node_op(e, EV_UNLOCK) || node_op(e, EV_WAIT) || MUTANT(GRAPH_HOLDS);
}

/* Are the locks that the thread took in its events from this one on as they were, free for others,
 * and has nobody else seen them taken?  Without the round the others could do the same. */
static bool restores(engine *n, u16 thread, u32 from)
{
    const graph *g = n->g;
    u32 done = run_of(n, thread)->done;

    for (u32 i = from; i < done; i++) {
        const node *e = &g->threads.at[thread].all.at[i];

        if (e->kind != NODE_UPDATE || !e->operates)
            continue;
        const location *l = &g->locations.at[e->location];
        name first = name_of(thread, i), last = last_by(g, thread, done, e->location);

        if (!lets_go(graph_node(g, last)) || (first != last && was_seen(g, l, first)) ||
            sleeps_anew(g, thread, i) ||
            (!among_own(g, thread, from, e->from) && !same_value(g, l, e->from, last)))
            return false;
    }
    return true;
}

bool spin_naps(engine *n, u16 thread)
{
    for (u32 i = run_of(n, thread)->spins_from; i < graph_count(n->g, thread); i++)
        if (n->g->threads.at[thread].all.at[i].kind == NODE_WAKE &&
            n->g->threads.at[thread].all.at[i].move != MOVE_TIMEOUT)
            return true;
    return false;
}

void spin_rouse(engine *n, u16 thread)
{
    runner *u = run_of(n, thread);

    if (u->fate == FATE_SPINS && !restores(n, thread, u->spins_from))
        u->fate = FATE_RUNS;
}

static bool sees_as_now(const engine *n, const moment *old)
{
    return old->nown == n->own.n &&
           !memcmp(n->moment_words.at + old->own, n->own.at, n->own.n * sizeof(u32));
}

static void keep_moment(engine *n, runner *u)
{
    word_list *w = &n->moment_words;

    vec_push(&n->moments,
             (moment){.own = w->n, .nown = n->own.n, .at = u->done, .before = u->moment});
    vec_reserve(w, n->own.n);
    if (n->own.n)
        memcpy(w->at + w->n, n->own.at, n->own.n * sizeof(u32));
    w->n += n->own.n;
    u->moment = n->moments.n;
}

/* A thread that is where it was, having changed nothing but itself, goes round in a loop.  What it
 * read there is read again until something else is found, so nothing is lost if it stays: a write
 * that ends the loop answers its read.  (Rounds that did not end it only order more.) */
bool spins(engine *n, u16 thread)
{
    runner *u = run_of(n, thread);
    bool found = false;

    sys_save(
        n->s); /* what is there no more leaves no marks then, as in a state that was restored */
    if (!n->s->ops->spin_loops->own(n->s, thread, &n->own))
        return false;
    for (u32 k = u->moment; k; k = n->moments.at[k - 1].before) {
        const moment *old = &n->moments.at[k - 1];

        if (sees_as_now(n, old) && restores(n, thread, old->at)) {
            u->spins_from = old->at;
            found = true; /* the first one counts */
        }
    }
    if (!found)
        keep_moment(n, u);
    return found;
}

/* A plain write of what is there already. */
static bool writes_again(const node *e)
{
    return !e->order && e->flags & EVF_VALUE && !(e->flags & (EVF_UNDEFINED | EVF_UNSET)) &&
           e->value == e->old;
}

bool spin_effect(const node *e)
{
    switch (e->kind) {
    case NODE_UPDATE:
        return !gives_back(e) && (!node_idle(e) || MUTANT(GRAPH_IDLE));
    case NODE_CREATE:
    case NODE_JOIN:
    case NODE_CHOICE:
    case NODE_LEAVE:
        return true;
    case NODE_WRITE:
        return !(e->flags & EVF_OWN) && (!writes_again(e) || MUTANT(GRAPH_IDLE));
    default:
        return false;
    }
}

static bool only_looks(const event *e)
{
    if (e->kind == EV_CREATE || e->kind == EV_JOIN || e->kind == EV_CHOOSE || e->kind == EV_EXIT)
        return false;
    return e->kind == EV_READ || e->flags & EVF_OWN || sort_of(e) == SORT_OTHER;
}

/* Takes one round to see: is the thread where it was, and has it done nothing but read? */
static bool goes_on(engine *n, u16 thread, const location *l, name write, const word_list *before)
{
    state_key here = sys_save(n->s);
    word_list after = {0};
    taken t = {0};
    bool same;

    run_answer(n, l, write);
    sys_step(n->s, thread, MOVE_RUN, 0, &t);
    same = t.outcome == OUT_RAN && n->s->ops->spin_loops->own(n->s, thread, &after) &&
           after.n == before->n && !memcmp(after.at, before->at, after.n * sizeof *after.at);
    for (u32 k = 0; k < t.events.n; k++)
        same &= only_looks(&t.events.at[k]);
    sys_restore(n->s, here);
    taken_free(&t);
    vec_free(&after);
    return !same;
}

/* A thread that spins rests where its round began.  What was found is kept by a hash of 127 bits:
 * the first 64 are the key, the others stand beside the answer. */
static bool spin_ends(engine *n, u16 thread, const location *l, name write)
{
    word_list own = {0};
    u64 key, rest, known, seen[2], found[2];
    bool on = true;

    if (n->s->ops->spin_loops->own(n->s, thread, &own)) {
        hash_wide(own.at, own.n * sizeof *own.at, seen);
        hash_wide(&n->g->words.at[graph_value(n->g, l, write)], l->nwords * sizeof(vm_word), found);
        key = hash_mix(seen[0] + hash_mix(found[0] + thread));
        rest = hash_mix(seen[1] + hash_mix(found[1] + thread)) & ~(u64)1;
        if (map_get(&n->rounds, key, &known) && (known & ~(u64)1) == rest) {
            on = known & 1;
        } else {
            on = goes_on(n, thread, l, write, &own);
            map_put(&n->rounds, key, rest | on);
        }
    }
    vec_free(&own);
    return on;
}

static u64 spin_place(const event *read)
{
    return (u64)read->func << 32 | read->pc;
}

static bool spins_there(const engine *n, const event *read)
{
    for (u32 k = 0; k < n->spin_places.n; k++)
        if (n->spin_places.at[k] == spin_place(read))
            return true;
    return false;
}

void spin_note(engine *n, const event *read)
{
    if (!spins_there(n, read))
        vec_push(&n->spin_places, spin_place(read));
}

bool spin_idle(engine *n, u16 thread, const event *read, const location *l, name write)
{
    return spins_there(n, read) && (!spin_ends(n, thread, l, write) || MUTANT(GRAPH_STALE));
}

bool spin_lets(void *of, name read, name write)
{
    engine *n = of;
    const node *r = graph_node(n->g, read);
    const location *l = &n->g->locations.at[r->location];
    u16 thread = (u16)name_thread(read);

    assert(r->waits);
    return spin_ends(n, thread, l, write);
}
