/* Fairness as acceptance.  Weak: an edge carries a thread's mark when the thread takes it or cannot
 * move where it begins.  Strong: for each set of threads, the runs that in the end stay where none
 * of the set can move and on which all others move again and again; a strongly fair run is one of
 * them for some set. */
#include "oracle.h"

#include "base/map.h"

enum { ENDS = 0xffff };

typedef struct way {
    u32 to;
    u16 thread; /* ENDS: the run has ended, and stays */
    bool weak;
} way;

typedef struct place {
    u64 letter;
    u32 strong; /* threads */
    u32 first, count;
} place;

typedef struct states {
    map keys;
    VEC(place) at;
    VEC(way) ways;
    u32 threads; /* that can move anywhere */
} states;

typedef struct link {
    u32 to;
    u64 marks; /* acceptance sets, threads above */
    bool weak;
} link;

typedef VEC(link) links;

/* The part of the product that can be reached. */
typedef struct both {
    const states *a;
    const automaton *b;
    map nodes; /* state << 32 | automaton's state */
    VEC(links) out;
} both;

static bool take_all(states *a, sys *s, u32 v, const move_list *moves, taken *t)
{
    state_key key = a->keys.keys.at[v];

    for (u32 i = 0; i < moves->n; i++) {
        const move *m = &moves->at[i];

        for (u32 choice = 0; m->flags & MOVE_ENABLED && choice < m->choices; choice++) {
            sys_restore(s, key);
            sys_step(s, m->thread, m->kind, choice, t);
            if (t->outcome == OUT_ERROR || t->outcome == OUT_LIMIT)
                return false;
            if (t->outcome == OUT_RAN)
                vec_push(&a->ways, ((way){map_number(&a->keys, sys_save(s)), m->thread,
                                          m->flags & MOVE_WEAK}));
        }
    }
    return true;
}

static bool expand(states *a, sys *s, u32 v, const u32 *queries, u32 nqueries)
{
    move_list moves = {0};
    taken t = {0};
    place p = {.first = a->ways.n};
    status now;
    bool ok;

    sys_restore(s, a->keys.keys.at[v]);
    for (u32 i = 0; i < nqueries; i++) {
        failure problem;
        u64 value = 0;

        sys_value(s, queries[i], &value, &problem);
        p.letter |= (u64)(value != 0) << i;
    }
    now = sys_status(s);
    sys_moves(s, &moves);
    for (u32 i = 0; i < moves.n; i++)
        if ((moves.at[i].flags & (MOVE_ENABLED | MOVE_WEAK)) == MOVE_ENABLED)
            p.strong |= 1u << moves.at[i].thread;
    a->threads |= p.strong;
    ok = take_all(a, s, v, &moves, &t);
    if (now == ST_DONE || now == ST_DEADLOCK)
        vec_push(&a->ways, ((way){v, ENDS, false}));
    p.count = a->ways.n - p.first;
    vec_push(&a->at, p);
    vec_free(&moves);
    taken_free(&t);
    return ok;
}

struct states *oracle_open(sys *s, const u32 *queries, u32 nqueries, u32 most)
{
    states *a = mem_alloc(sizeof *a);

    sys_reset(s);
    map_number(&a->keys, sys_save(s));
    for (u32 v = 0; v < a->keys.keys.n; v++) {
        if (a->keys.keys.n > most || !expand(a, s, v, queries, nqueries)) {
            oracle_close(a);
            return NULL;
        }
    }
    return a;
}

void oracle_close(struct states *a)
{
    map_free(&a->keys);
    vec_free(&a->at);
    vec_free(&a->ways);
    mem_free(a);
}

static u64 marks_of(const place *p, const way *w, const edge *e, fairness fair)
{
    u64 moved = w->thread == ENDS ? 0 : (u64)1 << w->thread;

    if (fair == FAIR_WEAK)
        moved |= w->thread == ENDS ? 0xffffffff : ~p->strong;
    return e->marks | (moved & 0xffffffff) << 32;
}

static void multiply(both *x, fairness fair, bool endless)
{
    map_number(&x->nodes, x->b->start);
    for (u32 n = 0; n < x->nodes.keys.n; n++) {
        u64 key = x->nodes.keys.at[n];
        const place *p = &x->a->at.at[key >> 32];
        const edges *all = &x->b->states.at[(u32)key];
        links out = {0};

        for (u32 i = 0; i < p->count; i++) {
            const way *w = &x->a->ways.at[p->first + i];

            for (u32 k = 0; k < all->n && !(endless && w->thread == ENDS); k++)
                if (edge_reads(&all->at[k], p->letter))
                    vec_push(&out, ((link){map_number(&x->nodes, (u64)w->to << 32 | all->at[k].to),
                                           marks_of(p, w, &all->at[k], fair), w->weak}));
        }
        vec_push(&x->out, out);
    }
}

