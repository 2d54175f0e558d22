/* Why a line failed, as values: the locals that its source text names, the members and elements it
 * names, and what else it read of memory.  A value that the thread read in an earlier step is said
 * as it was read: another thread may have changed it since. */
#include "report/reasons.h"
#include "base/items.h"

#include <ctype.h>
#include <string.h>

typedef struct finder {
    const explanation *st;
    sys *s;
    int slot;         /* of the failing thread, or -1 */
    const char *line; /* the source text */
    bool now;         /* all values are those of the last state */
    bool alone;       /* names alone count too: none of them is a local that is shown */
    frame_shown top;
    VEC(event) places; /* said already, by another name perhaps */
    VEC(char *) paths;
    bool any;
    text *out;
} finder;

/* Does the source text have this identifier? */
static bool mentions(const char *line, const char *name, size_t n)
{
    for (const char *at = line; *at;) {
        size_t len = text_word(at);

        if (len == n && memcmp(at, name, n) == 0 && (at == line || at[-1] != '.'))
            return true;
        at += len ? len : 1;
    }
    return false;
}

/* The first such values follow a colon, others a comma. */
static void add_sign(finder *f)
{
    text_add(f->out, f->any ? ", " : ": ");
    f->any = true;
}

/* Of "i = 3, p = &x" what the source line speaks of. */
static void add_mentioned(finder *f)
{
    const char *locals = text_str(&f->top.locals);

    while (*locals) {
        const char *end = items_end(locals);
        size_t n = text_word(locals);

        if (n && mentions(f->line, locals, n)) {
            add_sign(f);
            text_addn(f->out, locals, (size_t)(end - locals));
        }
        locals = items_next(end);
    }
}

/* Is it part of a local that is shown as a whole? */
static bool shown_whole(const finder *f, const char *where)
{
    const char *locals = text_str(&f->top.locals);
    size_t n = text_word(where);

    if (strncmp(locals, "this = ", strlen("this = ")) == 0) /* it is elsewhere, and not shown */
        locals = items_next(items_end(locals));
    return n && !strstr(where, "->") && mentions(locals, where, n);
}

/* Members and elements. */

/* The end of `[...]`, or NULL. */
static const char *past_brackets(const char *at)
{
    int depth = 0;

    for (; *at; at++) {
        depth += (*at == '[') - (*at == ']');
        if (depth == 0)
            return at + 1;
    }
    return NULL;
}

/* What goes on a path after a name: a member or an element; NULL when nothing does. */
static const char *past_part(const char *at)
{
    while (*at == ' ')
        at++;
    if (*at == '[')
        return past_brackets(at);
    if (at[0] == '-' && at[1] == '>')
        at += 2;
    else if (*at == '.')
        at++;
    else
        return NULL;
    while (*at == ' ')
        at++;
    return text_word(at) ? at + text_word(at) : NULL;
}

/* The end of the path that begins with the name at `at`; `at` itself when it is a call, or a name
 * alone that does not count. */
static const char *past_path(const finder *f, const char *at)
{
    const char *end = at + text_word(at), *next;

    for (next = past_part(end); next; next = past_part(end))
        end = next;
    for (next = end; *next == ' '; next++)
        ;
    return *next == '(' || (!f->alone && end == at + text_word(at)) ? at : end;
}

/* The step of the failing thread that read it at that line last, or NULL. */
static const action *read_before(const finder *f, const event *e)
{
    const explanation *st = f->st;

    for (u32 i = st->steps.n; i-- > 0;) {
        const explained_step *step = &st->steps.at[i];

        for (u32 k = step->actions.n; k-- > 0 && step->actor == st->failing;) {
            const action *d = &step->actions.at[k];

            if (d->kind == EV_READ && e->object && d->object == e->object &&
                d->offset == e->offset && d->line == st->line && *d->now)
                return d;
        }
    }
    return NULL;
}

static const action *read_last(const finder *f, const event *e)
{
    for (u32 i = 0; i < f->st->reads.n; i++) {
        const action *d = &f->st->reads.at[i];

        if (e->object && d->object == e->object && d->offset == e->offset)
            return d;
    }
    return read_before(f, e);
}

