/* The storage of an execution graph.  All that is removed from a graph is removed from the ends of
 * its threads, so that a cut is a number for each thread; modification orders and lists of accesses
 * keep what is left in its order. */
#include "graph/events.h"

#include "base/map.h"

#include <assert.h>
#include <string.h>

void graph_thread(graph *g, u32 thread)
{
    while (g->threads.n <= thread) {
        vec_push(&g->order, (u16)g->threads.n);
        vec_push(&g->threads, (thread_nodes){.joined = NO_NAME});
    }
}

bool location_overlaps(const location *l, u64 object, u32 offset, u32 size)
{
    return l->object == object && offset < (u64)l->offset + l->size &&
           l->offset < (u64)offset + size;
}

u32 graph_location(const graph *g, u64 object, u32 offset, u32 size, bool *mixed)
{
    *mixed = false;
    for (u32 k = 0; k < g->locations.n; k++) {
        const location *l = &g->locations.at[k];

        if (!location_overlaps(l, object, offset, size))
            continue;
        if (l->offset == offset && l->size == size)
            return k;
        *mixed = true;
    }
    return NO_NUMBER;
}

u32 graph_operated(const graph *g, u64 object, u32 offset, u32 size, bool *mixed)
{
    for (u32 k = 0; k < g->locations.n; k++) {
        const location *l = &g->locations.at[k];

        *mixed = false;
        if (l->operated && l->object == object && l->offset == offset)
            return k;
    }
    return graph_location(g, object, offset, size, mixed);
}

u32 graph_new_location(graph *g, u64 object, u32 offset, u32 size)
{
    vec_push(&g->locations, (location){.object = object, .offset = offset, .size = size});
    vec_push(&vec_last(&g->locations).mo, NO_NAME);
    return g->locations.n - 1;
}

accesses *graph_accesses(graph *g, u64 object)
{
    for (u32 k = 0; k < g->objects.n; k++)
        if (g->objects.at[k].object == object)
            return &g->objects.at[k];
    vec_push(&g->objects, (accesses){.object = object});
    return &vec_last(&g->objects);
}

u32 location_place(const graph *g, const location *l, name e)
{
    u32 k = 0;

    if (e != NO_NAME && graph_node(g, e)->order)
        return graph_node(g, e)->place;
    while (l->mo.at[k] != e) {
        k++;
        assert(k < l->mo.n);
    }
    return k;
}

/* Places from this one on have changed. */
static void renumber(graph *g, const location *l, u32 from)
{
    for (u32 k = from ? from : 1; k < l->mo.n; k++)
        graph_node(g, l->mo.at[k])->place = k;
}

void location_insert(graph *g, location *l, u32 place, name e)
{
    vec_push(&l->mo, e);
    memmove(&l->mo.at[place + 1], &l->mo.at[place], (l->mo.n - 1 - place) * sizeof *l->mo.at);
    l->mo.at[place] = e;
    renumber(g, l, place);
}

u32 graph_value(const graph *g, const location *l, name write)
{
    const node *w;

    if (write == NO_NAME)
        return l->words;
    w = graph_node(g, write);
    return w->words + (l->offset / g->word_bytes - w->offset / g->word_bytes);
}

static void keep_names(name_list *l, const u32 *keep)
{
    u32 n = 0;

    for (u32 k = 0; k < l->n; k++)
        if (l->at[k] == NO_NAME || name_index(l->at[k]) < keep[name_thread(l->at[k])])
            l->at[n++] = l->at[k];
    l->n = n;
}

static void free_location(location *l)
{
    vec_free(&l->mo);
    vec_free(&l->from);
}

/* A location that nothing is left of has no first value any more: what is there when it is used
 * again may be something else. */
static void drop_locations(graph *g)
{
    u32 *renumbered = mem_alloc((g->locations.n + 1) * sizeof *renumbered), n = 0;

    for (u32 k = 0; k < g->locations.n; k++) {
        location *l = &g->locations.at[k];

        renumbered[k] = n;
        if (l->mo.n == 1 && !l->from.n)
            free_location(l);
        else
            g->locations.at[n++] = *l;
    }
    if (n < g->locations.n)
        for (u32 t = 0; t < g->threads.n; t++)
            for (u32 i = 0; i < g->threads.at[t].all.n; i++) {
                node *e = &g->threads.at[t].all.at[i];

                if (e->location != NO_NUMBER)
                    e->location = renumbered[e->location];
            }
    g->locations.n = n;
    mem_free(renumbered);
}

