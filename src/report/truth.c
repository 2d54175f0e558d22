/* Is what a report says of an event true?  Names, values and arguments are made from the machine's
 * objects by their numbers (vm/name.c, vm/show.c).  Here they are read back as text, as a C
 * programmer would read them, and evaluated in the frame of the thread at the moment of the event
 * (system.h, look): a name must lead to the object and the bytes that the event touched, the value
 * there must be the one that is shown, and an argument of a call must be what the source text of
 * that call gives in the same frame.  What is said to have been there before is looked up in the
 * state before the step.  A number that is shown must be the one that the event has.  Locks and
 * semaphores are followed through the whole explanation: who locks one has it, and a semaphore
 * counts in steps of one.
 *
 * What cannot be read back (a heap object by its number, a cast in the source) is passed over; what
 * can be and differs is a defect of heddle. */
#include "report/truth.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What was last said of a semaphore. */
typedef struct counted {
    u64 object;
    u32 offset;
    long value;
} counted;

struct truth {
    source src;
    bool optimised;
    VEC(counted) counts;
};

truth *truth_open(const trace *t)
{
    truth *x = mem_alloc(sizeof *x);

    x->src.folder = t->folder;
    for (u32 i = 0; i < t->command.n; i++)
        x->optimised |= strncmp(t->command.at[i], "-O", 2) == 0 && strcmp(t->command.at[i], "-O0");
    return x;
}

void truth_close(truth *x)
{
    if (!x)
        return;
    source_free(&x->src);
    vec_free(&x->counts);
    mem_free(x);
}

/* Places. */

/* A place in memory that a text names, and the text of the value there, "" when it has none. */
typedef struct meant {
    bool known;
    event at;
    text value;
} meant;

static void free_meant(meant *m)
{
    text_free(&m->value);
}

static meant look_at(sys *s, u16 thread, const char *path)
{
    meant m = {0};

    if (sys_looks(s) && !strpbrk(path, "#*(){}:+ \"'") && !strstr(path, ".."))
        m.known = sys_look(s, thread, path, &m.at, &m.value) || m.at.object;
    m.known &= m.at.object != 0;
    return m;
}

static bool same_place(const event *a, const event *b)
{
    return a->object == b->object && a->offset == b->offset;
}

/* Is the event inside what the name stands for?  A name may be of more than its bytes, and of a
 * bit-field the bytes around it are touched. */
static bool covers(const event *name, const event *e)
{
    return name->object == e->object && name->offset < (u64)e->offset + (e->size ? e->size : 1) &&
           e->offset < (u64)name->offset + (name->size ? name->size : 1);
}

static _Noreturn void lie(const action *d, const char *what, const char *said, const char *is)
{
    die("the report is wrong at %s:%u: %s is shown as '%s', and is '%s'", d->file ? d->file : "?",
        d->line, what, said, is);
}

/* Values. */

static bool is_number(const char *s)
{
    s += *s == '-';
    if (!*s)
        return false;
    while (isdigit((u8)*s))
        s++;
    return !*s;
}

static bool has_value(const event *e)
{
    bool access = e->kind == EV_READ || e->kind == EV_WRITE || e->kind == EV_UPDATE;

    return access && e->flags & EVF_VALUE && !(e->flags & EVF_UNDEFINED);
}

static void check_value(const meant *m, const event *e, const action *d)
{
    if (has_value(e) && m->at.flags & EVF_VALUE && same_place(&m->at, e) && m->at.size == e->size &&
        strcmp(text_str(&m->value), d->now) != 0)
        lie(d, d->where, d->now, text_str(&m->value));
}

/* Is the text another number than this, in so many bytes, with a sign or without?  (In assembly
 * systems sizes count cells, which hold whole words.) */
static bool other_number(const char *said, u64 value, u32 size)
{
    u32 unused = size < 8 ? 64 - size * 8 : 0;
    bool fits =
        (u64)((i64)(value << unused) >> unused) == value || (value << unused) >> unused == value;

    unused = fits ? unused : 0;
    i64 number = (i64)(value << unused) >> unused;
    bool minus = *said == '-';

    return is_number(said) && (minus ? strtoll(said, NULL, 10) != number
                                     : strtoull(said, NULL, 10) != (value << unused) >> unused);
}

