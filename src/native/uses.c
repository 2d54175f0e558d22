/* Persistent sets of a program that runs, from what the user declares: VeriSoft's static
 * information.
 *
 * A line `T1: object; object` names all objects that the process uses, from its first operation to
 * its end.  An operation that is not declared is an error of the run, and touches nothing before it
 * is one: so if there is such an operation in any run, one is met in the reduced search, too, as
 * every assertion that fails is; and if there is none, the declaration is true.  The processes are
 * those of the command line, each with one thread.  What such a process may do is to use mutexes
 * and semaphores, to choose, to sleep, and to end.
 *
 * The set (P. Godefroid, "Partial-Order Methods for the Verification of Concurrent Systems", 1996,
 * conflicting transitions): it begins with a process that can move.  The next operation of each
 * process in it has an object, or none; all processes that may ever use this object belong to it.
 * That holds for a process that is blocked, too: whoever can unblock it uses the object that it
 * waits for.  What others can do before a process of the set moves is thus independent of the set's
 * next operations.  Of the sets for all beginnings one with the fewest moves is taken. */
#include "native/uses.h"
#include "base/mutant.h"
#include "native/declared.h"
#include "native/ends.h"
#include "native/names.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the file ---- */

static bool read_line(native *n, char *line, u32 number, text *problem)
{
    char *colon = strchr(line, ':'), *end = line;
    use made = {0};

    if (!*line || *line == '#')
        return true;
    if (*line == 'T')
        made.thread = (u32)strtoul(line + 1, &end, 10);
    if (!colon || end == line || text_trim(end) != colon) {
        text_addf(problem, "%s:%u: write T1: object; object, where T1 is the process in traces",
                  n->o.uses, number);
        return false;
    }
    for (char *word = strtok(colon + 1, ";"); word; word = strtok(NULL, ";"))
        if (*(word = text_trim(word)))
            vec_push(&made.objects, mem_strdup(word));
    vec_push(&n->uses, made);
    return true;
}

static bool read_lines(native *n, char *at, text *problem)
{
    for (u32 number = 1; at; number++) {
        char *next = strchr(at, '\n');

        if (next)
            *next++ = 0;
        if (!read_line(n, text_trim(at), number, problem))
            return false;
        at = next;
    }
    return true;
}

bool uses_read(native *n, text *problem)
{
    text file = {0};
    bool fine;

    if (!n->o.uses)
        return true;
    if (!text_read_file(&file, n->o.uses)) {
        text_addf(problem, "%s: %s", n->o.uses, strerror(errno));
        return false;
    }
    fine = !file.n || read_lines(n, file.at, problem);
    text_free(&file);
    return fine;
}

void uses_free(native *n)
{
    for (u32 i = 0; i < n->uses.n; i++) {
        for (u32 k = 0; k < n->uses.at[i].objects.n; k++)
            mem_free(n->uses.at[i].objects.at[k]);
        vec_free(&n->uses.at[i].objects);
    }
    vec_free(&n->uses);
}

/* ---- what a process rests before ---- */

static bool is_declared(const native *n, u32 thread, const char *object)
{
    for (u32 i = 0; i < n->uses.n; i++)
        for (u32 k = 0; n->uses.at[i].thread == thread && k < n->uses.at[i].objects.n; k++)
            if (!fnmatch(n->uses.at[i].objects.at[k], object, 0))
                return true;
    return false;
}

static void add_object(native *n, u32 slot, text *out)
{
    const native_slot *s = slot_at(n, slot);

    names_add_object(n, s->object, native_rows[s->operation].size, out);
}

static bool holds(native *n, u32 slot, text *object)
{
    u32 operation = slot_at(n, slot)->operation;

    if (slot >= n->model.programs || n->model.tasks[slot].timer)
        return false;
    if (!native_is(operation, IS_PLAIN))
        return native_is(operation, IS_ALONE);
    add_object(n, slot, object);
    return is_declared(n, slot, text_str(object));
}

void uses_hold(native *n, u32 slot)
{
    const native_slot *s = slot_at(n, slot);
    text object = {0};
    bool fine = declared_hidden(n, slot) || holds(n, slot, &object);

    if (!fine)
        ends_fail(n, ERR_MISUSE, slot, s->caller, "%s%s%s: not declared for T%u in %s",
                  native_rows[s->operation].call, object.n ? " of " : "", text_str(&object), slot,
                  n->o.uses);
    text_free(&object);
}

/* ---- the set ---- */

/* Adds to the set, as bits, whoever may use what the process is about to. */
static u64 meets(native *n, u32 slot)
{
    text object = {0};
    u64 set = 1ull << slot;

    if (holds(n, slot, &object) && object.n && !MUTANT(NATIVE_USES))
        for (u32 i = 0; i < n->model.threads; i++)
            if (rests(n, i) && is_declared(n, i, text_str(&object)))
                set |= 1ull << i;
    text_free(&object);
    return set;
}

static u64 closure(native *n, u32 first)
{
    u64 set = 1ull << first, done = 0;

    while (set != done)
        for (u32 i = 0; i < n->model.threads; i++)
            if ((set & ~done) >> i & 1) {
                set |= meets(n, i);
                done |= 1ull << i;
            }
    return set;
}

static u32 count_enabled(const move_list *all, u64 set)
{
    u32 count = 0;

    for (u32 i = 0; i < all->n; i++)
        count += set >> all->at[i].thread & 1 && all->at[i].flags & MOVE_ENABLED;
    return count;
}

void uses_mark(native *n, move_list *all)
{
    u64 best = ~0ull;
    u32 fewest = UINT32_MAX;

    for (u32 i = 0; i < all->n; i++) {
        u64 set = all->at[i].flags & MOVE_ENABLED ? closure(n, all->at[i].thread) : ~0ull;
        u32 count = count_enabled(all, set);

        if (all->at[i].flags & MOVE_ENABLED && count < fewest) {
            fewest = count;
            best = set;
        }
    }
    for (u32 i = 0; i < all->n; i++)
        if (!(best >> all->at[i].thread & 1))
            all->at[i].flags |= MOVE_LATER;
}
