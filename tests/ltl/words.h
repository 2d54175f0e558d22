/* Random words that repeat for ever, and whether an automaton accepts one. */
#ifndef WORDS_H
#define WORDS_H

#include "base/hash.h"
#include "ltl/automaton.h"
#include "ltl/formula.h"
#include "ltl/word.h"

#include <string.h>

/* A word that owns its letters. */
typedef struct random_word {
    u64 letter[8];
    word w;
} random_word;

static inline word word_random(rng *r, u32 propositions, random_word *out)
{
    out->w = (word){.letter = out->letter, .n = 1 + (u32)(rng_next(r) % LENGTH(out->letter))};
    out->w.loop = (u32)(rng_next(r) % out->w.n);
    for (u32 i = 0; i < out->w.n; i++)
        out->letter[i] = rng_next(r) & ((1ull << propositions) - 1);
    return out->w;
}

/* Whether some run of the automaton is accepted; every state must be reachable. */
static inline bool some_run_accepted(const automaton *a)
{
    u32 n = a->states.n, *component = mem_alloc(n * sizeof *component);
    u64 *marks = mem_alloc(n * sizeof *marks), all = (1ull << a->sets) - 1;
    bool accepted = false;

    automaton_components(a, component);
    for (u32 q = 0; q < n; q++)
        for (u32 i = 0; i < a->states.at[q].n; i++)
            if (component[q] == component[a->states.at[q].at[i].to])
                marks[component[q]] |= a->states.at[q].at[i].marks | 1ull << 63;
    for (u32 c = 0; c < n; c++)
        accepted |= marks[c] >> 63 && (marks[c] & all) == all;
    mem_free(component);
    mem_free(marks);
    return accepted;
}

/* Pairs of numbers below n and m, each made a state of an automaton when first met. */
typedef struct pairs {
    automaton *a;
    u32 *state; /* plus 1 */
    VEC(u32) todo;
    u32 m;
} pairs;

static inline u32 pair_state(pairs *p, u32 i, u32 j)
{
    u32 *known = &p->state[i * p->m + j];

    if (!*known) {
        vec_push(&p->todo, i * p->m + j);
        *known = automaton_add_state(p->a) + 1;
    }
    return *known - 1;
}

static inline pairs pairs_open(u32 n, u32 m, u32 sets)
{
    pairs p = {.a = automaton_open(sets), .m = m};

    p.state = mem_alloc((size_t)n * m * sizeof *p.state);
    return p;
}

static inline bool pairs_close(pairs *p)
{
    bool accepted = some_run_accepted(p->a);

    automaton_close(p->a);
    mem_free(p->state);
    vec_free(&p->todo);
    return accepted;
}

static inline bool word_accepted(const automaton *a, const word *w)
{
    pairs p = pairs_open(a->states.n, w->n, a->sets);

    pair_state(&p, a->start, 0);
    for (u32 k = 0; k < p.todo.n; k++) {
        u32 q = p.todo.at[k] / p.m, i = p.todo.at[k] % p.m;

        for (u32 j = 0; j < a->states.at[q].n; j++) {
            const edge *e = &a->states.at[q].at[j];

            if (edge_reads(e, w->letter[i])) {
                edge f = {0, 0, pair_state(&p, e->to, word_next(w, i)), e->marks};
                vec_push(&p.a->states.at[k], f);
            }
        }
    }
    return pairs_close(&p);
}

/* Whether a word is accepted by both. */
static inline bool common_word(const automaton *a, const automaton *b)
{
    pairs p = pairs_open(a->states.n, b->states.n, a->sets + b->sets);

    pair_state(&p, a->start, b->start);
    for (u32 k = 0; k < p.todo.n; k++) {
        const edges *x = &a->states.at[p.todo.at[k] / p.m], *y = &b->states.at[p.todo.at[k] % p.m];

        for (u32 i = 0; i < x->n; i++)
            for (u32 j = 0; j < y->n; j++) {
                const edge *e = &x->at[i], *f = &y->at[j];

                if (!((e->yes | f->yes) & (e->no | f->no))) {
                    edge both = {0, 0, pair_state(&p, e->to, f->to),
                                 e->marks | f->marks << a->sets};
                    vec_push(&p.a->states.at[k], both);
                }
            }
    }
    return pairs_close(&p);
}

#endif
