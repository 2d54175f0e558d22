/* The limit of states (--max-states) of a search by ranks: no more states are counted than it says,
 * and no fewer when it ends the search.
 *
 * The first rank hands out allowances, which become smaller as less is left.  A rank that has used
 * up its own asks for more, and waits.  When nothing is left to hand out, what the others have not
 * used is called back; when that is nothing, the limit is reached. */
#include "search/ranks_parts.h"

#include <inttypes.h>

static void give(ranks *k, u32 to, u64 n)
{
    k->bank -= n;
    if (to == FIRST_RANK) {
        k->allowance += n;
        return;
    }
    ranks_begin_message(k, MSG_GRANT);
    bytes_put(&k->message, n);
    ranks_send(k, to);
}

static void hand_out(ranks *k)
{
    while (k->takers.n && k->bank) {
        u64 share = k->bank / (8 * (u64)k->t->size);

        give(k, vec_pop(&k->takers), share ? share : 1);
    }
}

static void reach_limit(ranks *k)
{
    explore_stop(&k->x, "the limit of %" PRIu64 " states was reached (--max-states)",
                 k->most_states);
    ranks_tell_enough(k);
}

static void call_back(ranks *k)
{
    k->bank += k->allowance;
    k->allowance = 0;
    k->recalled = k->t->size - 1;
    ranks_begin_message(k, MSG_RECALL);
    ranks_send_all(k);
    if (!k->recalled && k->bank)
        hand_out(k);
    else if (!k->recalled)
        reach_limit(k);
}

static void serve_takers(ranks *k)
{
    if (k->recalled)
        return;
    hand_out(k);
    if (k->takers.n)
        call_back(k);
}

static void take_back(ranks *k, u64 n)
{
    k->bank += n;
    if (--k->recalled)
        return;
    if (k->bank)
        serve_takers(k);
    else
        reach_limit(k);
}

static void ask(ranks *k)
{
    if (k->t->rank == FIRST_RANK) {
        vec_push(&k->takers, FIRST_RANK);
        serve_takers(k);
        return;
    }
    ranks_begin_message(k, MSG_TAKE);
    ranks_send(k, FIRST_RANK);
}

bool ranks_may_count(ranks *k)
{
    u32 times = 0;

    if (!k->most_states)
        return true;
    if (!k->allowance) {
        k->asking = true;
        ask(k);
        while (!k->allowance && !k->ending && !k->x.stopped)
            ranks_wait(k, &times);
        k->asking = false;
    }
    if (!k->allowance)
        return false;
    k->allowance--;
    return true;
}

void ranks_budget_message(ranks *k, message what, u32 from, const u8 *at)
{
    if (what == MSG_TAKE) {
        vec_push(&k->takers, from);
        serve_takers(k);
    } else if (what == MSG_GRANT) {
        k->allowance += bytes_get(&at);
    } else if (what == MSG_RETURN) {
        take_back(k, bytes_get(&at));
    } else {
        ranks_begin_message(k, MSG_RETURN);
        bytes_put(&k->message, k->allowance);
        k->allowance = 0;
        ranks_send(k, FIRST_RANK);
    }
}
