/* The automaton's container, and its strongly connected components by Tarjan's algorithm with an
 * explicit stack. */
#include "ltl/automaton.h"

#include <string.h>

automaton *automaton_open(u32 sets)
{
    automaton *a = mem_alloc(sizeof *a);

    a->sets = sets;
    return a;
}

void automaton_close(automaton *a)
{
    for (u32 q = 0; q < a->states.n; q++)
        vec_free(&a->states.at[q]);
    for (u32 i = 0; i < a->names.n; i++)
        mem_free(a->names.at[i]);
    vec_free(&a->states);
    vec_free(&a->names);
    mem_free(a);
}

u32 automaton_add_state(automaton *a)
{
    edges none = {0};

    vec_push(&a->states, none);
    return a->states.n - 1;
}

void automaton_add_name(automaton *a, const char *name)
{
    vec_push(&a->names, mem_strdup(name));
}

u32 automaton_count_edges(const automaton *a)
{
    u32 n = 0;

    for (u32 q = 0; q < a->states.n; q++)
        n += a->states.at[q].n;
    return n;
}

typedef struct frame {
    u32 state, next;
} frame;

typedef struct search {
    const automaton *a;
    const u32 *within; /* or NULL: every edge counts */
    u32 mark;
    u32 *component; /* 0 while not known, then one more than the number */
    u32 *order;     /* 0: not yet met */
    u32 *low;
    u32 met, components;
    VEC(frame) path;
    VEC(u32) stack;
} search;

static bool follows(const search *s, u32 from, const edge *e)
{
    return !s->within || (s->within[from] == s->within[e->to] && !(e->marks & s->mark));
}

static void enter(search *s, u32 q)
{
    s->order[q] = s->low[q] = ++s->met;
    vec_push(&s->stack, q);
    vec_push(&s->path, (frame){q, 0});
}

/* q is explored: closes its component if it is the first state of it. */
static void leave(search *s, u32 q)
{
    u32 p;

    s->path.n--;
    if (s->path.n && s->low[q] < s->low[vec_last(&s->path).state])
        s->low[vec_last(&s->path).state] = s->low[q];
    if (s->low[q] != s->order[q])
        return;
    s->components++;
    do {
        p = vec_pop(&s->stack);
        s->component[p] = s->components;
    } while (p != q);
}

static void advance(search *s)
{
    frame *f = &vec_last(&s->path);
    const edges *out = &s->a->states.at[f->state];
    const edge *e;

    if (f->next == out->n) {
        leave(s, f->state);
        return;
    }
    e = &out->at[f->next++];
    if (!follows(s, f->state, e))
        return;
    if (!s->order[e->to])
        enter(s, e->to);
    else if (!s->component[e->to] && s->order[e->to] < s->low[f->state])
        s->low[f->state] = s->order[e->to];
}

u32 automaton_components_within(const automaton *a, const u32 *within, u32 mark, u32 *component)
{
    u32 n = a->states.n;
    search s = {.a = a, .within = within, .mark = mark, .component = component};

    memset(component, 0, n * sizeof *component);
    s.order = mem_alloc(n * sizeof *s.order);
    s.low = mem_alloc(n * sizeof *s.low);
    for (u32 q = 0; q < n; q++) {
        if (!s.order[q])
            enter(&s, q);
        while (s.path.n)
            advance(&s);
    }
    for (u32 q = 0; q < n; q++)
        component[q]--;
    mem_free(s.order);
    mem_free(s.low);
    vec_free(&s.path);
    vec_free(&s.stack);
    return s.components;
}

u32 automaton_components(const automaton *a, u32 *component)
{
    return automaton_components_within(a, NULL, 0, component);
}
