/* From several acceptance sets on edges to one of states.  A state gets a level, the number of sets
 * met in order since the last time all were met; the highest level accepts (Gastin and Oddoux, CAV
 * 2001: one edge may climb several levels).  Levels count the sets that a component needs, and
 * begin anew where a component is entered: a set that all its edges carry takes no level, and a
 * component that cannot accept has no levels at all. */
#include "ltl/automaton.h"

#include <assert.h>

typedef struct levels {
    const automaton *a;
    automaton *out;
    u32 *component;
    u32 *open;     /* by component: the sets that some edge lacks */
    u32 *marks;    /* by component: the sets that some edge has */
    u32 *state_of; /* by state and level, plus 1 */
    VEC(u32) todo; /* state * stride + level, by new state */
    u32 stride;
} levels;

static void find_sets(levels *v)
{
    const automaton *a = v->a;

    for (u32 q = 0; q < a->states.n; q++)
        for (u32 i = 0; i < a->states.at[q].n; i++) {
            const edge *e = &a->states.at[q].at[i];

            if (v->component[q] == v->component[e->to]) {
                v->open[v->component[q]] |= ~e->marks;
                v->marks[v->component[q]] |= e->marks;
            }
        }
    for (u32 q = 0; q < a->states.n; q++)
        v->open[v->component[q]] &= (u32)((1ull << a->sets) - 1);
}

static bool can_accept(const levels *v, u32 q)
{
    return v->marks[v->component[q]] == (u32)((1ull << v->a->sets) - 1);
}

static u32 top(const levels *v, u32 q)
{
    return (u32)__builtin_popcount(v->open[v->component[q]]);
}

static bool accepts(const levels *v, u32 q, u32 level)
{
    return can_accept(v, q) && level == top(v, q);
}

/* How high an edge inside q's component climbs from this level. */
static u32 climb(const levels *v, u32 q, u32 level, u32 marks)
{
    u32 open = v->open[v->component[q]];

    if (!can_accept(v, q))
        return 0;
    if (level == top(v, q))
        level = 0;
    for (u32 i = 0, k = 0; i < v->a->sets; i++) {
        if (!(open >> i & 1))
            continue;
        if (k++ < level)
            continue;
        if (!(marks >> i & 1))
            break;
        level++;
    }
    return level;
}

/* The new state for a state at a level. */
static u32 state_at(levels *v, u32 q, u32 level)
{
    u32 *known = &v->state_of[q * v->stride + level];

    if (!*known) {
        automaton_add_state(v->out);
        vec_push(&v->todo, q * v->stride + level);
        *known = v->todo.n;
    }
    return *known - 1;
}

/* Where a component is entered any level will do: one that is there already, or the lowest. */
static u32 enter(levels *v, u32 q)
{
    for (u32 level = 0; level < v->stride; level++)
        if (v->state_of[q * v->stride + level])
            return state_at(v, q, level);
    return state_at(v, q, 0);
}

static void expand(levels *v, u32 number)
{
    u32 q = v->todo.at[number] / v->stride, level = v->todo.at[number] % v->stride;

    for (u32 i = 0; i < v->a->states.at[q].n; i++) {
        edge e = v->a->states.at[q].at[i];

        e.to = v->component[q] == v->component[e.to]
                   ? state_at(v, e.to, climb(v, q, level, e.marks))
                   : enter(v, e.to);
        e.marks = accepts(v, q, level);
        vec_push(&v->out->states.at[number], e);
    }
}

/* After the reduction a state accepts if one of its edges within its component does. */
static void spread_marks(automaton *a)
{
    for (u32 q = 0; q < a->states.n; q++) {
        edges *out = &a->states.at[q];
        u32 marks = 0;

        for (u32 i = 0; i < out->n; i++)
            marks |= out->at[i].marks;
        if (!a->sets)
            marks = 1;
        for (u32 i = 0; i < out->n; i++)
            out->at[i].marks = marks;
    }
    a->sets = 1;
    a->state_marks = true;
}

automaton *automaton_buchi(const automaton *a)
{
    u32 n = a->states.n;
    levels v = {.a = a, .out = automaton_open(1), .stride = a->sets + 1};

    v.out->stutters = a->stutters;
    for (u32 i = 0; i < a->names.n; i++)
        automaton_add_name(v.out, a->names.at[i]);
    v.component = mem_alloc(n * sizeof *v.component);
    v.open = mem_alloc(n * sizeof *v.open);
    v.marks = mem_alloc(n * sizeof *v.marks);
    v.state_of = mem_alloc((size_t)n * v.stride * sizeof *v.state_of);
    automaton_components(a, v.component);
    find_sets(&v);
    v.out->start = enter(&v, a->start);
    for (u32 i = 0; i < v.todo.n; i++)
        expand(&v, i);
    automaton_reduce(v.out);
    spread_marks(v.out);
    assert(v.out->sets == 1 && v.out->state_marks);
    mem_free(v.component);
    mem_free(v.open);
    mem_free(v.marks);
    mem_free(v.state_of);
    vec_free(&v.todo);
    return v.out;
}
