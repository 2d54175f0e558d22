/* Patterns, the more telling ones first.  In each another thread writes an object where the
 * program took for granted that nobody would:
 *
 *   - a thread reads it and writes it later, and the write between them is lost;
 *   - the failing thread reads it twice, with a write between;
 *   - the failing line read it in an earlier step, and it was written since;
 *   - the failing line reads what a thread wrote that had read it twice, with a write between;
 *   - the failing line reads what another thread wrote, which is no conflict, but where to look;
 *   - where it reads nothing of others', what its thread read before and was written since, or else
 *     the last thing of another thread's that its thread read;
 *   - of objects of C++'s library, whose members have no name for users, the calls of two threads.
 *
 * A data race names its two accesses itself; what is added is in which steps they are. */
#include "report/conflicts.h"
#include "report/cxx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool overwrites(const told *t, const void *by)
{
    return t->d->kind == EV_WRITE && told_writes(t->d) && *t->d->where &&
           (!by || told_same_object(t->d, by));
}

static bool foreign_write(const told *t, const void *by)
{
    const told *own = by;

    return t->actor != own->actor && told_writes(t->d) && told_same_object(t->d, own->d);
}

static bool own_access(const told *t, const void *by)
{
    const told *own = by;

    return t->actor == own->actor && told_same_object(t->d, own->d) &&
           (t->d->kind == EV_READ || told_writes(t->d));
}

static void name_three(summary *m, const told *a, const told *b, const told *c)
{
    summary_name(m, a);
    summary_name(m, b);
    summary_name(m, c);
}

static bool add_lost_write(const explanation *st, const told *write, summary *m)
{
    told other = told_last(st, write->step, foreign_write, write);
    told read = told_last(st, write->step, own_access, write);

    if (!other.step || !read.step || read.d->kind != EV_READ || read.step > other.step)
        return false;
    text_addf(&m->said,
              "T%d read %s at step %u and wrote it at step %u; the write of T%d between them, at "
              "step %u, is lost",
              write->actor, write->d->where, read.step, write->step, other.actor, other.step);
    name_three(m, &read, &other, write);
    return true;
}

static bool lost_write(const explanation *st, const action *of, summary *m)
{
    told write = told_last(st, told_end(st), overwrites, of);

    for (; write.step; write = told_last(st, write.step, overwrites, of))
        if (add_lost_write(st, &write, m))
            return true;
    return false;
}

/* A read by the failing thread, of that object or at that line. */
typedef struct own_read {
    int actor;
    const action *of; /* NULL: of any */
    const char *file; /* NULL: anywhere */
    u32 line;
} own_read;

static bool reads_own(const told *t, const void *by)
{
    const own_read *r = by;

    return t->actor == r->actor && t->d->kind == EV_READ && *t->d->where && !t->d->quiet &&
           (!r->of || told_same_object(t->d, r->of)) &&
           (!r->file || (t->d->line == r->line && t->d->file && strcmp(t->d->file, r->file) == 0));
}

/* What users call the place; nothing for what only C++'s library knows. */
static text place_of(const action *d)
{
    text place = {0};

    cxx_say_place(d->where, &place);
    if (!place.n && !(cxx_call(d->call) && cxx_place(d->where)))
        text_add(&place, d->where);
    return place;
}

/* Between two looks of a thread, the second before this step, another one wrote. */
static bool looked_twice(const explanation *st, const own_read *by, u32 before, summary *m)
{
    told again = told_last(st, before, reads_own, by), other, first;

    for (; again.step; again = told_last(st, again.step, reads_own, by)) {
        other = told_last(st, again.step, foreign_write, &again);
        first = other.step ? told_last(st, other.step, own_access, &again) : (told){0};
        if (!first.step || first.d->kind != EV_READ)
            continue;
        text place = place_of(again.d);

        if (!place.n)
            continue;
        text_addf(&m->said,
                  "T%d read %s at step %u and again at step %u; T%d wrote it between them, at step "
                  "%u",
                  again.actor, place.at, first.step, again.step, other.actor, other.step);
        text_free(&place);
        name_three(m, &first, &other, &again);
        return true;
    }
    return false;
}

static bool two_looks(const explanation *st, const action *of, summary *m)
{
    own_read by = {.actor = st->failing, .of = of};

    return looked_twice(st, &by, told_end(st), m);
}

/* What the failing line, or another of its thread's, read is no longer so. */
static bool stale_read(const explanation *st, bool anywhere, summary *m)
{
    own_read by = {.actor = st->failing, .file = anywhere ? NULL : st->file, .line = st->line};
    told read = told_last(st, told_end(st), reads_own, &by), other;

    for (; read.step; read = told_last(st, read.step, reads_own, &by)) {
        other = told_last(st, told_end(st), foreign_write, &read);
        if (other.step <= read.step)
            continue;
        text_addf(&m->said, "T%d read %s at step %u; T%d wrote it since, at step %u", st->failing,
                  read.d->where, read.step, other.actor, other.step);
        summary_name(m, &read);
        summary_name(m, &other);
        return true;
    }
    return false;
}

/* The write of another thread that a read of the last step saw; step 0: there is none. */
static told write_seen(const explanation *st, const action *of)
{
    told read = {st->steps.n, st->failing, of},
         write = told_last(st, of->from + 1, foreign_write, &read);

    return of->from && write.step == of->from && *write.d->where ? write : (told){0};
}

/* The one that wrote what the failing line reads looked twice before it did. */
static bool writer_looked_twice(const explanation *st, const action *of, summary *m)
{
    told write = write_seen(st, of);
    own_read by = {.actor = write.actor, .of = of};

    return write.step && looked_twice(st, &by, write.step + 1, m);
}

