/* Escape analysis of static objects.
 *
 * Code knows an object because it names it (CONST), because it was handed its address in a register
 * by who does, or because it found the address in memory.  An object has escaped when the last may
 * be the case: its address is in some initialiser, or the value of some CONST may be stored,
 * returned, converted to an integer, passed to a call through a pointer or as a variable argument,
 * or handed to a builtin that keeps it.  To use it as the address of an access, to compare it, to
 * compute another address of the object from it and to call it does no harm.
 *
 * A value is followed forward from its definition, as far as its register is not written again, and
 * through copies.  A direct call takes it to a parameter of the callee; what may become of each
 * parameter is found first, for all functions together, as the least solution: it may be kept, or
 * returned, in which case the value goes on from the call's result.
 *
 * Data of the runtime that is zero and that no code of this program writes stays zero: the branches
 * that this decides are found before, and the values are followed along the others only. */
#include "program/escape.h"

#include <string.h>

enum {
    FATE_KEPT = 1,
    FATE_RETURNED = 2,
    FATE_WRITTEN = 4, /* written to, or perhaps: passed on */
};

typedef struct definition {
    u32 pc, reg; /* holds it before code[pc] */
} definition;

typedef struct dependent {
    u32 node;
    u32 next; /* + 1 */
} dependent;

typedef struct escape {
    const program *p;
    const flow *flows;
    u64 *taken;           /* objects named anywhere */
    u32 *parameter;       /* by function: node of its first parameter */
    u32 *owner;           /* by node: its function */
    u32 nodes;            /* parameters, then one for what threads are started with */
    u8 *fate;             /* by node */
    u32 *dependents;      /* by node: list of those that asked, + 1 */
    VEC(dependent) lists; /* their elements */
    VEC(u32) todo;        /* nodes */
    bool *waiting;        /* by node: it is in todo */

    /* The value being followed. */
    const flow *w;
    u32 asking; /* its node, or `nodes` */
    u8 found;   /* FATE_ */
    VEC(definition) defined;
    VEC(u32) open;         /* where runs of instructions begin that it gets to */
    VEC(u32) seen, copied; /* by pc: marks */
    u32 mark, copy_mark;
} escape;

/* ---- what becomes of a value ---- */

/* It is in those of the n registers that hold pointers, from the next instruction on. */
static void flows_to(escape *e, u32 pc, u32 reg, u32 n)
{
    if (e->copied.at[pc] == e->copy_mark)
        return;
    e->copied.at[pc] = e->copy_mark;
    for (u32 r = reg; r < reg + n; r++)
        if (e->w->f->regclass[r] == REG_PTR)
            vec_push(&e->defined, (definition){pc + 1, r});
}

static void depend(escape *e, u32 on)
{
    if (e->asking == e->nodes)
        return;
    for (u32 k = e->dependents[on]; k; k = e->lists.at[k - 1].next)
        if (e->lists.at[k - 1].node == e->asking)
            return;
    vec_push(&e->lists, (dependent){e->asking, e->dependents[on]});
    e->dependents[on] = e->lists.n;
}

static void passed_to(escape *e, u32 node)
{
    depend(e, node);
    e->found |= (e->fate[node] & FATE_KEPT) | FATE_WRITTEN;
}

static void passed_in_call(escape *e, u32 pc, const insn *i, u32 k)
{
    const func *callee = e->p->funcs.at[i->y];

    if (k >= callee->nparams) {
        e->found |= callee->variadic ? FATE_KEPT : 0;
        return;
    }
    if (!callee->defined)
        return;
    passed_to(e, e->parameter[i->y] + k);
    if (e->fate[e->parameter[i->y] + k] & FATE_RETURNED)
        flows_to(e, pc, i->a, i->c);
}

/* The thread's first function is entry(start, arg): all that is known of `entry` is that some code
 * of the runtime names it. */
