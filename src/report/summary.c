/* Which steps of a failing run matter.  Patterns are looked for by the kind of the error:
 *
 *   - memory that is used after it was freed: who freed it, and where the user got it from;
 *   - threads that wait for what does not come (stuck.c);
 *   - a std::thread that ends, or is assigned to, while its thread may still run;
 *   - stores that others saw late (delays.c), or accesses of two threads that do not go together
 *     (conflicts.c);
 *   - a wait that ended without a signal, a read of what has no value;
 *   - the last use of a lock before the one that fails, the last pointer to memory that is lost.
 *
 * Each sentence tells steps of the run with their numbers, so that it is true even where the cause
 * is another one. */
#include "report/summary.h"
#include "report/cxx.h"
#include "report/conflicts.h"
#include "report/delays.h"
#include "report/report.h"
#include "report/stuck.h"

#include <stdlib.h>
#include <string.h>

void summary_name(summary *m, const told *t)
{
    if (t->step)
        vec_push(&m->named, t->d);
}

bool summary_names(const summary *m, const action *d)
{
    for (u32 i = 0; i < m->named.n; i++)
        if (m->named.at[i] == d)
            return true;
    return false;
}

void summary_free(summary *m)
{
    text_free(&m->said);
    vec_free(&m->named);
}

/* Memory that was freed. */

static bool frees(const told *t, const void *by)
{
    (void)by;
    return t->d->kind == EV_FREE && *t->d->where;
}

/* A read by the failing thread of a pointer to what was freed. */
typedef struct pointer_read {
    int actor;
    const char *to;
} pointer_read;

/* "malloc#2" and "malloc#2 (freed)" alike. */
static bool names(const char *value, const char *object)
{
    size_t n = strlen(object);

    return strncmp(value, object, n) == 0 && (!value[n] || value[n] == ' ');
}

static bool reads_pointer(const told *t, const void *by)
{
    const pointer_read *r = by;

    return t->actor == r->actor && (t->d->kind == EV_READ || t->d->kind == EV_UPDATE) &&
           *t->d->where && names(t->d->kind == EV_UPDATE ? t->d->old : t->d->now, r->to);
}

static void add_freed(const explanation *st, const told *free, const told *read, summary *m)
{
    text *out = &m->said;

    if (free->actor == st->failing)
        text_addf(out, "T%d freed %s itself at step %u", free->actor, free->d->where, free->step);
    else if (!read->step)
        text_addf(out, "T%d freed %s at step %u, and T%d still uses it", free->actor,
                  free->d->where, free->step, st->failing);
    else if (read->step < free->step)
        text_addf(out, "T%d read %s from %s at step %u, T%d freed it at step %u, T%d still uses it",
                  st->failing, free->d->where, read->d->where, read->step, free->actor, free->step,
                  st->failing);
    else
        text_addf(out, "T%d freed %s at step %u, but T%d read it from %s at step %u", free->actor,
                  free->d->where, free->step, st->failing, read->d->where, read->step);
    summary_name(m, free);
    if (free->actor != st->failing)
        summary_name(m, read);
}

/* Of several that were freed the last one that the failing thread knows. */
static void add_use(const explanation *st, summary *m)
{
    told free = told_last(st, told_end(st), frees, NULL), first = free;

    for (; free.step; free = told_last(st, free.step, frees, NULL)) {
        pointer_read by = {st->failing, free.d->where};
        told read = told_last(st, told_end(st), reads_pointer, &by);

        if (read.step || free.actor == st->failing) {
            add_freed(st, &free, &read, m);
            return;
        }
    }
    if (first.step && !told_last(st, first.step, frees, NULL).step)
        add_freed(st, &first, &(told){0}, m);
}

/* The end of a scope at this line. */
static bool ends_scope(const told *t, const void *line)
{
    return frees(t, NULL) && !*t->d->call && t->d->line == *(const u32 *)line;
}

/* `... made at scope.c:3, ended at scope.c:5` */
static void add_scope(const explanation *st, summary *m)
{
    const char *ended = strstr(st->message, "ended at "),
               *colon = ended ? strrchr(ended, ':') : NULL;
    u32 line = colon ? (u32)atoi(colon + 1) : 0;
    told end = told_last(st, told_end(st), ends_scope, &line);

    if (!end.step)
        return;
    text_addf(&m->said, "the scope of %s ended in T%d at step %u, and T%d still uses it",
              end.d->where, end.actor, end.step, st->failing);
    summary_name(m, &end);
}

/* The last pointer to something that was written over. */
static bool forgets(const told *t, const void *by)
{
    (void)by;
    return told_writes(t->d) && *t->d->where && strncmp(t->d->old, "malloc#", 7) == 0 &&
           strcmp(t->d->old, t->d->now) != 0;
}

static void add_leak(const explanation *st, summary *m)
{
    told write = told_last(st, told_end(st), forgets, NULL);

    if (!write.step)
        return;
    text_addf(&m->said, "T%d wrote over %s at step %u, which pointed to %s", write.actor,
              write.d->where, write.step, write.d->old);
    summary_name(m, &write);
}

/* The last call of a thread, when it ends or takes over a std::thread whose own still runs. */
static bool ends_thread(const told *t, const void *by)
{
    const char *const *call = by;

    return strncmp(t->d->call, *call, strlen(*call)) == 0;
}

