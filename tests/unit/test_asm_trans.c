/* The steps of src/asm/trans.c, which SMV models and circuits are made of, against the explicit
 * machine: in every state that a breadth-first walk meets, each move of the machine must lead where
 * the expressions say. */
#include "asm/machine.h"
#include "asm/trans.h"
#include "store/visited.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { STATES_MOST = 400 };

typedef struct walk {
    casm *c;
    sys *s;
    sym_steps steps;
    u64 *before, *scratch;
    VEC(u32) queue;
    visited seen;
    u64 compared;
} walk;

static u64 evaluate(walk *w, expr e, u32 choice)
{
    const pool *p = &w->c->pool;
    expr_list nodes = {0};

    w->scratch = mem_resize(w->scratch, p->nodes.n * sizeof *w->scratch);
    w->scratch[0] = 0;
    ex_collect(p, &nodes, &e, 1);
    for (u32 i = 0; i < nodes.n; i++) {
        const expr_node *n = node_at(p, nodes.at[i]);

        assert_int_not_equal(n->op, EX_LOAD);
        w->scratch[nodes.at[i]] = n->op == EX_VAR ? w->before[n->extra]
                                  : n->op == EX_CHOICE
                                      ? choice
                                      : ex_apply(n, w->scratch[n->a], w->scratch[n->b],
                                                 w->scratch[n->c], width_of(p, n->a));
    }
    vec_free(&nodes);
    return w->scratch[e];
}

static const sym_step *step_of(const walk *w, u32 p)
{
    for (u32 i = 0; i < w->steps.n; i++)
        if (w->steps.at[i].process == p && w->steps.at[i].at == w->before[w->c->processes.at[p].pc])
            return &w->steps.at[i];
    return NULL;
}

/* The bits of the variable that are part of the state the machine is in. */
static u64 matters(const walk *w, u32 v)
{
    int owner = w->c->vars.at[v].owner;
    const process *p;

    if (!bit_of(w->c->kept, v))
        return 0;
    if (owner == SHARED)
        return UINT64_MAX;
    p = &w->c->processes.at[owner];
    return p->code.at[asm_var(w->s, p->pc)].live[v];
}

static void compare(walk *w, const sym_step *step, u32 choice, const taken *t)
{
    assert_non_null(step);
    w->compared++;
    assert_int_equal(evaluate(w, step->guard, choice), 1);
    if (t->outcome == OUT_ERROR && t->error.kind != ERR_INVARIANT) {
        assert_int_equal(evaluate(w, step->fails, choice), 1);
        return;
    }
    assert_int_equal(evaluate(w, step->fails, choice), 0);
    for (u32 v = 0; v < w->c->vars.n; v++) {
        u64 after = step->after[v] ? evaluate(w, step->after[v], choice) : w->before[v];

        if (matters(w, v) & (after ^ asm_var(w->s, v)))
            fail_msg("%s becomes %lu, not %lu", w->c->vars.at[v].name, asm_var(w->s, v), after);
    }
}

static void expand(walk *w, u32 key)
{
    move_list moves = {0};
    taken t = {0};

    sys_restore(w->s, key);
    sys_moves(w->s, &moves);
    for (u32 i = 0; i < moves.n; i++)
        for (u32 c = 0; moves.at[i].flags & MOVE_ENABLED && c < moves.at[i].choices; c++) {
            u32 to;

            sys_restore(w->s, key);
            for (u32 v = 0; v < w->c->vars.n; v++)
                w->before[v] = asm_var(w->s, v);
            sys_step(w->s, moves.at[i].thread, moves.at[i].kind, c, &t);
            if (moves.at[i].thread)
                compare(w, step_of(w, moves.at[i].thread - 1u), c, &t);
            if (t.outcome != OUT_RAN)
                continue;
            to = (u32)sys_save(w->s);
            if (visited_put(&w->seen, to) == SEEN_NEW && w->queue.n < STATES_MOST)
                vec_push(&w->queue, to);
        }
    vec_free(&moves);
    taken_free(&t);
}

static void check_system(const char *path, bool collapse)
{
    casm_options o = {.collapse = collapse};
    asm_settings m = {.no_symmetry = true};
    walk w = {.c = casm_read(path, &o)};

    for (u32 p = 0; p < w.c->processes.n; p++)
        trans_process(w.c, p, &w.steps);
    w.s = asm_open(w.c, &m);
    w.before = mem_alloc(w.c->vars.n * sizeof *w.before);
    vec_push(&w.queue, (u32)sys_save(w.s));
    for (u32 i = 0; i < w.queue.n; i++)
        expand(&w, w.queue.at[i]);
    if (!w.compared)
        fail_msg("%s: nothing was compared, %u states", path, w.queue.n);
    sys_close(w.s);
    trans_free(&w.steps);
    mem_free(w.before);
    mem_free(w.scratch);
    vec_free(&w.queue);
    visited_free(&w.seen);
    casm_free(w.c);
}

static void test_systems(void **state)
{
    static const char *const names[] = {
        "examples/asm/mutex_try",   "examples/asm/mutex_lock",   "examples/asm/barrier",
        "examples/asm/barrier_cas", "examples/asm/channel",      "examples/asm/alternation",
        "examples/asm/spin_gcc",    "examples/asm/ticket_clang", "examples/asm/mcs_gcc",
        "examples/asm/rwlock",      "examples/asm/treiber",      "tests/asm/lost_update",
        "tests/asm/calls",          "tests/asm/ranges",          "tests/asm/pointer",
        "tests/asm/spurious_aba",   "tests/asm/two_reads"};

    (void)state;
    for (u32 i = 0; i < LENGTH(names); i++) {
        text path = {0};

        text_addf(&path, "%s.casm", names[i]);
        check_system(text_str(&path), true);
        check_system(text_str(&path), false);
        text_free(&path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_systems)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
