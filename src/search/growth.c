/* The values at a place are counted by linear counting: each sets a bit by its hash, and the bits
 * that are still zero tell how many different ones there were (Whang, Vander-Zanden and Taylor,
 * 1990).  With 4096 bits that is right within a few per cent up to some thousands, which is all
 * that advice needs. */
#include "search/growth.h"
#include "base/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void open_row(growth *g, sys *s, const event *e)
{
    shown out = {0};

    sys_show(s, e, &out);
    vec_push(&g->rows, ((growth_row){.file = out.file ? out.file : "",
                                     .line = out.line,
                                     .where = mem_strdup(text_str(&out.where))}));
    text_free(&out.where);
    text_free(&out.value);
    text_free(&out.old);
    text_free(&out.call);
}

static growth_row *row_of(growth *g, sys *s, const event *e)
{
    u32 i = map_number(&g->places, (u64)e->func << 32 | e->pc);

    if (i == g->rows.n)
        open_row(g, s, e);
    return &g->rows.at[i];
}

/* What is there now: of a static variable, whose name means the same in every state. */
static void note_value(growth_row *r, sys *s)
{
    text now = {0};
    event e = {0};

    if (*r->where && sys_look(s, NO_THREAD, r->where, &e, &now)) {
        u64 bit = hash_bytes(text_str(&now), now.n, 0) % GROWTH_BITS;

        r->values[bit / 64] |= 1ull << bit % 64;
    }
    text_free(&now);
}

void growth_add(growth *g, sys *s, const event *e)
{
    growth_row *r;

    g->states++;
    if (e->kind == EV_NONE)
        return;
    r = row_of(g, s, e);
    r->states++;
    if (g->every != 1 || g->states % GROWTH_EVERY == 0)
        note_value(r, s);
}

u64 growth_values(const growth_row *r)
{
    u32 set = 0;

    for (u32 i = 0; i < LENGTH(r->values); i++)
        set += (u32)__builtin_popcountll(r->values[i]);
    if (set == GROWTH_BITS)
        return UINT64_MAX;
    return (u64)(-GROWTH_BITS * log(1 - (double)set / GROWTH_BITS) + 0.5);
}

static int by_place(const void *a, const void *b)
{
    const growth_row *x = a, *y = b;
    int order = strcmp(x->file, y->file);

    return order ? order : (x->line > y->line) - (x->line < y->line);
}

static int by_states(const void *a, const void *b)
{
    const growth_row *x = a, *y = b;

    return (y->states > x->states) - (y->states < x->states);
}

/* Of one line; what is written most often there is named. */
static void join_rows(growth_row *into, growth_row *from)
{
    into->states += from->states;
    if (growth_values(from) > growth_values(into)) {
        char *where = into->where;

        into->where = from->where;
        from->where = where;
        memcpy(into->values, from->values, sizeof into->values);
    }
}

void growth_sort(growth *g)
{
    u32 n = 0;

    if (!g->rows.n)
        return;
    qsort(g->rows.at, g->rows.n, sizeof *g->rows.at, by_place);
    for (u32 i = 1; i < g->rows.n; i++) {
        if (by_place(&g->rows.at[n], &g->rows.at[i]) != 0) {
            g->rows.at[++n] = g->rows.at[i];
            continue;
        }
        join_rows(&g->rows.at[n], &g->rows.at[i]);
        mem_free(g->rows.at[i].where);
    }
    g->rows.n = n + 1;
    qsort(g->rows.at, g->rows.n, sizeof *g->rows.at, by_states);
}

void growth_free(growth *g)
{
    for (u32 i = 0; i < g->rows.n; i++)
        mem_free(g->rows.at[i].where);
    vec_free(&g->rows);
    map_free(&g->places);
    *g = (growth){.every = g->every};
}
