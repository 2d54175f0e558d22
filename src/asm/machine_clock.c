/* The common clock: one step is a tick of all processors.
 *
 * Each reads the memory as the tick began.  Writes to one cell, and indivisible instructions on it,
 * take effect in any order; an indivisible instruction sees what those before it in the order have
 * written.  The choice of the tick is made of the choices of all instructions and, above them, the
 * number of the order. */
#include "asm/machine_state.h"

#include <assert.h>
#include <string.h>

static bool acts(casm_machine *m, u32 p)
{
    return !machine_ended(m, p) && !m->waits[p] && machine_guard_holds(m, p);
}

static bool writes_cell(const instr *i)
{
    for (u32 k = 0; k < i->touches.n; k++)
        if (i->touches.at[k].writes)
            return true;
    return false;
}

static bool clash(casm_machine *m, u32 p, u32 q)
{
    const instr *i = machine_present(m, p), *j = machine_present(m, q);
    u32 x, y;

    if (p == q || !writes_cell(i) || !writes_cell(j))
        return false;
    for (u32 a = 0; a < i->touches.n; a++)
        for (u32 b = 0; b < j->touches.n; b++) {
            const footprint *s = &i->touches.at[a], *t = &j->touches.at[b];

            if (s->array != t->array || !s->writes || !t->writes)
                continue;
            machine_compute(m, &i->nodes, m->values, 0);
            if (!machine_touched(m, s, &x))
                continue;
            machine_compute(m, &j->nodes, m->values, 0);
            if (machine_touched(m, t, &y) && x == y)
                return true;
        }
    return false;
}

/* The processes that act, and those of them whose order matters; false: too many. */
bool clock_plan(casm_machine *m)
{
    vec_clear(&m->acting);
    m->conflicts = 0;
    for (u32 p = 0; p < m->c->processes.n; p++)
        if (acts(m, p))
            vec_push(&m->acting, p);
    for (u32 a = 0; a < m->acting.n; a++)
        for (u32 b = 0; b < m->acting.n; b++)
            if (clash(m, m->acting.at[a], m->acting.at[b])) {
                if (m->conflicts == MOST_WRITERS)
                    return false;
                m->conflict[m->conflicts++] = m->acting.at[a];
                break;
            }
    return true;
}

static u32 factorial(u32 n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

u64 clock_choices(casm_machine *m)
{
    u64 n = factorial(m->conflicts);

    for (u32 i = 0; i < m->acting.n && n <= UINT32_MAX; i++)
        n *= insn_choices(machine_present(m, m->acting.at[i]));
    return n;
}

static bool in_conflict(const casm_machine *m, u32 p)
{
    for (u32 i = 0; i < m->conflicts; i++)
        if (m->conflict[i] == p)
            return true;
    return false;
}

/* The order number `which` of those that clash, after all others. */
static void order_tick(casm_machine *m, u32 which, u32_list *out)
{
    u32 left[MOST_WRITERS], n = m->conflicts;

    memcpy(left, m->conflict, sizeof left);
    for (u32 i = 0; i < m->acting.n; i++)
        if (!in_conflict(m, m->acting.at[i]))
            vec_push(out, m->acting.at[i]);
    for (; n; n--) {
        u32 k = which % n;

        assert(n <= MOST_WRITERS);
        which /= n;
        vec_push(out, left[k]);
        memmove(left + k, left + k + 1, (n - k - 1) * sizeof *left);
    }
}

/* What an instruction of the tick sees: the memory as the tick began; an indivisible one what those
 * before it in the order have written. */
static const u64 *view_of(casm_machine *m, u32 p)
{
    return machine_present(m, p)->flags & INSN_LOCKED ? m->values : m->before;
}

static void tick_event(casm_machine *m, u32 p, taken *out)
{
    event e = machine_event(m, p, EV_SYNC);

    vec_push(&out->events, e);
}

void clock_tick(casm_machine *m, u32 choice, taken *out)
{
    u32_list order = {0};
    u32 *own = mem_alloc((m->c->processes.n + 1) * sizeof *own);

    if (!clock_plan(m)) {
        out->outcome = OUT_LIMIT;
        out->limit = "more than 8 processors write to cells of each other in one tick";
    }
    for (u32 i = 0; i < m->acting.n && out->outcome == OUT_RAN; i++) {
        u32 n = insn_choices(machine_present(m, m->acting.at[i]));

        own[m->acting.at[i]] = choice % n;
        choice /= n;
    }
    if (out->outcome == OUT_RAN)
        order_tick(m, choice, &order);
    memcpy(m->before, m->values, m->c->vars.n * sizeof *m->values);
    for (u32 p = 0; p < m->c->processes.n; p++)
        if (m->waits[p])
            m->waits[p]--;
    for (u32 i = 0; i < order.n && out->outcome == OUT_RAN; i++) {
        tick_event(m, order.at[i], out);
        machine_execute(m, order.at[i], own[order.at[i]], view_of(m, order.at[i]), out);
    }
    out->steps = 1;
    machine_check_invariants(m, m->acting.n ? m->acting.at[0] : 0, out);
    vec_free(&order);
    mem_free(own);
}
