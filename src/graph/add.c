/* Adds events to the graph, and notes what else could be tried in their place: other writes to read
 * from, other places in modification order, reads that a write may answer.
 *
 * Memory that only one thread could reach has locations too.  Its accesses are no choices: the
 * thread reads what it wrote last. */
#include "graph/engine.h"

#include "base/map.h"
#include "base/mutant.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static bool word_sized(const event *e)
{
    return e->size && e->size <= 8;
}

/* Atomic accesses overlap, and are not the same bytes. */
static void refuse_mixed(engine *n, u16 thread, const event *e)
{
    const graph *g = n->g;
    char what[80];
    u32 k = 0;

    while (!location_overlaps(&g->locations.at[k], e->object, e->offset, e->size))
        k++;
    snprintf(what, sizeof what, "an atomic access of %u bytes that overlaps one of %u bytes",
             e->size, g->locations.at[k].size);
    run_refuse_at(n, thread, e, what);
}

u32 add_location(engine *n, u16 thread, const event *next)
{
    graph *g = n->g;
    bool mixed, operates = sort_of(next) == SORT_OPERATION;
    u32 k = (operates ? graph_operated : graph_location)(g, next->object, next->offset, next->size,
                                                         &mixed);
    u32 words = vm_words(n->s, next->offset, next->size);

    if (k != NO_NUMBER)
        return k;
    if (mixed) {
        refuse_mixed(n, thread, next);
        return NO_NUMBER;
    }
    vec_reserve(&g->words, words);
    if (!vm_take(n->s, next->object, next->offset, next->size, g->words.at + g->words.n))
        return NO_NUMBER; /* it is not there: the access fails */
    k = graph_new_location(g, next->object, next->offset, next->size);
    g->locations.at[k].words = g->words.n;
    g->locations.at[k].nwords = words;
    g->locations.at[k].operated = operates;
    g->words.n += words;
    return k;
}

/* The same of one that has happened, where nobody else could see it. */
static u32 own_location(engine *n, u16 thread, const draft *d)
{
    graph *g = n->g;
    bool mixed;
    const event *e = d->of;
    u32 k =
        (d->e.operates ? graph_operated : graph_location)(g, e->object, e->offset, e->size, &mixed);

    if (k != NO_NUMBER)
        return k;
    k = add_location(n, thread, e);
    if (k != NO_NUMBER && !d->e.operates && word_sized(e))
        vm_value_of(n->s, e, d->e.kind != NODE_READ, &g->words.at[g->locations.at[k].words]);
    return k;
}

static void keep_value(engine *n, draft *d)
{
    graph *g = n->g;

    if (d->e.operates) { /* of all that operations on the object share */
        d->e.offset = g->locations.at[d->e.location].offset;
        d->e.size = g->locations.at[d->e.location].size;
    }
    u32 words = vm_words(n->s, d->e.offset, d->e.size);

    d->e.words = g->words.n;
    d->e.nwords = words;
    vec_reserve(&g->words, words);
    g->words.n += words;
    if (d->e.order && !d->e.operates)
        vm_value_of(n->s, d->of, false, &g->words.at[d->e.words]);
    else if (!vm_take(n->s, d->e.object, d->e.offset, d->e.size, g->words.at + d->e.words))
        for (u32 k = 0; k < words; k++)
            g->words.at[d->e.words + k] = (vm_word){.undefined = ~(u64)0};
}

static name put(engine *n, u16 thread, draft *d, const settled *how)
{
    graph *g = n->g;
    u32 index = graph_count(g, thread);

    d->e.added = g->stamp++;
    d->e.stamp = how && how->keeps_stamp ? how->stamp : d->e.added;
    d->e.waited = how && how->waited;
    vec_push(&g->threads.at[thread].all, d->e);
    run_of(n, thread)->done = index + 1;
    if (d->e.kind == NODE_JOIN)
        g->threads.at[d->e.other].joined = name_of(thread, index);
    clocks_add(g, thread, index);
    return name_of(thread, index);
}

void add_later(engine *n, u16 thread, todo_kind kind, bool reads, name from, u32 number)
{
    vec_push(&n->g->todo, (todo){.kind = (u8)kind,
                                 .reads = reads,
                                 .stamp = n->g->stamp,
                                 .thread = thread,
                                 .from = from,
                                 .number = number});
}

static bool races(engine *n, name e)
{
    graph *g = n->g;
    const node *d = graph_node(g, e);
    name other;

    if (!d->size || !d->object)
        return false;
    other = rc11_race(g, e);
    vec_push(&graph_accesses(g, d->object)->all, e);
    if (other == NO_NAME || MUTANT(GRAPH_RACE))
        return false;
    explain_race(n, other, e);
    return true;
}