static void passed_to_builtin(escape *e, const insn *i, u32 k)
{
    if (i->y == BI_spawn && k == 0)
        return;
    if (i->y == BI_spawn && k == 1)
        passed_to(e, e->nodes - 1);
    else if (strchr(builtin_flags[i->y], 'K'))
        e->found |= FATE_KEPT;
    else if (i->y != BI_visible && i->y != BI_await)
        e->found |= FATE_WRITTEN;
}

static void passed(escape *e, u32 pc, u32 reg)
{
    const insn *i = &e->w->f->code[pc];
    const operand *list = e->w->f->operands.at + i->x;

    if (i->op == OP_CALLI) {
        for (u32 k = 1; k <= i->b; k++)
            e->found |= list[k].reg == reg ? FATE_KEPT : 0;
        return;
    }
    for (u32 k = 0; k < i->b; k++) {
        if (list[k].reg != reg)
            continue;
        if (i->op == OP_CALL)
            passed_in_call(e, pc, i, k);
        else
            passed_to_builtin(e, i, k);
    }
}

/* The instruction reads the register that holds the value. */
static void used(escape *e, u32 pc, u32 reg)
{
    const insn *i = &e->w->f->code[pc];

    switch (i->op) {
    case OP_MOV:
    case OP_SELECT:
    case OP_PADDI:
    case OP_PADD:
        flows_to(e, pc, i->a, 1);
        return;
    case OP_LOAD8:
    case OP_LOAD16:
    case OP_LOAD32:
    case OP_LOAD64:
    case OP_LOADN:
    case OP_LOADP:
    case OP_LOAD128:
    case OP_EQ:
    case OP_NE:
    case OP_EQI:
    case OP_NEI:
    case OP_PULT:
    case OP_PULE:
    case OP_PSUB:
    case OP_IBR:
    case OP_LONGJMP:
        return;
    case OP_STORE8:
    case OP_STORE16:
    case OP_STORE32:
    case OP_STORE64:
    case OP_STOREN:
    case OP_STORE128:
    case OP_MEMCPY:
    case OP_MEMSET:
    case OP_VASTART:
    case OP_SETJMP:
    case OP_UNSCOPE:
    case OP_RESCOPE:
        e->found |= FATE_WRITTEN;
        return;
    case OP_STOREP:
        e->found |= i->a == reg ? FATE_KEPT : FATE_WRITTEN;
        return;
    case OP_RMW:
        e->found |= i->c == reg ? FATE_KEPT : FATE_WRITTEN;
        return;
    case OP_CMPXCHG:
        e->found |= (i->x & 0xffff) == reg ? FATE_KEPT : FATE_WRITTEN;
        return;
    case OP_RET:
        e->found |= FATE_RETURNED;
        return;
    case OP_CALL:
    case OP_CALLI:
    case OP_BUILTIN:
        passed(e, pc, reg);
        return;
    default:
        e->found |= FATE_KEPT;
    }
}

/* ---- following it ---- */

