/* The values at a place are counted by linear counting: each sets a bit by its hash, and the bits
 * that are still zero tell how many different ones there were (Whang, Vander-Zanden and Taylor,
 * 1990).  With 4096 bits that is right within a few per cent up to some thousands, which is all
 * that advice needs. */
#include "search/growth.h"
#include "base/hash.h"
#include "search/figures.h"

#include <inttypes.h>
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

static void add_thread(growth *g, sys *s, u16 slot)
{
    text name = {0};

    while (g->threads.n <= slot)
        vec_push(&g->threads, ((growth_thread){0}));
    if (!g->threads.at[slot].name) {
        sys_thread_name(s, slot, &name);
        g->threads.at[slot].name = mem_strdup(text_str(&name));
        text_free(&name);
    }
    g->threads.at[slot].states++;
}

void growth_add(growth *g, sys *s, const event *e)
{
    growth_row *r;

    if (g->each) {
        g->each(g->with, s, e);
        return;
    }
    g->states++;
    if (e->kind == EV_NONE && !(e->flags & EVF_VISIBLE)) /* it has no place */
        return;
    r = row_of(g, s, e);
    r->states++;
    add_thread(g, s, e->thread);
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

/* ---- in words ---- */

/* A line: all its places together. */
typedef struct hot_line {
    const growth_row *at; /* its place with the most values */
    u64 states;
} hot_line;

static hot_line line_of(const growth *g, u32 first)
{
    hot_line h = {.at = &g->rows.at[first]};

    for (u32 i = first; i < g->rows.n; i++) {
        const growth_row *r = &g->rows.at[i];

        if (by_place(r, &g->rows.at[first]) != 0)
            continue;
        h.states += r->states;
        if (growth_values(r) > growth_values(h.at))
            h.at = r;
    }
    return h;
}

static bool is_first_of_line(const growth *g, u32 k)
{
    for (u32 i = 0; i < k; i++)
        if (by_place(&g->rows.at[i], &g->rows.at[k]) == 0)
            return false;
    return g->rows.at[k].line != 0;
}

static int by_heat(const void *a, const void *b)
{
    const hot_line *x = a, *y = b;

    return (y->states > x->states) - (y->states < x->states);
}

static void say_line(const growth *g, const hot_line *h, text *out)
{
    u64 values = growth_values(h->at);
    char count[FIGURE];

    text_addf(out, "%s:%" PRIu32 " (%" PRIu64 "%%", h->at->file, h->at->line,
              (100 * h->states + g->states / 2) / g->states);
    if (values >= GROWTH_MANY && *h->at->where)
        text_addf(out, ", %s has %s%s values", h->at->where,
                  values == UINT64_MAX ? "more than " : "about ",
                  figure_count(count, values == UINT64_MAX ? 34000 : values));
    text_addc(out, ')');
}

/* One thread of several, from whose steps most states come. */
static void say_thread(const growth *g, text *out)
{
    u32 with = 0, most = 0;

    for (u32 i = 0; i < g->threads.n; i++) {
        with += g->threads.at[i].states != 0;
        if (g->threads.at[i].states > g->threads.at[most].states)
            most = i;
    }
    if (with > 1 && g->threads.at[most].states * 10 > g->states * 6)
        text_addf(out, ", most by T%" PRIu32 " %s", most, g->threads.at[most].name);
}

u32 growth_say(const growth *g, u32 most, text *out)
{
    VEC(hot_line) lines = {0};
    u32 said = 0;

    for (u32 i = 0; i < g->rows.n; i++)
        if (is_first_of_line(g, i))
            vec_push(&lines, line_of(g, i));
    if (lines.n)
        qsort(lines.at, lines.n, sizeof *lines.at, by_heat);
    for (; said < lines.n && said < most && lines.at[said].states * 20 >= g->states; said++) {
        text_add(out, said ? ", " : "");
        say_line(g, &lines.at[said], out);
    }
    if (said)
        say_thread(g, out);
    vec_free(&lines);
    return said;
}

void growth_free(growth *g)
{
    for (u32 i = 0; i < g->threads.n; i++)
        mem_free(g->threads.at[i].name);
    vec_free(&g->threads);
    for (u32 i = 0; i < g->rows.n; i++)
        mem_free(g->rows.at[i].where);
    vec_free(&g->rows);
    map_free(&g->places);
    *g = (growth){.every = g->every, .each = g->each, .with = g->with};
}