/* What the events that are left need of the two arrays. */
static void trim(graph *g)
{
    u32 clocks = 0, words = 0;

    for (u32 t = 0; t < g->threads.n; t++)
        for (u32 i = 0; i < g->threads.at[t].all.n; i++) {
            const node *e = &g->threads.at[t].all.at[i];
            u32 end = e->clocks + (u32)CLOCKS * e->width;

            clocks = end > clocks ? end : clocks;
            if (e->words != NO_NUMBER && e->words + e->nwords > words)
                words = e->words + e->nwords;
        }
    for (u32 k = 0; k < g->locations.n; k++) {
        const location *l = &g->locations.at[k];

        if (l->words + l->nwords > words)
            words = l->words + l->nwords;
    }
    g->clocks.n = clocks < g->clocks.n ? clocks : g->clocks.n;
    g->words.n = words < g->words.n ? words : g->words.n;
}

void graph_cut(graph *g, const u32 *keep)
{
    for (u32 t = 0; t < g->threads.n; t++) {
        assert(keep[t] <= g->threads.at[t].all.n);
        g->threads.at[t].all.n = keep[t];
    }
    for (u32 k = 0; k < g->locations.n; k++) {
        keep_names(&g->locations.at[k].mo, keep);
        renumber(g, &g->locations.at[k], 1);
        keep_names(&g->locations.at[k].from, keep);
    }
    for (u32 k = 0; k < g->objects.n; k++)
        keep_names(&g->objects.at[k].all, keep);
    drop_locations(g);
    trim(g);
}

#define COPY(to, from_)                                                   \
    do {                                                                  \
        (to)->n = 0;                                                      \
        vec_reserve(to, (from_)->n);                                      \
        if ((from_)->n)                                                   \
            memcpy((to)->at, (from_)->at, (from_)->n * sizeof *(to)->at); \
        (to)->n = (from_)->n;                                             \
    } while (0)

/* So many threads, locations and objects, whose lists keep the room that they have. */
static void resize(graph *g, u32 threads, u32 locations, u32 objects)
{
    for (; g->threads.n > threads; g->threads.n--)
        vec_free(&vec_last(&g->threads).all);
    while (g->threads.n < threads)
        vec_push(&g->threads, (thread_nodes){.joined = NO_NAME});
    for (; g->locations.n > locations; g->locations.n--)
        free_location(&vec_last(&g->locations));
    while (g->locations.n < locations)
        vec_push(&g->locations, (location){0});
    for (; g->objects.n > objects; g->objects.n--)
        vec_free(&vec_last(&g->objects).all);
    while (g->objects.n < objects)
        vec_push(&g->objects, (accesses){0});
}

static void copy_location(const location *l, location *out)
{
    out->object = l->object;
    out->offset = l->offset;
    out->size = l->size;
    out->words = l->words;
    out->nwords = l->nwords;
    out->operated = l->operated;
    COPY(&out->mo, &l->mo);
    COPY(&out->from, &l->from);
}

static void copy_birth(const thread_nodes *t, thread_nodes *out)
{
    out->creator = t->creator;
    out->ordinal = t->ordinal;
    out->created = t->created;
    out->joined = t->joined;
}

void graph_copy(const graph *g, graph *out)
{
    resize(out, g->threads.n, g->locations.n, g->objects.n);
    for (u32 t = 0; t < g->threads.n; t++) {
        COPY(&out->threads.at[t].all, &g->threads.at[t].all);
        copy_birth(&g->threads.at[t], &out->threads.at[t]);
        out->threads.at[t].planned = false;
    }
    for (u32 k = 0; k < g->locations.n; k++)
        copy_location(&g->locations.at[k], &out->locations.at[k]);
    for (u32 k = 0; k < g->objects.n; k++) {
        out->objects.at[k].object = g->objects.at[k].object;
        COPY(&out->objects.at[k].all, &g->objects.at[k].all);
    }
    COPY(&out->order, &g->order);
    COPY(&out->words, &g->words);
    COPY(&out->clocks, &g->clocks);
    vec_clear(&out->todo);
    out->stamp = g->stamp;
    out->snapshot = g->snapshot;
    out->revisits = false;
    out->renumbered = false;
    out->word_bytes = g->word_bytes;
    out->lets = g->lets;
    out->of = g->of;
}

u32 graph_first_added(const graph *g, const u32 *done)
{
    u32 best = g->threads.n, least = UINT32_MAX;

    for (u32 t = 0; t < g->threads.n; t++)
        if (done[t] < graph_count(g, t) && g->threads.at[t].all.at[done[t]].added < least) {
            least = g->threads.at[t].all.at[done[t]].added;
            best = t;
        }
    return best;
}

void graph_free(graph *g)
{
    for (u32 t = 0; t < g->threads.n; t++)
        vec_free(&g->threads.at[t].all);
    for (u32 k = 0; k < g->locations.n; k++)
        free_location(&g->locations.at[k]);
    for (u32 k = 0; k < g->objects.n; k++)
        vec_free(&g->objects.at[k].all);
    vec_free(&g->threads);
    vec_free(&g->order);
    vec_free(&g->locations);
    vec_free(&g->objects);
    vec_free(&g->words);
    vec_free(&g->clocks);
    vec_free(&g->todo);
}
