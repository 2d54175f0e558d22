/* Fates that are known from earlier questions.  What a thread does that looks at nothing but its
 * own frames and memory depends on these alone, whatever the other threads are at: a search that
 * asks in many states about a thread that loops over private memory follows it once. */
#include "vm/hang.h"

/* The words of the state but for those of other threads, as one number. */
static u32 alone_name(hang *h, state_key key, u16 slot)
{
    u32 n, first = root_threads(h->m);
    const u32 *w = intern_get(h->m->table, key_word(key), &n);

    vec_clear(&h->words);
    for (u32 i = 0; i < first; i++)
        vec_push(&h->words, w[i]);
    vec_push(&h->words, w[first + slot]);
    vec_push(&h->words, slot);
    return intern_put(h->m->table, h->words.at, h->words.n, NULL);
}

bool hang_known(hang *h, state_key key, u16 slot, fate *f)
{
    u32 number = map_find(&h->alone, alone_name(h, key, slot));

    if (number == NO_NUMBER)
        return false;
    f->turns = h->then.at[number].turns;
    f->exits = h->then.at[number].exits;
    f->known = true;
    return true;
}

void hang_keep(hang *h, state_key key, u16 slot, const fate *f)
{
    u32 number;

    if (f->minds || f->locks || !f->turns)
        return;
    number = map_number(&h->alone, alone_name(h, key, slot));
    if (number == h->then.n)
        vec_push(&h->then, (known_fate){f->turns, f->exits});
}
