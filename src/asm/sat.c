/* Conflict-driven clause learning (Marques-Silva, Sakallah 1996; watched literals and activities as
 * in Chaff, Moskewicz and others 2001).  Nothing is ever deleted: what is asked here are the few
 * questions that an inductive invariant has to answer. */
#include "asm/sat.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef VEC(u32) number_list;

enum { NO_REASON = 0xffffffff, RESTART_FIRST = 100 };

struct sat {
    u32 n;
    VEC(u32) store;       /* clauses: length, literals */
    number_list *watches; /* by literal: clauses that watch it */
    i8 *value;            /* by literal: 1 true, -1 false, 0 open */
    u32 *level, *reason;  /* by variable */
    u8 *phase, *seen;
    double *activity, bump;
    u32 *heap, *place, heap_n; /* variables by activity; place + 1, 0 not in it */
    number_list trail, marks;  /* marks: where each level begins */
    u32 head;
    bool failed;
    number_list learnt;
};

/* The heap. */

static void swap_up(sat *s, u32 i)
{
    u32 v = s->heap[i];

    for (; i && s->activity[s->heap[(i - 1) / 2]] < s->activity[v]; i = (i - 1) / 2) {
        s->heap[i] = s->heap[(i - 1) / 2];
        s->place[s->heap[i]] = i + 1;
    }
    s->heap[i] = v;
    s->place[v] = i + 1;
}

static void swap_down(sat *s, u32 i)
{
    u32 v = s->heap[i];

    for (;;) {
        u32 child = 2 * i + 1;

        if (child >= s->heap_n)
            break;
        if (child + 1 < s->heap_n && s->activity[s->heap[child + 1]] > s->activity[s->heap[child]])
            child++;
        if (s->activity[s->heap[child]] <= s->activity[v])
            break;
        s->heap[i] = s->heap[child];
        s->place[s->heap[i]] = i + 1;
        i = child;
    }
    s->heap[i] = v;
    s->place[v] = i + 1;
}

static void heap_add(sat *s, u32 v)
{
    if (s->place[v])
        return;
    s->heap[s->heap_n++] = v;
    swap_up(s, s->heap_n - 1);
}

static u32 heap_take(sat *s)
{
    u32 v = s->heap[0], last = s->heap[--s->heap_n];

    s->place[v] = 0;
    if (s->heap_n) {
        s->heap[0] = last;
        swap_down(s, 0);
    }
    return v;
}

sat *sat_open(u32 variables)
{
    sat *s = mem_alloc(sizeof *s);

    s->n = variables;
    s->watches = mem_alloc((u64)variables * 2 * sizeof *s->watches);
    s->value = mem_alloc((u64)variables * 2);
    s->level = mem_alloc(variables * sizeof *s->level);
    s->reason = mem_alloc(variables * sizeof *s->reason);
    s->phase = mem_alloc(variables);
    s->seen = mem_alloc(variables);
    s->activity = mem_alloc(variables * sizeof *s->activity);
    s->heap = mem_alloc(variables * sizeof *s->heap);
    s->place = mem_alloc(variables * sizeof *s->place);
    s->bump = 1;
    vec_push(&s->store, 0);
    for (u32 v = 0; v < variables; v++)
        heap_add(s, v);
    return s;
}

void sat_close(sat *s)
{
    for (u32 i = 0; i < 2 * s->n; i++)
        vec_free(&s->watches[i]);
    mem_free(s->watches);
    mem_free(s->value);
    mem_free(s->level);
    mem_free(s->reason);
    mem_free(s->phase);
    mem_free(s->seen);
    mem_free(s->activity);
    mem_free(s->heap);
    mem_free(s->place);
    vec_free(&s->store);
    vec_free(&s->trail);
    vec_free(&s->marks);
    vec_free(&s->learnt);
    mem_free(s);
}

static void assign(sat *s, u32 l, u32 reason)
{
    assert(!s->value[l] && !s->value[l ^ 1]);
    s->value[l] = 1;
    s->value[l ^ 1] = -1;
    s->level[l >> 1] = s->marks.n;
    s->reason[l >> 1] = reason;
    s->phase[l >> 1] = l & 1;
    vec_push(&s->trail, l);
}

static u32 add_clause(sat *s, const u32 *literals, u32 n)
{
    u32 at = s->store.n;

    assert(n >= 2); /* two of them are watched */
    vec_push(&s->store, n);
    for (u32 i = 0; i < n; i++)
        vec_push(&s->store, literals[i]);
    vec_push(&s->watches[literals[0]], at);
    vec_push(&s->watches[literals[1]], at);
    return at;
}

/* Before solving, at level 0: what is false there is left out. */
void sat_clause(sat *s, const u32 *literals, u32 n)
{
    number_list kept = {0};
    bool holds = false;

    assert(!s->marks.n);
    for (u32 i = 0; i < n; i++) {
        bool twice = false;

        for (u32 k = 0; k < kept.n; k++) {
            twice |= kept.at[k] == literals[i];
            holds |= kept.at[k] == (literals[i] ^ 1);
        }
        holds |= s->value[literals[i]] == 1;
        if (!twice && s->value[literals[i]] == 0)
            vec_push(&kept, literals[i]);
    }
    if (!holds && kept.n == 0)
        s->failed = true;
    else if (!holds && kept.n == 1)
        assign(s, kept.at[0], NO_REASON);
    else if (!holds)
        add_clause(s, kept.at, kept.n);
    vec_free(&kept);
}

