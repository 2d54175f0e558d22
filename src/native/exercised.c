/* What was exercised of a program.
 *
 * The search hands over each step that it takes anew; a step is noted under its operation and the
 * place it was taken at: the innermost one of the program's own code, where stacks are kept.
 *
 * What was not exercised is read from the sources: a line that has code, by the program's debug
 * information, and has the name of a visible operation with a parenthesis behind it.  A call
 * through a macro of another name is not found, so that the list may be too short, never too long
 * by what a search met. */
#include "native/exercised.h"
#include "base/map.h"
#include "base/text.h"
#include "native/names.h"
#include "native/run.h"
#include "native/shown.h"

#include <inttypes.h>
#include <string.h>

typedef struct place {
    u32 operation;
    const spot *at; /* NULL: unknown */
    u64 steps;
    u64 threads; /* slots, as bits */
} place;

_Static_assert(NATIVE_THREADS <= 64, "a bit for each thread");

struct exercised {
    map known; /* operation, image and address */
    VEC(place) places;
    char *names[NATIVE_THREADS]; /* of slots, as they were first */
};

exercised *exercised_open(void)
{
    return mem_alloc(sizeof(exercised));
}

void exercised_close(exercised *x)
{
    for (u32 i = 0; i < LENGTH(x->names); i++)
        mem_free(x->names[i]);
    map_free(&x->known);
    vec_free(&x->places);
    mem_free(x);
}

static place *place_of(exercised *x, const footstep *f, const spot *at)
{
    u64 key = ((u64)f->operation * NATIVE_IMAGES + f->image) << 48 ^ (at ? at->address : 0);
    u32 i = map_number(&x->known, key);

    if (i == x->places.n)
        vec_push(&x->places, ((place){.operation = f->operation, .at = at}));
    return &x->places.at[i];
}

static void name_thread(exercised *x, sys *s, u16 slot)
{
    text name = {0};

    sys_thread_name(s, slot, &name);
    x->names[slot] = mem_strdup(text_str(&name));
    text_free(&name);
}

void exercised_note(void *with, sys *s, const event *e)
{
    exercised *x = with;
    native *n = of(s);
    const footstep *f = n->at ? &n->path.at[n->at - 1] : NULL;
    place *p;

    (void)e;
    if (!f || f->thread >= NATIVE_THREADS)
        return;
    p = place_of(x, f, shown_place(n, f));
    p->steps++;
    p->threads |= 1ull << f->thread;
    if (!x->names[f->thread])
        name_thread(x, s, f->thread);
}

static void add_threads(const exercised *x, const place *p, text *out)
{
    for (u32 i = 0; i < NATIVE_THREADS; i++)
        if (p->threads >> i & 1)
            text_addf(out, "%sT%" PRIu32 " %s", out->n ? ", " : "", i, x->names[i]);
}

typedef struct telling {
    void (*each)(void *with, const exercise *e);
    void *with;
} telling;

static void tell_place(const exercised *x, const place *p, const telling *t)
{
    const spot *at = p->at;
    text threads = {0};

    add_threads(x, p, &threads);
    t->each(t->with, &(exercise){.call = native_rows[p->operation].call,
                                 .file = at ? at->file : "",
                                 .line = at ? at->line : 0,
                                 .user = at && at->user && at->line,
                                 .steps = p->steps,
                                 .threads = text_str(&threads)});
    text_free(&threads);
}

/* ---- the sources ---- */

/* `pthread_cond_wait, woken` is a part of that call; accesses and ends have no name to look for. */
static bool is_called(u32 operation)
{
    return !native_in(operation, FAMILY_ACCESS) && operation != NATIVE_START &&
           operation != NATIVE_THREAD_EXIT && operation != NATIVE_PARKED &&
           !strchr(native_rows[operation].call, ',');
}

/* Is this name called in the line? */
static bool calls(const char *line, const char *end, const char *name)
{
    size_t n = strlen(name);

    for (const char *at = line; (at = strstr(at, name)) && at + n <= end; at += n) {
        const char *after = at + n;

        while (after < end && *after == ' ')
            after++;
        if ((at == line || !text_is_word(at[-1])) && after < end && *after == '(')
            return true;
    }
    return false;
}

static void tell_line(const char *file, u32 line, const char *words, const char *end,
                      const telling *t)
{
    for (u32 i = 0; i < NATIVE_OPERATIONS; i++)
        if (is_called(i) && calls(words, end, native_rows[i].call))
            t->each(t->with, &(exercise){.call = native_rows[i].call,
                                         .file = file,
                                         .line = line,
                                         .user = true,
                                         .threads = ""});
}

static void tell_file(void *with, const char *file, const u8 *has_code, u32 lines)
{
    const telling *t = with;
    text words = {0};
    const char *at, *end;

    if (strncmp(file, "/usr/", 5) == 0 || !text_read_file(&words, file))
        return;
    at = text_str(&words);
    for (u32 i = 1; i < lines && *at; i++, at = *end ? end + 1 : end) {
        end = at + strcspn(at, "\n");
        if (has_code[i])
            tell_line(file, i, at, end, t);
    }
    text_free(&words);
}

static void tell_sources(native *n, telling *t)
{
    for (u32 i = 0; i < n->images; i++)
        where_lines(&n->wheres[i], tell_file, t);
}

void exercised_tell(exercised *x, sys *s, void (*each)(void *with, const exercise *e), void *with)
{
    native *n = of(s);
    telling t = {each, with};

    for (u32 i = 0; i < x->places.n; i++)
        tell_place(x, &x->places.at[i], &t);
    tell_sources(n, &t);
}
