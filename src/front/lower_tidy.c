/* The last pass over a function's code: labels become instruction indices, jumps to jumps go where
 * those lead, and what cannot be reached or jumps to the next instruction goes away.  But a jump
 * that others jump back to is the head of a loop that begins with another one, and stays: without
 * it the two would be one loop.
 *
 * Everything that names an instruction is renumbered together: targets, cases, the ranges of
 * variables, and the places where addresses of labels are put in later. */
#include "front/lower_state.h"

/* ---- every target of the function ---- */

typedef u32 (*target_change)(fn *f, void *with, u32 target);

static void change_targets(fn *f, target_change change, void *with)
{
    for (u32 i = 0; i < f->code.n; i++) {
        insn *c = &f->code.at[i];
        if (c->op == OP_JMP || c->op == OP_BR)
            c->x = change(f, with, c->x);
        if (c->op == OP_BR)
            c->y = change(f, with, c->y);
    }
    for (u32 i = 0; i < f->out->cases.n; i++)
        f->out->cases.at[i].target = change(f, with, f->out->cases.at[i].target);
    for (u32 i = 0; i < f->out->switches.n; i++)
        f->out->switches.at[i].other = change(f, with, f->out->switches.at[i].other);
}

static u32 resolve_label(fn *f, void *with, u32 label)
{
    (void)with;
    return f->labels.at[label];
}

typedef struct tidy {
    bool *heads; /* of loops */
    bool *reached;
    u32 *place; /* old index -> new index of the first instruction that stays, from there on */
    VEC(u32) todo;
} tidy;

static u32 through_jumps(fn *f, void *with, u32 target)
{
    const tidy *t = with;

    for (u32 hops = 0; hops < 16 && f->code.at[target].op == OP_JMP && !t->heads[target]; hops++)
        target = f->code.at[target].x;
    return target;
}

/* ---- what stays ---- */

static void find_heads(fn *f, tidy *t)
{
    for (u32 pc = 0; pc < f->code.n; pc++) {
        const insn *c = &f->code.at[pc];

        if (f->l->o.jumps && c->op == OP_JMP)
            t->heads[pc] = true;
        if (c->op == OP_JMP && c->x < pc)
            t->heads[c->x] = true;
        if (c->op == OP_BR && c->x < pc)
            t->heads[c->x] = true;
        if (c->op == OP_BR && c->y < pc)
            t->heads[c->y] = true;
    }
}

static void reach(tidy *t, u32 pc)
{
    if (t->reached[pc])
        return;
    t->reached[pc] = true;
    vec_push(&t->todo, pc);
}

static void reach_switch(fn *f, tidy *t, const switch_table *s)
{
    for (u32 i = 0; i < s->count; i++)
        reach(t, f->out->cases.at[s->first + i].target);
    reach(t, s->other);
}

static void reach_from(fn *f, tidy *t, u32 pc)
{
    const insn *c = &f->code.at[pc];

    switch (c->op) {
    case OP_BR:
        reach(t, c->y);
        reach(t, c->x);
        break;
    case OP_JMP:
        reach(t, c->x);
        break;
    case OP_SWITCH:
        reach_switch(f, t, &f->out->switches.at[c->x]);
        break;
    default:
        if (pc + 1 < f->code.n && !opcode_does[c->op].control)
            reach(t, pc + 1);
    }
}

static void find_reached(fn *f, tidy *t)
{
    reach(t, 0);
    for (u32 i = 0; f->computed_goto && i < f->blocks.n; i++)
        reach(t, f->labels.at[f->blocks.at[i].label]);
    while (t->todo.n)
        reach_from(f, t, vec_pop(&t->todo));
}

/* From the end: a jump over nothing that stays is not needed. */
static void choose(fn *f, tidy *t)
{
    u32 kept = 0;

    t->place[f->code.n] = 0;
    for (u32 pc = f->code.n; pc-- > 0;) {
        const insn *c = &f->code.at[pc];
        bool idle = c->op == OP_JMP && !t->heads[pc] && c->x > pc && t->place[c->x] == kept;
        t->reached[pc] = t->reached[pc] && !idle;
        kept += t->reached[pc];
        t->place[pc] = kept;
    }
    for (u32 pc = 0; pc <= f->code.n; pc++)
        t->place[pc] = kept - t->place[pc];
}

static u32 new_place(fn *f, void *with, u32 target)
{
    (void)f;
    return ((const tidy *)with)->place[target];
}

static void renumber(fn *f, tidy *t)
{
    for (u32 i = f->first_c_label; i < f->l->c_labels.n; i++) {
        c_label *c = &f->l->c_labels.at[i];
        c->pc = t->place[through_jumps(f, t, c->pc)];
    }
    change_targets(f, new_place, t);
    for (u32 i = 0; i < f->labels.n; i++)
        if (f->labels.at[i] <= f->code.n)
            f->labels.at[i] = t->place[f->labels.at[i]];
    for (u32 i = 0; i < f->out->vars.n; i++) {
        f->out->vars.at[i].from = t->place[f->out->vars.at[i].from];
        f->out->vars.at[i].to = t->place[f->out->vars.at[i].to];
    }
    for (u32 i = f->first_fix; i < f->l->fixes.n; i++)
        if (f->l->fixes.at[i].func == f->index)
            f->l->fixes.at[i].pc = t->place[f->l->fixes.at[i].pc];
}

static void compact(fn *f, const tidy *t)
{
    u32 n = 0;

    for (u32 pc = 0; pc < f->code.n; pc++) {
        if (!t->reached[pc])
            continue;
        f->code.at[n] = f->code.at[pc];
        f->guessed.at[n] = f->guessed.at[pc];
        f->where.at[n++] = f->where.at[pc];
    }
    f->code.n = f->where.n = n;
}

void tidy_code(fn *f)
{
    tidy t = {0};

    t.heads = mem_alloc(f->code.n);
    t.reached = mem_alloc(f->code.n);
    t.place = mem_alloc(((size_t)f->code.n + 1) * sizeof *t.place);
    change_targets(f, resolve_label, NULL);
    find_heads(f, &t);
    change_targets(f, through_jumps, &t);
    find_reached(f, &t);
    choose(f, &t);
    renumber(f, &t);
    compact(f, &t);
    mem_free(t.heads);
    mem_free(t.reached);
    mem_free(t.place);
    vec_free(&t.todo);
}