/* Keeps a clause watched by two literals that are not false; what follows is assigned.  Whether it
 * is false altogether. */
static bool look_at(sat *s, u32 at, u32 false_lit, number_list *kept)
{
    u32 *c = s->store.at + at + 1, n = s->store.at[at];

    if (c[0] == false_lit) {
        c[0] = c[1];
        c[1] = false_lit;
    }
    assert(c[1] == false_lit && s->value[false_lit] == -1);
    if (s->value[c[0]] == 1) {
        vec_push(kept, at);
        return false;
    }
    for (u32 k = 2; k < n; k++) {
        if (s->value[c[k]] == -1)
            continue;
        c[1] = c[k];
        c[k] = false_lit;
        vec_push(&s->watches[c[1]], at);
        return false;
    }
    vec_push(kept, at);
    if (s->value[c[0]] == -1)
        return true;
    assign(s, c[0], at);
    return false;
}

/* The clause that became false, or 0. */
static u32 propagate(sat *s)
{
    u32 conflict = 0;

    while (s->head < s->trail.n && !conflict) {
        u32 false_lit = s->trail.at[s->head++] ^ 1;
        number_list old = s->watches[false_lit], kept = {0};

        s->watches[false_lit] = (__typeof__(s->watches[false_lit])){0};
        for (u32 i = 0; i < old.n; i++) {
            if (conflict)
                vec_push(&kept, old.at[i]);
            else if (look_at(s, old.at[i], false_lit, &kept))
                conflict = old.at[i];
        }
        for (u32 i = 0; i < s->watches[false_lit].n; i++)
            vec_push(&kept, s->watches[false_lit].at[i]);
        vec_free(&s->watches[false_lit]);
        s->watches[false_lit] = kept;
        vec_free(&old);
    }
    return conflict;
}

static void undo(sat *s, u32 level)
{
    if (s->marks.n <= level)
        return;
    while (s->trail.n > s->marks.at[level]) {
        u32 l = vec_pop(&s->trail);

        s->value[l] = s->value[l ^ 1] = 0;
        heap_add(s, l >> 1);
    }
    s->marks.n = level;
    s->head = s->trail.n;
}

static void bump(sat *s, u32 v)
{
    s->activity[v] += s->bump;
    if (s->activity[v] > 1e100) {
        for (u32 i = 0; i < s->n; i++)
            s->activity[i] *= 1e-100;
        s->bump *= 1e-100;
    }
    if (s->place[v])
        swap_up(s, s->place[v] - 1);
}

/* The first unique implication point; the level to go back to. */
static u32 analyse(sat *s, u32 conflict)
{
    u32 open = 0, i = s->trail.n, l = 0, back = 0;

    vec_clear(&s->learnt);
    vec_push(&s->learnt, 0);
    do {
        assert(conflict != NO_REASON); /* a decision is the last of its level to be met */
        u32 n = s->store.at[conflict];

        for (u32 k = 0; k < n; k++) {
            u32 q = s->store.at[conflict + 1 + k], v = q >> 1;

            if (q == l || s->seen[v] || !s->level[v])
                continue;
            s->seen[v] = 1;
            bump(s, v);
            if (s->level[v] == s->marks.n)
                open++;
            else
                vec_push(&s->learnt, q);
        }
        do {
            assert(i);
            l = s->trail.at[--i];
        } while (!s->seen[l >> 1]);
        conflict = s->reason[l >> 1];
        s->seen[l >> 1] = 0;
    } while (--open);
    s->learnt.at[0] = l ^ 1;
    for (u32 k = 1; k < s->learnt.n; k++) {
        u32 v = s->learnt.at[k] >> 1;

        s->seen[v] = 0;
        if (s->level[v] > back) {
            u32 q = s->learnt.at[k];

            back = s->level[v];
            s->learnt.at[k] = s->learnt.at[1];
            s->learnt.at[1] = q;
        }
    }
    s->bump /= 0.95;
    return back;
}

static void learn(sat *s, u32 back)
{
    undo(s, back);
    if (s->learnt.n == 1)
        assign(s, s->learnt.at[0], NO_REASON);
    else
        assign(s, s->learnt.at[0], add_clause(s, s->learnt.at, s->learnt.n));
}

static bool decide(sat *s)
{
    while (s->heap_n) {
        u32 v = heap_take(s);

        if (s->value[2 * v])
            continue;
        vec_push(&s->marks, s->trail.n);
        assign(s, 2 * v + s->phase[v], NO_REASON);
        return true;
    }
    return false;
}

sat_answer sat_solve(sat *s, u64 most)
{
    u64 conflicts = 0, until = RESTART_FIRST;

    while (!s->failed) {
        u32 conflict = propagate(s);

        if (conflict && !s->marks.n)
            return SAT_NO;
        if (conflict) {
            conflicts++;
            learn(s, analyse(s, conflict));
            if (most && conflicts > most)
                return SAT_GAVE_UP;
            continue;
        }
        if (conflicts >= until) {
            until = conflicts + RESTART_FIRST + conflicts / 10;
            undo(s, 0);
        }
        if (!decide(s))
            return SAT_YES;
    }
    return SAT_NO;
}
