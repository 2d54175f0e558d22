/* A failure that is told as a list, in one sentence.  Lists over execution graphs say of a read
 * which write it saw, and whether that one is old; so three patterns can be read from them:
 *
 *   - a data race: which of the steps its two accesses are;
 *   - threads that wait for each other: `(written by T2 at 2)` behind an operation that waits;
 *   - a read of an old value, that of the failing thread first. */
#include "report/listing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Data races. */

/* "write of 1 by T1 at race.c:3": the last step that is this. */
static u32 side_step(const line_list *list, const char *words, const char *name, size_t n)
{
    const char *by = strstr(words, " by T"), *at = by ? strstr(by, " at ") : NULL,
               *colon = at ? strchr(at, ':') : NULL;

    for (u32 i = list->n; colon && i-- > 0;) {
        const line *l = &list->at[i];

        if (l->thread == (u32)atoi(by + strlen(" by T")) && l->line == (u32)atoi(colon + 1) &&
            strncmp(l->did, name, n) == 0 && l->did[n] == ' ')
            return i + 1;
    }
    return 0;
}

static void name_two(line_list *list, u32 a, u32 b)
{
    list->at[a - 1].matters = list->at[b - 1].matters = true;
}

/* `data race at x: read of 1 by T0 at race.c:4, not ordered with write of 1 by T1 at race.c:3` */
static void add_race(line_list *list, const char *message, text *out)
{
    static const char head[] = "data race at ", between[] = ", not ordered with ";
    const char *name = message + strlen(head), *colon = strstr(message, ": "),
               *second = strstr(message, between);
    u32 a, b;

    if (!text_starts(message, head) || !colon || !second)
        return;
    a = side_step(list, second + strlen(between), name, (size_t)(colon - name));
    b = side_step(list, colon + 2, name, (size_t)(colon - name));
    if (!a || !b || a == b)
        return;
    text_addf(out, "T%u %s %.*s at step %u, T%u %s it at step %u, and nothing orders the two",
              list->at[a - 1].thread, *list->at[a - 1].where ? "wrote" : "read",
              (int)(colon - name), name, a, list->at[b - 1].thread,
              *list->at[b - 1].where ? "writes" : "reads", b);
    name_two(list, a, b);
}

/* Threads that wait. */

static bool waits(const line *l)
{
    size_t n = strlen(l->note);

    return n >= 5 && strcmp(l->note + n - 5, "waits") == 0;
}

static const line *wait_of(const line_list *list, u32 thread)
{
    for (u32 i = list->n; i-- > 0;)
        if (list->at[i].thread == thread)
            return waits(&list->at[i]) && list->at[i].from ? &list->at[i] : NULL;
    return NULL;
}

/* Does the thread come back to itself? */
static u32 circle_length(const line_list *list, const line *from)
{
    const line *at = from;

    for (u32 n = 1; n <= list->n; n++) {
        at = wait_of(list, list->at[at->from - 1].thread);
        if (!at || at == from)
            return at ? n : 0;
    }
    return 0;
}

static void add_circle(line_list *list, text *out)
{
    for (u32 i = 0; i < list->n; i++) {
        const line *at = wait_of(list, list->at[i].thread);
        u32 n = at ? circle_length(list, at) : 0;

        for (u32 k = 0; k < n; k++) {
            u32 holder = list->at[at->from - 1].thread;

            text_addf(out, "%sT%u %s %s for T%u (has it since step %u)", k ? ", " : "", at->thread,
                      k ? "in" : "waits in", at->did, holder, at->from);
            list->at[at->from - 1].matters = true;
            at = wait_of(list, holder);
        }
        if (n)
            return;
    }
}

/* Old values. */

static const char *old_value(const line *l)
{
    const char *old = strstr(l->note, "an old value: T");

    return old ? old + strlen("an old value: T") : NULL;
}

/* `T1's write of 42 at message.c:18 (1) does not happen before this read`: the step in brackets. */
static u32 newer_step(const char *old)
{
    const char *end = strstr(old, ") does not happen before"), *open = end;

    while (open && open > old && *open != '(')
        open--;
    return open && *open == '(' ? (u32)atoi(open + 1) : 0;
}

static bool add_old(line_list *list, u32 i, text *out)
{
    line *l = &list->at[i];
    const char *old = old_value(l), *is = strstr(l->did, " is ");
    u32 newer = old ? newer_step(old) : 0;

    if (!newer || newer > list->n || !is)
        return false;
    text_addf(out,
              "T%u read an old value of %.*s at step %u: the write of T%d at step %u does not "
              "happen before it",
              l->thread, (int)(is - l->did), l->did, i + 1, atoi(old), newer);
    name_two(list, i + 1, newer);
    return true;
}

static void add_last_old(line_list *list, const failure *f, text *out)
{
    for (u32 i = list->n; i-- > 0;)
        if (list->at[i].line == f->line && add_old(list, i, out))
            return;
    for (u32 i = list->n; i-- > 0;)
        if (add_old(list, i, out))
            return;
}

void listing_summary(line_list *list, const failure *f, text *out)
{
    if (f->kind == ERR_RACE)
        add_race(list, f->message, out);
    else if (f->kind == ERR_DEADLOCK || f->kind == ERR_PARTIAL)
        add_circle(list, out);
    else
        add_last_old(list, f, out);
}