static bool said(const finder *f, const char *path)
{
    for (u32 i = 0; i < f->paths.n; i++)
        if (strcmp(f->paths.at[i], path) == 0)
            return true;
    return false;
}

static void add_path(finder *f, const char *path)
{
    event e = {0};
    text value = {0};
    const action *d;

    if (!said(f, path) && !shown_whole(f, path) && sys_look(f->s, (u16)f->slot, path, &e, &value)) {
        d = e.flags & EVF_VALUE && !f->now ? read_last(f, &e) : NULL;
        add_sign(f);
        text_addf(f->out, "%s = %s", path, d ? d->now : text_str(&value));
        if (d && d->from)
            text_addf(f->out, " (written at step %u)", d->from);
        vec_push(&f->places, e);
        vec_push(&f->paths, mem_strdup(path));
    }
    text_free(&value);
}

static const char *past_literal(const char *at)
{
    char quote = *at++;

    for (; *at && *at != quote; at++)
        at += *at == '\\' && at[1];
    return *at ? at + 1 : at;
}

static void add_paths(finder *f)
{
    text path = {0};

    for (const char *at = f->line; *at && sys_looks(f->s);) {
        const char *end = past_path(f, at);
        size_t n = text_word(at);

        if (*at == '"' || *at == '\'') {
            at = past_literal(at);
            continue;
        }
        if (n && !isdigit((u8)*at) && end > at) {
            text_clear(&path);
            for (const char *c = at; c < end; c++)
                if (*c != ' ')
                    text_addc(&path, *c);
            add_path(f, path.at);
            n = (size_t)(end - at);
        }
        at += n ? n : 1;
    }
    text_free(&path);
}

/* Memory. */

static bool read_later(const explanation *st, u32 i)
{
    for (u32 j = 0; j < i; j++)
        if (strcmp(st->reads.at[j].where, st->reads.at[i].where) == 0)
            return true;
    return false;
}

static bool place_said(const finder *f, const action *d)
{
    for (u32 i = 0; i < f->places.n; i++)
        if (f->places.at[i].object == d->object && f->places.at[i].offset == d->offset)
            return true;
    return false;
}

/* A look at a table of virtual functions, or for it. */
static bool of_class(const action *d)
{
    return strstr(d->where, "vtable for ") || strstr(d->now, "vtable for ");
}

static void add_reads(finder *f)
{
    const explanation *st = f->st;

    for (u32 i = 0; i < st->reads.n; i++) {
        const action *d = &st->reads.at[i];

        if (of_class(d) || d->line != st->line || strcmp(d->file, st->file) != 0 || !*d->where ||
            read_later(st, i) || shown_whole(f, d->where) || place_said(f, d))
            continue;
        add_sign(f);
        text_addf(f->out, "%s = %s", d->where, d->now);
        if (d->from)
            text_addf(f->out, " (written at step %u)", d->from);
    }
}

static void free_finder(finder *f)
{
    vec_free_items(&f->paths);
    vec_free(&f->places);
    text_free(&f->top.locals);
}

void reasons_invariant(const explanation *st, sys *s, const char *expression, text *out)
{
    finder f = {.st = st,
                .s = s,
                .slot = NO_THREAD,
                .line = expression,
                .now = true,
                .alone = true,
                .out = out};

    add_paths(&f);
    free_finder(&f);
}

void reasons_add(const explanation *st, sys *s, const char *line, text *out)
{
    finder f = {.st = st, .s = s, .slot = -1, .line = line, .out = out};

    for (u32 i = 0; i < st->actor_of.n; i++)
        if (st->actor_of.at[i] == st->failing)
            f.slot = (int)i;
    if (f.slot >= 0 && sys_stack(s, (u16)f.slot, 1, &f.top) && f.top.line == st->line) {
        f.alone = !f.top.locals.n;
        add_mentioned(&f);
        add_paths(&f);
    }
    add_reads(&f);
    free_finder(&f);
}
