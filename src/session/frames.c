/* Stacks with the calls that an optimiser inlined, as a debugger shows them: the function that the
 * code was written in, then where it was called, and so on up to the function that has the code.
 *
 * The machine tells its own frames.  In inlined code the string that names the file tells which
 * calls were inlined (front/inlined.h).
 *
 * The machine gets a copy of its table of operations, in which two are replaced: those that tell of
 * functions.  The copy is the first member of `over`, so that the two find the rest of it. */
#include "session/frames.h"
#include "base/items.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct over {
    system_ops ops; /* first: what the system points to */
    system_describe describe;
    const system_ops *own; /* the machine's */
    const inlined *calls;
    bool folded;
} over;

static sys *clone(sys *s);

static const over *over_of(const sys *s)
{
    assert(s->ops->clone == clone); /* the table is one of ours, with what lies behind it */
    return (const over *)(const void *)s->ops;
}

static bool listed(const text *items, const char *item, size_t n)
{
    for (const char *at = text_str(items), *end; *at; at = items_next(end)) {
        end = items_end(at);
        if ((size_t)(end - at) == n && strncmp(at, item, n) == 0)
            return true;
    }
    return false;
}

/* Functions that were inlined may have parameters of the same name, one handed on to the other. */
static void list_once(text *locals)
{
    text all = {0};

    for (const char *at = text_str(locals), *end; *at; at = items_next(end)) {
        end = items_end(at);
        if (listed(&all, at, (size_t)(end - at)))
            continue;
        text_add(&all, all.n ? ", " : "");
        text_addn(&all, at, (size_t)(end - at));
    }
    text_free(locals);
    *locals = all;
}

static bool in_user(const inlined_call *c, const char *file)
{
    for (; c && program_header(file); c = c->caller)
        file = c->file;
    return !program_header(file);
}

/* One frame becomes so many as calls are inlined there; the locals are the last one's.  What the
 * library has between the user's functions, or around them, is left out. */
static u32 expand(const over *x, frame_shown *from, u32 max, frame_shown *out)
{
    const inlined_call *c = inlined_of(x->calls, from->file);
    const char *file = from->file;
    u32 n = 0, line = from->line;
    bool users = in_user(c, file);

    if (c)
        list_once(&from->locals);
    for (; n < max; c = c->caller) {
        if (!users || !program_header(file)) {
            out[n].function = c ? c->function : from->function;
            out[n].file = file;
            out[n++].line = line;
        }
        if (!c)
            break;
        file = c->file;
        line = c->line;
    }
    text_free(&out[n - 1].locals);
    out[n - 1].locals = from->locals;
    return n;
}

/* `(value, inlined at uaf.c:9 in use, inlined at uaf.c:15)` before the variables. */
static void fold(const over *x, frame_shown *f)
{
    const inlined_call *c = inlined_of(x->calls, f->file);
    text all = {0};

    if (!c)
        return;
    list_once(&f->locals);
    for (const inlined_call *at = c; at; at = at->caller)
        text_addf(&all, "%s%s, inlined at %s:%" PRIu32, at == c ? "(" : " in ", at->function,
                  at->file, at->line);
    text_addf(&all, ")%s%s", f->locals.n ? "  " : "", text_str(&f->locals));
    text_free(&f->locals);
    f->locals = all;
}

static u32 folded(sys *s, u16 thread, u32 max, frame_shown *out)
{
    const over *x = over_of(s);
    u32 n = x->own->describe->stack(s, thread, max, out);

    for (u32 i = 0; i < n; i++)
        fold(x, &out[i]);
    return n;
}

static u32 stack(sys *s, u16 thread, u32 max, frame_shown *out)
{
    const over *x = over_of(s);
    frame_shown *own = mem_alloc(max * sizeof *own);
    u32 n = x->own->describe->stack(s, thread, max, own), k = 0;

    for (u32 i = 0; i < n; i++) {
        if (k < max)
            k += expand(x, &own[i], max - k, out + k);
        else
            text_free(&own[i].locals);
    }
    mem_free(own);
    return k;
}

/* A place in inlined code, and on the way out to who called it. */
typedef struct position {
    const char *function, *file;
    u32 line;
    const inlined_call *in; /* NULL: this is the machine's own function */
} position;

static position outwards(const position *at, const char *own)
{
    const inlined_call *c = at->in->caller;

    return (position){c ? c->function : own, at->in->file, at->in->line, c};
}

static bool of_system(const position *at)
{
    return strncmp(at->file, "/usr/", 5) == 0;
}

/* What headers have is told of where the user calls it. */
static position users_place(position at, const char *own)
{
    position out = at;

    while (out.in && of_system(&out))
        out = outwards(&out, own);
    return of_system(&out) ? at : out;
}

static void show(sys *s, const event *e, shown *out)
{
    const over *x = over_of(s);
    position at = {0};

    x->own->describe->show(s, e, out);
    at.in = out->file ? inlined_of(x->calls, out->file) : NULL;
    if (!at.in)
        return;
    at.function = at.in->function;
    at.file = out->file;
    at.line = out->line;
    at = users_place(at, out->function);
    out->column = out->line == at.line ? out->column : 0;
    out->function = at.function;
    out->file = at.file;
    out->line = at.line;
}

static sys *clone(sys *s)
{
    return frames_over(over_of(s)->own->clone(s), over_of(s)->calls, over_of(s)->folded);
}

static void close_over(sys *s)
{
    over *x = (over *)(uintptr_t)over_of(s);

    s->ops = x->own;
    mem_free(x);
    sys_close(s);
}

static bool is_newer(const char *file, double seconds)
{
    struct timespec now;
    struct stat is;

    clock_gettime(CLOCK_REALTIME, &now);
    return stat(file, &is) == 0 && (double)(now.tv_sec - is.st_mtim.tv_sec) +
                                           (double)(now.tv_nsec - is.st_mtim.tv_nsec) / 1e9 <
                                       seconds;
}

/* To compile what has changed may fail, and what is known of the failure would be lost. */
static bool has_changed(const front_options *o, const program *p, double seconds)
{
    for (u32 i = 0; i < o->files.n; i++)
        if (access(o->files.at[i], R_OK) != 0 || is_newer(o->files.at[i], seconds))
            return true;
    for (u32 i = 0; i < p->files.n; i++)
        if (is_newer(p->files.at[i], seconds))
            return true;
    return false;
}

inlined *frames_find(const front_options *o, program *p, double seconds)
{
    if (strcmp(p->level, "-O0") == 0 || has_changed(o, p, seconds))
        return NULL;
    return inlined_find(o, p);
}

sys *frames_over(sys *machine, const inlined *calls, bool is_folded)
{
    sys *s = calls ? sys_with_describe(machine) : NULL;
    over *x;

    if (!s)
        return machine;
    x = mem_alloc(sizeof *x);
    x->own = s->ops;
    x->calls = calls;
    x->ops = *s->ops;
    x->describe = *s->ops->describe;
    x->folded = is_folded;
    x->describe.stack = is_folded ? folded : stack;
    if (!is_folded)
        x->describe.show = show;
    x->ops.describe = &x->describe;
    x->ops.clone = clone;
    x->ops.close = close_over;
    s->ops = &x->ops;
    return machine;
}