/* Of the event's own bytes: the place has a type, or none is known. */
static void check_numbers(const meant *m, const event *e, const action *d)
{
    char is[24];
    u64 value = e->value, old = e->old;

    if (!has_value(e) || e->flags & EVF_POINTER || e->size > 8 ||
        (m->known && (!(m->at.flags & EVF_VALUE) || m->at.size != e->size)))
        return;
    if (other_number(d->now, value, e->size)) {
        snprintf(is, sizeof is, "%lld", (long long)value);
        lie(d, d->where, d->now, is);
    }
    if (e->kind != EV_READ && other_number(d->old, old, e->size)) {
        snprintf(is, sizeof is, "%lld", (long long)old);
        lie(d, "the value before", d->old, is);
    }
}

/* A local may hide the static variable of its name. */
static void check_where(sys *s, const event *e, const action *d, bool value)
{
    meant all = look_at(s, NO_THREAD, d->where), own = look_at(s, e->thread, d->where);
    const meant *m = own.known && (covers(&own.at, e) || !all.known) ? &own : &all;

    if (m->known && !covers(&m->at, e))
        lie(d, "an object", d->where, "another one");
    if (m->known && value)
        check_value(m, e, d);
    if (m->known)
        check_numbers(m, e, d);
    free_meant(&all);
    free_meant(&own);
}

/* Arguments. */

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t' || *at == '\n')
        at++;
    return at;
}

/* The end of the argument that begins there: a comma or the parenthesis that closes the call. */
static const char *argument_end(const char *at)
{
    int depth = 0;

    for (; *at; at++) {
        if ((*at == ',' || *at == ')') && depth == 0)
            return at;
        if (*at == '"' || *at == '\'')
            return NULL;
        depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
    }
    return NULL;
}

/* The text of an argument without blanks; NULL: there is none such. */
static char *argument_text(const char **at)
{
    const char *end = argument_end(*at);
    text one = {0};
    char *out;

    if (!end)
        return NULL;
    for (const char *c = *at; c < end; c++)
        if (*c != ' ' && *c != '\t')
            text_addc(&one, *c);
    *at = *end == ',' ? skip_blanks(end + 1) : end;
    out = mem_strdup(text_str(&one));
    text_free(&one);
    return out;
}

/* What an argument points to: `&place`, or a variable that has the place as its value. */
static meant pointed_to(sys *s, u16 thread, const char *argument)
{
    meant m = look_at(s, thread, argument + (*argument == '&')), to;

    if (*argument == '&' || !m.known || text_str(&m.value)[0] != '&')
        return m;
    to = look_at(s, thread, m.value.at + 1);
    free_meant(&m);
    return to;
}

static void check_argument(sys *s, const event *e, const action *d, const char *written,
                           const char *said)
{
    meant a = pointed_to(s, e->thread, written), b = pointed_to(s, e->thread, said);

    if (*written == '&' && *said == '&' && a.known && b.known && !same_place(&a.at, &b.at))
        lie(d, written, said, "another place");
    if (*written != '&' && is_number(said) && a.known && is_number(text_str(&a.value)) &&
        strcmp(a.value.at, said) != 0)
        lie(d, written, said, a.value.at);
    free_meant(&a);
    free_meant(&b);
}

/* The call as the source has it, from its first argument on; NULL: it is not there, as of a macro.
 */
static const char *call_in_source(const text *line, const action *d)
{
    size_t n = strcspn(d->call, "(");
    const char *at = d->column && d->column <= line->n ? line->at + d->column - 1 : NULL;

    if (!at || strncmp(at, d->call, n) != 0)
        return NULL;
    at = skip_blanks(at + n);
    return *at == '(' ? skip_blanks(at + 1) : NULL;
}

/* Does it name the same after the step?  A static variable and its members do. */
static bool lasts(const char *written)
{
    for (; *written; written++)
        if (!isalnum((u8)*written) && !strchr("_.&", *written))
            return false;
    return true;
}