/* Where a store goes in modification order: last, and other places are tried later. */
static u32 choose_place(engine *n, u16 thread, const location *l, const draft *d,
                        const settled *how)
{
    u32 least = rc11_least(n->g, l, thread);

    if (how->places)
        return how->place;
    for (u32 p = least + 1; d->first && p < l->mo.n; p++)
        if (rc11_gap(n->g, l, p))
            add_later(n, thread, TODO_PLACE, false, NO_NAME, p);
    return l->mo.n;
}

/* The memory is not there any more, or was not there: the access failed, or nobody else could see
 * it and it ended with the step, as a variable of a thread that is over. */
static bool add_gone(engine *n, u16 thread, draft *d)
{
    if (run_of(n, thread)->fate == FATE_CUT)
        return false;
    if (!(d->of->flags & EVF_OWN) && n->t.outcome != OUT_ERROR) {
        run_refuse(n, thread, "an atomic access to memory that ends in the same step");
        return false;
    }
    d->e.kind = NODE_OTHER;
    put(n, thread, d, NULL);
    return !MUTANT(GRAPH_GONE);
}

/* An atomic access, or an operation of the library. */
static bool add_located(engine *n, u16 thread, draft *d, const settled *how)
{
    graph *g = n->g;
    bool standard = true, dead = false;
    u32 place = 0, k = own_location(n, thread, d);

    if (k == NO_NUMBER)
        return add_gone(n, thread, d);
    location *l = &g->locations.at[k];

    d->e.location = k;
    d->e.from = !node_reads(&d->e) ? NO_NAME : how->reads ? how->from : vec_last(&l->mo);
    if (d->e.kind == NODE_WRITE)
        place = choose_place(n, thread, l, d, how);
    if (d->e.kind == NODE_UPDATE)
        place = location_place(g, l, d->e.from) + 1;
    if (node_writes(&d->e)) {
        standard = place == l->mo.n;
        keep_value(n, d);
    } else {
        standard = d->e.from == vec_last(&l->mo);
    }
    name e = put(n, thread, d, how);

    l = &g->locations.at[k];
    if (node_writes(&d->e))
        location_insert(g, l, place, e);
    if (node_reads(&d->e))
        vec_push(&l->from, e);
    dead = d->e.kind == NODE_UPDATE && rc11_updater(g, l, d->e.from, e) != NO_NAME &&
           !MUTANT(GRAPH_ATOMICITY);
    if (!dead && (!standard || how->keeps_stamp) && !rc11_sequential(g, e))
        return false;
    if (node_writes(&d->e) && d->first && !how->revisits_none && !how->places)
        revisit_find(g, e);
    return !dead && !races(n, e);
}

void add_blocked(engine *n, u16 thread, const event *next, u32 k, const settled *how)
{
    draft d = {.e = {.kind = NODE_READ,
                     .order = EVO_RELAXED,
                     .first = true,
                     .operates = true,
                     .blocked = true,
                     .object = next->object,
                     .offset = next->offset,
                     .size = next->size,
                     .location = k,
                     .from = how->from,
                     .words = NO_NUMBER,
                     .func = next->func,
                     .pc = next->pc,
                     .flags = next->flags}};
    name e = put(n, thread, &d, how);

    vec_push(&n->g->locations.at[k].from, e);
    vec_push(&graph_accesses(n->g, next->object)->all, e);
}

void add_asleep(engine *n, u16 thread)
{
    draft d = {.e = {.kind = NODE_WAKE,
                     .first = true,
                     .choice = 1,
                     .blocked = true,
                     .location = NO_NUMBER,
                     .from = NO_NAME,
                     .words = NO_NUMBER}};

    put(n, thread, &d, NULL);
}

/* A plain write to memory that has atomic accesses comes last there: else it would race. */
static bool write_locations(engine *n, u16 thread, draft *d)
{
    graph *g = n->g;
    name e = name_of(thread, graph_count(g, thread));
    bool any = false;

    for (u32 k = 0; k < g->locations.n; k++) {
        location *l = &g->locations.at[k];

        if (!location_overlaps(l, d->e.object, d->e.offset, d->e.size))
            continue;
        if (d->e.offset > l->offset || d->e.offset + d->e.size < l->offset + l->size) {
            run_refuse_at(n, thread, d->of, "a plain write to a part of an atomic variable");
            return false;
        }
        vec_push(&l->mo, e); /* the event follows: it has no place of its own */
        any = true;
    }
    if (any)
        keep_value(n, d);
    return true;
}

bool add_event(engine *n, u16 thread, draft *d, const settled *how)
{
    bool access = node_reads(&d->e) || node_writes(&d->e);
    name e;

    d->e.first = d->first;
    if (d->e.kind == NODE_LEAVE)
        d->e.location = graph_node(n->g, name_of(thread, graph_count(n->g, thread) - 1))->location;
    if (access && d->e.order)
        return add_located(n, thread, d, how);
    if (d->e.kind == NODE_WRITE && !write_locations(n, thread, d))
        return false;
    e = put(n, thread, d, NULL);
    return !access || !races(n, e);
}
