/* Replaying what another engine found.  States are compared in what is state at the places where
 * the processes rest; a step that fails on the way is the end of the trail, too. */
#include "asm/trail.h"

static bool same(const casm *c, const sys *s, const u64 *values)
{
    for (u32 v = 0; v < c->vars.n; v++) {
        const var *x = &c->vars.at[v];
        const process *p = x->owner == SHARED ? NULL : &c->processes.at[x->owner];

        u64 live = p ? p->code.at[asm_var(s, p->pc)].live[v] : UINT64_MAX;

        if (bit_of(c->kept, v) && (asm_var(s, v) ^ values[v]) & live)
            return false;
    }
    return true;
}

typedef enum way { WAY_NONE, WAY_THERE, WAY_FAILS } way;

/* Tries every step; `values` NULL: only one that fails will do. */
static way try_steps(const casm *c, sys *s, const u64 *values, asm_step *out)
{
    move_list moves = {0};
    taken t = {0};
    state_key here = sys_save(s);
    way found = WAY_NONE;

    sys_moves(s, &moves);
    for (u32 i = 0; i < moves.n && found == WAY_NONE; i++)
        for (u32 k = 0; moves.at[i].flags & MOVE_ENABLED && k < moves.at[i].choices && !found;
             k++) {
            sys_restore(s, here);
            sys_step(s, moves.at[i].thread, MOVE_RUN, k, &t);
            *out = (asm_step){.thread = moves.at[i].thread, .choice = k};
            if (t.outcome == OUT_ERROR)
                found = values && t.error.kind == ERR_INVARIANT && !same(c, s, values) ? WAY_NONE
                                                                                       : WAY_FAILS;
            else if (values && t.outcome == OUT_RAN && same(c, s, values))
                found = WAY_THERE;
        }
    if (found == WAY_NONE)
        sys_restore(s, here);
    vec_free(&moves);
    taken_free(&t);
    return found;
}

static bool begin(casm *c, sys *s, const u64 *values, asm_steps *out, bool *fails)
{
    u64 *first = mem_alloc((c->vars.n + 1) * sizeof *first);
    taken t = {0};
    asm_step e = {0};
    bool ok;

    for (u32 v = 0; v < c->vars.n; v++) {
        const var *x = &c->vars.at[v];

        first[v] = values[v] >= x->low && values[v] <= x->high ? values[v] : x->low;
    }
    e.choice = asm_initial_choice(c, first);
    sys_step(s, 0, MOVE_RUN, e.choice, &t);
    vec_push(out, e);
    *fails = t.outcome == OUT_ERROR;
    ok = *fails || same(c, s, values);
    taken_free(&t);
    mem_free(first);
    return ok;
}

bool trail_follow(casm *c, const trail *t, asm_steps *out)
{
    asm_settings o = {.no_symmetry = true, .limit_bytes = (u64)1 << 30};
    sys *s = asm_open(c, &o);
    bool fails = false, ok;
    asm_step e;

    sys_reset(s);
    ok = t->n && begin(c, s, t->values.at, out, &fails);
    for (u32 i = 1; i < t->n && ok && !fails; i++) {
        const u64 *values = t->values.at + (size_t)i * c->vars.n;
        way w;

        if (same(c, s, values) && sys_status(s) != ST_DEADLOCK && i + 1 < t->n)
            continue; /* nobody moved */
        w = try_steps(c, s, values, &e);
        ok = w != WAY_NONE || same(c, s, values);
        fails = w == WAY_FAILS;
        if (w != WAY_NONE)
            vec_push(out, e);
    }
    if (ok && !fails && sys_status(s) != ST_DEADLOCK) {
        fails = try_steps(c, s, NULL, &e) == WAY_FAILS;
        if (fails)
            vec_push(out, e);
        ok = fails;
    }
    sys_close(s);
    return ok;
}