static void check_call(truth *x, sys *s, const event *e, const action *d, bool later)
{
    text line = {0};
    const char *at, *said = d->call + strcspn(d->call, "(");

    source_raw(&x->src, d->file, d->line, &line);
    at = line.n ? call_in_source(&line, d) : NULL;
    said += *said == '(';
    while (at && *at && *at != ')' && *said && *said != ')') {
        char *written = argument_text(&at), *as_shown = written ? argument_text(&said) : NULL;

        if (!as_shown)
            at = NULL;
        else if (!later || lasts(written))
            check_argument(s, e, d, written, as_shown);
        mem_free(written);
        mem_free(as_shown);
    }
    text_free(&line);
}

bool truth_before(sys *s, const event *e, const char *where, text *out)
{
    meant m;
    bool found;

    if (!*where || !has_value(e) || e->kind == EV_READ)
        return false;
    m = look_at(s, e->thread,
                where); /* as the thread sees it: its locals need no name before them */
    if (!m.known || !same_place(&m.at, e)) {
        free_meant(&m);
        m = look_at(s, NO_THREAD, where);
    }
    found = m.known && m.at.flags & EVF_VALUE && same_place(&m.at, e) && m.at.size == e->size;
    if (found)
        text_add(out, text_str(&m.value));
    free_meant(&m);
    return found;
}

/* What it pointed to before the step may have been freed since, in the same step. */
static bool same_or_freed(const char *said, const char *was)
{
    size_t n = strlen(was);

    return strncmp(said, was, n) == 0 && (!said[n] || strcmp(said + n, " (freed)") == 0);
}

void truth_old(const action *d, const char *was)
{
    if (*d->old && !same_or_freed(d->old, was))
        lie(d, "the value before", d->old, was);
}

void truth_now(truth *x, sys *s, const event *e, const action *d)
{
    if (*d->where && e->object)
        check_where(s, e, d, true);
    if (*d->call && !x->optimised)
        check_call(x, s, e, d, false);
}

/* The end of a wait at a condition, whose row has the mutex and no call. */
static bool locks_again(const action *d)
{
    return d->kind == EV_LOCK &&
           (strncmp(d->call, "pthread_cond_", 13) == 0 || strncmp(d->call, "cnd_", 4) == 0);
}

void truth_later(truth *x, sys *s, const event *e, const action *d)
{
    if (*d->where && e->object)
        check_where(s, e, d, false);
    if (*d->call && !locks_again(d))
        check_call(x, s, e, d, true);
}

/* Locks and semaphores. */

static counted *count_of(truth *x, const action *d)
{
    for (u32 i = 0; i < x->counts.n; i++)
        if (x->counts.at[i].object == d->object && x->counts.at[i].offset == d->offset)
            return &x->counts.at[i];
    return NULL;
}

/* Up by one, down by one; one that does not get it leaves it.  (semop counts as it is told.) */
static void check_count(truth *x, const action *d)
{
    counted *known = count_of(x, d);
    long value = strtol(d->now, NULL, 10), by = d->kind == EV_SEM_POST ? 1 : -1;

    if (!*d->now || strncmp(d->call, "sem_", 4) != 0)
        return;
    if (known && value != known->value + by && (by > 0 || value != known->value))
        lie(d, d->call, d->now, "more than one away from what it was");
    if (known)
        known->value = value;
    else
        vec_push(&x->counts, (counted){d->object, d->offset, value});
}

static void forget_count(truth *x, const action *d)
{
    for (u32 i = 0; i < x->counts.n; i++)
        if (x->counts.at[i].object == d->object)
            x->counts.at[i--] = x->counts.at[--x->counts.n];
}

static void check_lock(const explained_step *step, const action *d)
{
    static const char locked[] = "locked by T";

    if (step->kind != MOVE_TIMEOUT && strncmp(d->now, locked, sizeof locked - 1) == 0 &&
        strtol(d->now + sizeof locked - 1, NULL, 10) != step->actor)
        lie(d, d->call, d->now, "locked by its own thread");
}

void truth_step(truth *x, const explained_step *step)
{
    for (u32 i = 0; i < step->actions.n; i++) {
        const action *d = &step->actions.at[i];

        if (d->kind == EV_SEM_POST || d->kind == EV_SEM_WAIT)
            check_count(x, d);
        else if (d->kind == EV_LOCK)
            check_lock(step, d);
        else if (d->kind == EV_SYNC || d->kind == EV_WRITE || d->kind == EV_FREE)
            forget_count(x, d);
    }
}