typedef struct tarjan {
    const both *x;
    u32 still; /* threads that must not be able to move */
    u32 *order, *low, *component, *next;
    u32 met, components;
    VEC(u32) open, path;
} tarjan;

static bool allowed(const tarjan *t, u32 n)
{
    return !(t->x->a->at.at[t->x->nodes.keys.at[n] >> 32].strong & t->still);
}

static void visit(tarjan *t, u32 n)
{
    t->order[n] = t->low[n] = ++t->met;
    vec_push(&t->open, n);
    vec_push(&t->path, n);
}

static void close_from(tarjan *t, u32 n)
{
    u32 last;

    t->components++;
    do {
        last = vec_pop(&t->open);
        t->component[last] = t->components;
    } while (last != n);
}

static void walk(tarjan *t, u32 start)
{
    visit(t, start);
    while (t->path.n) {
        u32 n = vec_last(&t->path);
        const links *out = &t->x->out.at[n];

        if (t->next[n] < out->n) {
            const link *l = &out->at[t->next[n]++];

            if (l->weak || !allowed(t, l->to))
                continue;
            if (!t->order[l->to])
                visit(t, l->to);
            else if (!t->component[l->to] && t->order[l->to] < t->low[n])
                t->low[n] = t->order[l->to];
            continue;
        }
        (void)vec_pop(&t->path);
        if (t->low[n] == t->order[n])
            close_from(t, n);
        if (t->path.n && t->low[n] < t->low[vec_last(&t->path)])
            t->low[vec_last(&t->path)] = t->low[n];
    }
}

static bool any_complete(const tarjan *t, u64 required)
{
    u64 *marks = mem_alloc((t->components + 1) * sizeof *marks);
    bool *cyclic = mem_alloc(t->components + 1), found = false;

    for (u32 n = 0; n < t->x->out.n; n++) {
        const links *out = &t->x->out.at[n];

        for (u32 i = 0; t->component[n] && i < out->n; i++) {
            if (out->at[i].weak || t->component[out->at[i].to] != t->component[n])
                continue;
            marks[t->component[n]] |= out->at[i].marks;
            cyclic[t->component[n]] = true;
        }
    }
    for (u32 c = 1; c <= t->components; c++)
        found |= cyclic[c] && (marks[c] & required) == required;
    mem_free(marks);
    mem_free(cyclic);
    return found;
}

static bool accepted(const both *x, u32 still, u64 required)
{
    u32 n = x->nodes.keys.n;
    tarjan t = {.x = x, .still = still};
    bool found;

    t.order = mem_alloc(n * sizeof(u32));
    t.low = mem_alloc(n * sizeof(u32));
    t.component = mem_alloc(n * sizeof(u32));
    t.next = mem_alloc(n * sizeof(u32));
    for (u32 i = 0; i < n; i++)
        if (!t.order[i] && allowed(&t, i))
            walk(&t, i);
    found = any_complete(&t, required);
    mem_free(t.order);
    mem_free(t.low);
    mem_free(t.component);
    mem_free(t.next);
    vec_free(&t.open);
    vec_free(&t.path);
    return found;
}

/* Every set of threads that stand still in the end. */
static bool strongly(const both *x, u64 sets)
{
    u32 all = x->a->threads, still = 0;

    do {
        if (accepted(x, still, sets | (u64)(all & ~still) << 32))
            return true;
        still = (still - all) & all;
    } while (still);
    return false;
}

bool oracle_finds(const struct states *a, const automaton *violations, fairness fair, bool endless)
{
    both x = {.a = a, .b = violations};
    u64 sets = ((u64)1 << violations->sets) - 1;
    bool found;

    multiply(&x, fair, endless);
    if (fair == FAIR_STRONG)
        found = strongly(&x, sets);
    else
        found = accepted(&x, 0, sets | (fair == FAIR_WEAK ? (u64)0xffffffff << 32 : 0));
    for (u32 i = 0; i < x.out.n; i++)
        vec_free(&x.out.at[i]);
    vec_free(&x.out);
    map_free(&x.nodes);
    return found;
}