static u32 first_site(const flow *w, u32 reg, u32 pc)
{
    u32 low = w->first[reg], high = w->first[reg + 1];

    while (low < high) {
        u32 middle = (low + high) / 2;

        if (w->sites[middle] < pc * 2)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void open_at(void *with, u32 target)
{
    escape *e = with;

    if (e->seen.at[target] == e->mark)
        return;
    e->seen.at[target] = e->mark;
    vec_push(&e->open, target);
}

/* From pc to the next transfer of control, or until the register is written. */
static void follow_run(escape *e, u32 pc, u32 reg)
{
    const flow *w = e->w;
    u32 end = w->control[pc];

    for (u32 k = first_site(w, reg, pc); k < w->first[reg + 1]; k++) {
        u32 site = w->sites[k];

        if (site >> 1 > end)
            break;
        if (site & 1)
            return;
        used(e, site >> 1, reg);
    }
    if (w->crosses[reg])
        flow_follow(w, end, true, open_at, e);
}

static void follow_everywhere(escape *e, u32 reg)
{
    for (u32 k = e->w->first[reg]; k < e->w->first[reg + 1]; k++)
        if (!(e->w->sites[k] & 1))
            used(e, e->w->sites[k] >> 1, reg);
}

static void follow_definition(escape *e, definition d)
{
    if (e->w->anywhere) {
        follow_everywhere(e, d.reg);
        return;
    }
    e->mark++;
    vec_clear(&e->open);
    open_at(e, d.pc);
    while (e->open.n)
        follow_run(e, vec_pop(&e->open), d.reg);
}

static void make_room(escape *e, u32 n)
{
    while (e->seen.n < n) {
        vec_push(&e->seen, 0);
        vec_push(&e->copied, 0);
    }
}

/* What may become of the value that the register holds before code[pc]. */
static u8 fate_of(escape *e, u32 function, u32 pc, u32 reg, u32 asking)
{
    e->w = &e->flows[function];
    e->asking = asking;
    e->found = 0;
    e->copy_mark++;
    vec_clear(&e->defined);
    make_room(e, e->w->f->ncode);
    vec_push(&e->defined, (definition){pc, reg});
    while (e->defined.n && !(e->found & FATE_KEPT))
        follow_definition(e, vec_pop(&e->defined));
    return e->found;
}

/* ---- parameters ---- */

static void ask_again(escape *e, u32 node)
{
    if (e->waiting[node])
        return;
    e->waiting[node] = true;
    vec_push(&e->todo, node);
}

static void settle(escape *e, u32 node, u8 fate)
{
    if ((e->fate[node] | fate) == e->fate[node])
        return;
    e->fate[node] |= fate;
    for (u32 k = e->dependents[node]; k; k = e->lists.at[k - 1].next)
        ask_again(e, e->lists.at[k - 1].node);
}

/* Of `start`: what any function that could be the first of a thread does with its parameters. */
static u8 fate_of_start(escape *e)
{
    u8 fate = 0;

    e->asking = e->nodes - 1;
    for (u32 k = 1; k < e->p->objects.n; k++) {
        const object_init *o = &e->p->objects.at[k];
        const func *f = o->kind == OBJ_FUNC ? e->p->funcs.at[o->func] : NULL;

        if (!f || !f->defined || !f->runtime || f->nparams != 2 || !flow_bit(e->taken, k))
            continue;
        depend(e, e->parameter[o->func]);
        fate |= e->fate[e->parameter[o->func]];
    }
    return fate;
}

static void solve_parameters(escape *e)
{
    for (u32 node = e->nodes; node-- > 0;)
        ask_again(e, node);
    while (e->todo.n) {
        u32 node = vec_pop(&e->todo), f = e->owner[node];

        e->waiting[node] = false;
        if (node == e->nodes - 1)
            settle(e, node, fate_of_start(e));
        else if (e->p->funcs.at[f]->regclass[node - e->parameter[f]] == REG_PTR)
            settle(e, node, fate_of(e, f, 0, node - e->parameter[f], node));
    }
}

static void number_parameters(escape *e)
{
    const program *p = e->p;

    e->parameter = mem_alloc((p->funcs.n + 1) * sizeof *e->parameter);
    for (u32 f = 0; f < p->funcs.n; f++) {
        e->parameter[f] = e->nodes;
        e->nodes += p->funcs.at[f]->defined ? p->funcs.at[f]->nparams : 0;
    }
    e->nodes++;
    e->owner = mem_alloc(e->nodes * sizeof *e->owner);
    for (u32 f = 0; f < p->funcs.n; f++)
        for (u32 k = 0; p->funcs.at[f]->defined && k < p->funcs.at[f]->nparams; k++)
            e->owner[e->parameter[f] + k] = f;
    e->fate = mem_alloc(e->nodes);
    e->waiting = mem_alloc(e->nodes);
    e->dependents = mem_alloc(e->nodes * sizeof *e->dependents);
}

/* ---- objects ---- */

/* The object that code[pc] names, or 0. */
static u32 named(const func *f, u32 pc)
{
    const insn *i = &f->code[pc];

    return i->op == OP_CONST && f->regclass[i->a] == REG_PTR && POINTER_IS(i->imm)
               ? POINTER_OBJECT(i->imm)
               : 0;
}

static void escape_pointer(u64 *escaped, u64 value)
{
    if (POINTER_IS(value))
        flow_set(escaped, POINTER_OBJECT(value));
}

/* Constant data is no secret: nothing depends on who reads it. */
static void escape_initialisers(const program *p, u64 *escaped)
{
    for (u32 k = 1; k < p->objects.n; k++) {
        const object_init *o = &p->objects.at[k];

        for (u32 r = 0; r < o->relocs.n; r++)
            escape_pointer(escaped, o->relocs.at[r].value);
        if (o->kind != OBJ_FUNC && o->constant)
            flow_set(escaped, k);
    }
    for (u32 r = 0; r < p->tls.relocs.n; r++)
        escape_pointer(escaped, p->tls.relocs.at[r].value);
    escape_pointer(escaped, p->argv);
}

/* Calls visit for each instruction that names an object, where control may come at all. */
typedef void (*name_visit)(escape *e, u32 function, u32 pc, u64 *set);

static void each_name(escape *e, name_visit visit, u64 *set)
{
    for (u32 k = 0; k < e->p->funcs.n; k++) {
        const flow *w = &e->flows[k];

        for (u32 pc = 0; w->f && pc < w->f->ncode; pc++)
            if (named(w->f, pc) && (!w->reached || w->reached[pc]))
                visit(e, k, pc, set);
    }
}

static void note_name(escape *e, u32 k, u32 pc, u64 *set)
{
    flow_set(set, named(e->flows[k].f, pc));
}

static void note_escaped(escape *e, u32 k, u32 pc, u64 *escaped)
{
    u32 object = named(e->flows[k].f, pc);

    if (flow_bit(escaped, object))
        return;
    if (fate_of(e, k, pc + 1, e->flows[k].f->code[pc].a, e->nodes) & (FATE_KEPT | FATE_RETURNED))
        flow_set(escaped, object);
}

static void note_changing(escape *e, u32 k, u32 pc, u64 *zero)
{
    u32 object = named(e->flows[k].f, pc);

    if (flow_bit(zero, object) && fate_of(e, k, pc + 1, e->flows[k].f->code[pc].a, e->nodes))
        zero[object >> 6] &= ~(1ull << (object & 63));
}

static bool begins_zero(const object_init *o)
{
    if (o->kind == OBJ_FUNC || !o->hidden || o->constant || o->relocs.n)
        return false;
    for (u32 k = 0; o->bytes && k < o->size; k++)
        if (o->bytes[k])
            return false;
    return true;
}

/* The runtime's objects that are zero for ever. */
static void find_zero(escape *e, const u64 *escaped, u64 *zero)
{
    for (u32 k = 1; k < e->p->objects.n; k++)
        if (begins_zero(&e->p->objects.at[k]) && !flow_bit(escaped, k))
            flow_set(zero, k);
    each_name(e, note_changing, zero);
}

static void escape_close(escape *e)
{
    mem_free(e->parameter);
    mem_free(e->owner);
    mem_free(e->fate);
    mem_free(e->dependents);
    mem_free(e->waiting);
    mem_free(e->taken);
    vec_free(&e->lists);
    vec_free(&e->todo);
    vec_free(&e->defined);
    vec_free(&e->open);
    vec_free(&e->seen);
    vec_free(&e->copied);
}

void escape_find(const program *p, flow *flows, u64 *escaped)
{
    escape e = {.p = p, .flows = flows};
    u32 words = p->objects.n / 64 + 1;
    u64 *zero = mem_alloc(words * sizeof *zero);

    e.taken = mem_alloc(words * sizeof *e.taken);
    number_parameters(&e);
    escape_initialisers(p, escaped);
    memcpy(e.taken, escaped, words * sizeof *e.taken);
    each_name(&e, note_name, e.taken);
    find_zero(&e, escaped, zero);
    for (u32 k = 0; k < p->funcs.n; k++)
        if (flows[k].f)
            flow_decide(&flows[k], zero);
    solve_parameters(&e);
    each_name(&e, note_escaped, escaped);
    mem_free(zero);
    escape_close(&e);
}