static void add_joinable(const explanation *st, summary *m)
{
    static const struct {
        const char *call, *how;
    } ways[] = {{"std::thread::~thread(", "is destroyed"},
                {"std::thread::operator=(", "is given another thread"}};

    for (u32 i = 0; i < LENGTH(ways); i++) {
        told last = told_last(st, st->steps.n + 1, ends_thread, &ways[i].call);

        if (last.step != st->steps.n || last.actor != st->failing)
            continue;
        text_addf(&m->said, "a std::thread that was neither joined nor detached %s", ways[i].how);
        return;
    }
}

/* Misuse of a lock or its like. */

static bool used_before(const told *t, const void *by)
{
    return told_same_object(t->d, by) && *t->d->call && !told_writes(t->d) && t->d->kind != EV_READ;
}

static bool synchronises(const told *t, const void *by)
{
    return t->actor == *(const int *)by && *t->d->where && *t->d->call;
}

/* `pthread_cond_destroy(&c)`, `std::mutex::~mutex(&m)` */
static bool destroys(const char *call)
{
    size_t name = strcspn(call, "(");
    const char *destroy = strstr(call, "_destroy("), *tilde = strstr(call, "::~");

    return (destroy && destroy < call + name) || (tilde && tilde < call + name);
}

static void add_misuse(const explanation *st, summary *m)
{
    told use = told_last(st, told_end(st), synchronises, &st->failing), before;

    if (use.step != st->steps.n)
        return;
    before = told_last(st, use.step, used_before, use.d);
    if (!before.step)
        return;
    summary_name(m, &before);
    if (st->error == ERR_DESTROYED && destroys(before.d->call)) {
        text_addf(&m->said, "T%d destroyed %s at step %u, and T%d still uses it", before.actor,
                  use.d->where, before.step, st->failing);
        return;
    }
    text_addf(&m->said, "before that, %s was used by T%d at step %u: %s", use.d->where,
              before.actor, before.step, before.d->call);
}

/* Where nothing better is known. */

static bool wakes_unsignalled(const told *t, const void *by)
{
    const explanation *st = by;

    return st->steps.at[t->step - 1].kind == MOVE_SPURIOUS && t->d->kind == EV_WOKEN && *t->d->call;
}

static void add_unsignalled(const explanation *st, summary *m)
{
    told wakes = told_last(st, told_end(st), wakes_unsignalled, st);

    if (!wakes.step)
        return;
    text_addf(&m->said,
              "T%d left %s at step %u without a signal, which may happen at any time: what it "
              "waits for is to be looked at again",
              wakes.actor, wakes.d->call, wakes.step);
    summary_name(m, &wakes);
}

static bool reads_undefined(const told *t, const void *by)
{
    return t->actor == *(const int *)by && t->d->kind == EV_READ && *t->d->where && !t->d->quiet &&
           strcmp(t->d->now, "undefined") == 0;
}

static void add_undefined(const explanation *st, summary *m)
{
    told read = told_last(st, told_end(st), reads_undefined, &st->failing);

    if (!read.step)
        return;
    text_addf(&m->said, "T%d read %s at step %u, which had no value", read.actor, read.d->where,
              read.step);
    summary_name(m, &read);
}

static void add_access(const explanation *st, bool any, summary *m)
{
    if (delays_add(st, m) || conflicts_add(st, any, m))
        return;
    if (st->error == ERR_UNINITIALISED)
        add_undefined(st, m);
    else
        add_unsignalled(st, m);
}

void summary_make(const explanation *st, sys *s, summary *m)
{
    *m = (summary){0};
    switch (st->error) {
    case ERR_USE_AFTER_FREE:
    case ERR_DOUBLE_FREE:
        add_use(st, m);
        break;
    case ERR_USE_AFTER_SCOPE:
        add_scope(st, m);
        break;
    case ERR_LEAK:
        add_leak(st, m);
        break;
    case ERR_DEADLOCK:
    case ERR_PARTIAL:
    case ERR_HANG:
        stuck_add(st, s, m);
        break;
    case ERR_RACE:
        conflicts_race(st, m);
        break;
    case ERR_UNLOCK:
    case ERR_RELOCK:
    case ERR_IN_USE:
    case ERR_DESTROYED:
    case ERR_WAIT_UNLOCKED:
        add_misuse(st, m);
        break;
    case ERR_ASSERTION:
    case ERR_ABORT:
    case ERR_UNCAUGHT:
    case ERR_UNREACHABLE:
    case ERR_EXIT_STATUS:
    case ERR_INVARIANT:
    case ERR_OBSERVER:
        add_access(st, true, m);
        break;
    case ERR_NULL_POINTER:
    case ERR_WILD_POINTER:
    case ERR_OUT_OF_BOUNDS:
    case ERR_INVALID_FREE:
    case ERR_UNINITIALISED:
    case ERR_DIVISION:
    case ERR_SHIFT:
    case ERR_OVERFLOW:
    case ERR_BAD_CALL:
        add_access(st, false, m);
        break;
    case ERR_TERMINATE:
        add_joinable(st, m);
        break;
    default:
        break;
    }
}

static void add_summary(const explanation *st, sys *s, source *src, const report_options *o,
                        text *out)
{
    summary m;

    (void)src, (void)o;
    summary_make(st, s, &m);
    text_add(out, text_str(&m.said));
    summary_free(&m);
}

const char *report_summary(sys *s, const trace *t, const report_options *o, text *out)
{
    return explanation_write(s, t, o, add_summary, out);
}
