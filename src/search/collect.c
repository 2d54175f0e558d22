/* Stores that keep less than states (store/lossy.c).
 *
 * The set of visited states needs no keys then, only hashes of packed states, which mean the same
 * whatever the table of components holds.  What the table holds besides the states that are still
 * to be explored is of no more use.  It cannot be told apart in the table, whose strings do not say
 * which of their words are numbers of others.  So when the table has doubled, the system gets an
 * empty one, and the states still to be explored are packed from the old table and unpacked into
 * the new one; the old one is then given back.  That happens so seldom that each state is moved
 * once or twice on the average.
 *
 * An error is found in a state that the machine is in, by steps that it took: what was left out can
 * hide errors, and cannot make one.  Nothing is proved. */
#include "search/collect.h"

#include "base/halt.h"

#include <inttypes.h>
#include <stdio.h>

enum { LEAST_BYTES = 4 << 20, COMPACT_BYTES = 1 << 13 };

/* Bytes that saved states may take before they are collected for the first time. */
static u64 first_bytes(const explorer *x)
{
    u64 most = x->o->max.memory / 8;

    return most && most < LEAST_BYTES ? most : LEAST_BYTES;
}

u64 collect_next(const explorer *x)
{
    u64 now = sys_memory(x->s), first = first_bytes(x);

    return 2 * now > first ? 2 * now : first;
}

void collect_open(explorer *x)
{
    const store_options *o = &x->o->store;

    if (!sys_renews(x->s) || x->ranked || x->matches)
        die("a store that is not exact for a system that needs its states");
    if (!x->lossy.at &&
        !lossy_open(&x->lossy, o->kind, o->kind == STORE_COMPACT ? COMPACT_BYTES : o->bytes, false))
        halt("no memory is left for a store of %" PRIu64 " bytes (--store-size)", o->bytes);
    x->collect_at = x->lossy.shared ? 0 : collect_next(x);
}

sys *collect_begin(explorer *x)
{
    sys *old = sys_clone(x->s);

    sys_renew(x->s);
    x->at = 0;
    return old;
}

u32 collect_key(explorer *x, sys *old, u32 key)
{
    vec_clear(&x->packed);
    sys_pack_saved(old, key, &x->packed);
    sys_unpack(x->s, x->packed.at, x->packed.n);
    return key_word(sys_save(x->s));
}

void collect_end(explorer *x, sys *old)
{
    x->engine_bytes += sys_memory(old);
    explore_look(x);
    x->engine_bytes -= sys_memory(old);
    sys_close(old);
    x->collect_at = collect_next(x);
}

void collect_say(const explorer *x)
{
    const lossy *l = &x->lossy;
    result *r = x->r;
    double omitted = lossy_omitted(l);
    char bytes[FIGURE];

    if (l->kind == STORE_COMPACT)
        snprintf(r->reason, sizeof r->reason,
                 "no error was found, but states were told apart by 64 bits of a hash (--store "
                 "compact): with a probability of at most %.2g one was missed",
                 omitted);
    else
        snprintf(r->reason, sizeof r->reason,
                 "no error was found, but states were told apart by %d bits of a table of %s "
                 "(--store bitstate): %.2g%% of it set, %.3g bits a state, %.2g states expected "
                 "to be missed%s",
                 STORE_HASHES, figure_bytes(bytes, lossy_bytes(l)),
                 100 * (double)l->all->set / (double)l->size,
                 (double)l->size / (double)l->all->count, omitted,
                 omitted >= 0.5 ? ", and what follows them" : "");
}