static bool add_seen(const explanation *st, const told *read, const told *write, summary *m)
{
    text_addf(&m->said, "T%d read %s at step %u as T%d wrote it at step %u", st->failing,
              write->d->where, read->step, write->actor, write->step);
    summary_name(m, write);
    return true;
}

/* The failing line reads what another thread left there; `of` is a read of the last step. */
static bool seen_write(const explanation *st, const action *of, summary *m)
{
    told read = {st->steps.n, st->failing, of}, write = write_seen(st, of);

    return write.step && add_seen(st, &read, &write, m);
}

static bool reads_foreign(const told *t, const void *by)
{
    return t->actor == *(const int *)by && t->d->from && *t->d->where && !t->d->quiet &&
           !t->d->library;
}

/* The first read of what a line reads several times: a table has one row for them. */
static bool same_line_read(const told *t, const void *by)
{
    const told *later = by;

    return t->actor == later->actor && t->d->kind == later->d->kind &&
           t->d->from == later->d->from && t->d->line == later->d->line &&
           told_same_object(t->d, later->d);
}

static told first_of_line(const explanation *st, told read)
{
    told before = read;

    while (before.step) {
        read = before;
        before = told_last(st, read.step, same_line_read, &read);
    }
    return read;
}

/* The failing line may have its value from the last thing that its thread saw of another. */
static bool last_seen(const explanation *st, summary *m)
{
    told read = told_last(st, told_end(st), reads_foreign, &st->failing), write;

    if (!read.step)
        return false;
    read = first_of_line(st, read);
    write = told_last(st, read.d->from + 1, foreign_write, &read);
    if (write.step != read.d->from || !*write.d->where)
        return false;
    summary_name(m, &read);
    return add_seen(st, &read, &write, m);
}

/* A read of another thread's write, both in calls of C++'s library: `by` is the failing line. */
static bool reads_inside(const told *t, const void *by)
{
    const own_read *r = by;

    return t->actor == r->actor && t->d->kind == EV_READ && t->d->from && cxx_call(t->d->call) &&
           cxx_place(t->d->where) && t->d->line == r->line && t->d->file && r->file &&
           strcmp(t->d->file, r->file) == 0;
}

/* An object of the library that two threads use at a time, as a container has no lock: its members
 * mean nothing to users, but the calls do. */
static bool seen_inside(const explanation *st, summary *m)
{
    own_read by = {.actor = st->failing, .file = st->file, .line = st->line};
    told read = told_last(st, told_end(st), reads_inside, &by), write;

    if (!read.step)
        return false;
    write = told_last(st, read.d->from + 1, foreign_write, &read);
    if (write.step != read.d->from || !cxx_call(write.d->call))
        return false;
    text_addf(&m->said, "T%d in ", read.actor);
    cxx_say_call(read.d->call, &m->said);
    text_addf(&m->said, " read at step %u what T%d in ", read.step, write.actor);
    cxx_say_call(write.d->call, &m->said);
    text_addf(&m->said, " wrote at step %u", write.step);
    summary_name(m, &read);
    summary_name(m, &write);
    return true;
}

typedef bool pattern(const explanation *st, const action *of, summary *m);

static bool any_read(const explanation *st, pattern *is, summary *m)
{
    for (u32 i = 0; i < st->reads.n; i++)
        if (is(st, &st->reads.at[i], m))
            return true;
    return false;
}

bool conflicts_add(const explanation *st, bool any, summary *m)
{
    if (st->reads.n == 0 && any && (lost_write(st, NULL, m) || two_looks(st, NULL, m)))
        return true;
    return any_read(st, lost_write, m) || any_read(st, two_looks, m) || stale_read(st, false, m) ||
           any_read(st, writer_looked_twice, m) || any_read(st, seen_write, m) ||
           (any && (stale_read(st, true, m) || last_seen(st, m))) || seen_inside(st, m);
}

/* Data races. */

typedef struct access {
    int actor;
    bool write;
    const char *where;
    size_t n; /* of its name */
} access;

/* "write of 1 by T1 at race.c:3": whose and what it is. */
static bool read_side(const char *words, access *a)
{
    const char *by = strstr(words, " by T");

    if (!by)
        return false;
    a->actor = atoi(by + strlen(" by T"));
    a->write = strncmp(words, "read", 4) != 0;
    return true;
}

static bool is_access(const told *t, const void *by)
{
    const access *a = by;
    bool kind = a->write ? told_writes(t->d) : t->d->kind == EV_READ;

    return kind && t->actor == a->actor && strncmp(t->d->where, a->where, a->n) == 0 &&
           (!t->d->where[a->n] || strncmp(t->d->where + a->n, "._M_", 4) == 0);
}

/* `data race at x: read of 1 by T0 at race.c:4, not ordered with write of 1 by T1 at race.c:3` */
void conflicts_race(const explanation *st, summary *m)
{
    static const char head[] = "data race at ", between[] = ", not ordered with ";
    const char *name = st->message + strlen(head), *colon = strstr(st->message, ": "),
               *second = strstr(st->message, between);
    access new = {0}, old = {0};
    told first;

    if (!text_starts(st->message, head) || !colon || !second || !read_side(colon + 2, &new) ||
        !read_side(second + strlen(between), &old))
        return;
    old.where = name;
    old.n = (size_t)(colon - name);
    first = told_last(st, told_end(st), is_access, &old);
    if (!first.step)
        return;
    text_addf(&m->said, "T%d %s %.*s at step %u, T%d %s it at step %u, and nothing orders the two",
              old.actor, old.write ? "wrote" : "read", (int)old.n, name, first.step, new.actor,
              new.write ? "writes" : "reads", st->steps.n);
    summary_name(m, &first);
}
