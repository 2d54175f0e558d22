/* Checkpoints: what a search needs to go on, in a file.
 *
 * Between two expansions a search is its counts, the set of states it has seen, what waits to be
 * explored, and the table of saved states.  Keys are places in that table.  The table of a system
 * that was just opened has the same strings at the same places in every process, and what comes
 * later is read from the file; so keys need not be changed, and what is explored from then on is
 * what would have been explored.  The numbers at the end are the same as without a break.
 *
 * A file is written beside the last one and takes its place when it is complete (base/sealed.c): a
 * process that is killed at any moment leaves a whole one.  One that cannot be written is told of,
 * once, and the search goes on. */
#include "search/checkpoint.h"
#include "base/sealed.h"

#include <errno.h>
#include <string.h>

void checkpoint_put_list(struct sealed *to, const void *at, u32 n, size_t size)
{
    sealed_put64(to, n);
    sealed_put(to, at, n * size);
}

void *checkpoint_get_list(struct sealed *from, void *at, u32 *n, u32 *cap, size_t size)
{
    u64 there;
    bool whole = sealed_get64(from, &there) && there < UINT32_MAX;

    if (whole && there > *cap) {
        at = mem_resize(at, there * size);
        *cap = (u32)there;
    }
    whole = whole && sealed_get(from, at, there * size);
    *n = whole ? (u32)there : UINT32_MAX;
    return at;
}

/* The counts of a result that a search over states has. */
#define COUNTS(X) \
    X(states) X(transitions) X(depth) X(peak_bytes) X(done) X(deadlocks) X(pruned) X(exit_status)

static void put_explorer(explorer *x, struct sealed *to)
{
    const result *r = x->r;
    double seconds = clock_seconds() - x->start + x->before;

#define X(name) sealed_put64(to, r->name);
    COUNTS(X)
#undef X
    sealed_put64(to, (u64)r->hangs_unsure | (u64)x->depth_cut << 1 | (u64)x->other << 2);
    sealed_put(to, x->cut, sizeof x->cut);
    sealed_put(to, &seconds, sizeof seconds);
    visited_write(&x->seen, to);
    visited_write(&x->next, to);
    lossy_write(&x->lossy, to);
}

static bool get_explorer(explorer *x, struct sealed *from)
{
    result *r = x->r;
    u64 v;

#define X(name)                  \
    if (!sealed_get64(from, &v)) \
        return false;            \
    r->name = (__typeof__(r->name))v;
    COUNTS(X)
#undef X
    if (!sealed_get64(from, &v))
        return false;
    r->hangs_unsure = v & 1;
    x->depth_cut = v >> 1 & 1;
    x->other = v >> 2 & 1;
    return sealed_get(from, x->cut, sizeof x->cut) &&
           sealed_get(from, &x->before, sizeof x->before) && visited_read(&x->seen, from) &&
           visited_read(&x->next, from) && lossy_read(&x->lossy, from);
}

bool checkpoint_read(explorer *x, const checkpoint_part *part)
{
    const checkpoints *c = x->o->checkpoints;

    if (!c)
        return false;
    x->next_checkpoint = clock_seconds() + c->every;
    if (!c->from)
        return false;
    if (!get_explorer(x, c->from) || !part->read(x, c->from) || !sys_read(x->s, c->from))
        c->refuse(c->of);
    x->at = 0;
    return true;
}

void checkpoint_write(explorer *x, const checkpoint_part *part)
{
    const checkpoints *c = x->o->checkpoints;
    double begun = clock_seconds(), took;
    sealed to;
    bool written = sealed_create(&to, c->path);

    if (written) {
        sealed_put(&to, c->head->at, c->head->n);
        put_explorer(x, &to);
        part->write(x, &to);
        sys_write(x->s, &to);
        written = sealed_commit(&to);
    }
    if (!written && !x->told)
        note("no checkpoint can be written to %s: %s; the search goes on", c->path,
             strerror(errno));
    x->told |= !written;
    took = clock_seconds() - begun; /* as long is searched, or nothing else would be done */
    x->next_checkpoint = begun + took + (took > c->every ? took : c->every);
}
