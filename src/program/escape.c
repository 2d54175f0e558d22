/* Escape analysis of static objects.
 *
 * Code knows an object because it names it (CONST), because it was handed its address in a register
 * by who does, or because it found the address in memory.  An object has escaped when the last may
 * be the case: its address is in some initialiser, or the value of some CONST may be stored,
 * returned, converted to an integer, passed to a call through a pointer or as a variable argument,
 * or handed to a builtin that keeps it.  To use it as the address of an access, to compare it, to
 * compute another address of the object from it and to call it does no harm.
 *
 * A value is followed from its definition through copies: within its block until its register is
 * written again, and where its register holds values between blocks to all that read it.  A direct
 * call takes it to a parameter of the callee; what may become of each parameter is found first, for
 * all functions together, as the least solution: it may be kept, or returned, in which case the
 * value goes on from the call's result.
 *
 * Data of the runtime that is zero and that no code of this program writes stays zero: the branches
 * that this decides are found before, and the values are followed along the others only. */
#include "program/escape.h"
#include "base/bisect.h"

#include <string.h>

enum {
    FATE_KEPT = 1,
    FATE_RETURNED = 2,
    FATE_WRITTEN = 4, /* written to, or perhaps: passed on */
    FATE_UNKNOWN = 255,
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
    VEC(u32) copied;   /* by pc: marks of copies that were seen */
    VEC(u32) followed; /* by register: marks */
    u32 mark;
    VEC(u32) crossed; /* registers to follow through the whole function */
    VEC(u8) known;    /* by register of the present function: its fate, or FATE_UNKNOWN */
} escape;

/* ---- what becomes of a value ---- */

/* It is in those of the n registers that hold pointers, from the next instruction on. */
static void flows_to(escape *e, u32 pc, u32 reg, u32 n)
{
    if (e->copied.at[pc] == e->mark)
        return;
    e->copied.at[pc] = e->mark;
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
    else if (i->y != BI_visible && i->y != BI_await && i->y != BI_orders)
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

static bool stored(const insn *i, u32 reg)
{
    return opcode_does[i->op].bytes == BYTES_POINTER && i->a == reg;
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
    case OP_EQ:
    case OP_NE:
    case OP_EQI:
    case OP_NEI:
    case OP_PULT:
    case OP_PULE:
    case OP_IBR:
    case OP_LONGJMP:
        return;
    case OP_MEMCPY:
    case OP_MEMSET:
    case OP_VASTART:
    case OP_SETJMP:
    case OP_UNSCOPE:
    case OP_RESCOPE:
        e->found |= FATE_WRITTEN;
        return;
    case OP_RMW:
        e->found |= i->c == reg ? FATE_KEPT : FATE_WRITTEN;
        return;
    case OP_CMPXCHG:
        e->found |= (i->x & 0xffff) == reg ? FATE_KEPT : FATE_WRITTEN;
        return;
    case OP_PSUB: /* a number taken from it leaves a pointer, as an integer */
        e->found |= i->b == reg ? FATE_KEPT : 0;
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
        if (opcode_does[i->op].access == OPCODE_LOADS)
            return;
        e->found |= opcode_does[i->op].access && !stored(i, reg) ? FATE_WRITTEN : FATE_KEPT;
    }
}

/* ---- following it ---- */

static u32 first_site(const flow *w, u32 reg, u32 pc)
{
    u32 k;

    bisect(k, w->first[reg], w->first[reg + 1], w->sites[k] < pc * 2);
    return k;
}

/* Of a register that holds nothing between blocks: until it is written, or the block ends. */
static void follow_run(escape *e, definition d)
{
    const flow *w = e->w;

    for (u32 k = first_site(w, d.reg, d.pc); k < w->first[d.reg + 1]; k++) {
        u32 site = w->sites[k];

        if (site & 1 || site >> 1 > w->control[d.pc])
            return;
        used(e, site >> 1, d.reg);
    }
}

/* Of any other: wherever it is read. */
static void follow_register(escape *e, u32 reg)
{
    const flow *w = e->w;

    if (e->followed.at[reg] == e->mark)
        return;
    e->followed.at[reg] = e->mark;
    for (u32 k = w->first[reg]; k < w->first[reg + 1]; k++)
        if (!(w->sites[k] & 1) && (!w->reached || w->reached[w->sites[k] >> 1]))
            used(e, w->sites[k] >> 1, reg);
}

static void make_room(escape *e, const func *f)
{
    while (e->copied.n < f->ncode)
        vec_push(&e->copied, 0);
    while (e->followed.n < f->nregs)
        vec_push(&e->followed, 0);
}

static void begin(escape *e, u32 function, u32 asking, definition d)
{
    e->w = &e->flows[function];
    e->asking = asking;
    e->found = 0;
    e->mark++;
    make_room(e, e->w->f);
    vec_clear(&e->defined);
    vec_push(&e->defined, d);
}

/* What may become of what the register holds, whenever it was put there. */
static u8 fate_of_register(escape *e, u32 function, u32 reg, u32 asking)
{
    begin(e, function, asking, (definition){0, reg});
    while (e->defined.n && !(e->found & FATE_KEPT)) {
        definition d = vec_pop(&e->defined);

        if (e->w->crosses[d.reg])
            follow_register(e, d.reg);
        else
            follow_run(e, d);
    }
    return e->found;
}

/* The same, known from before or not: parameters are settled, or nothing is known of them. */
static u8 fate_known(escape *e, u32 function, u32 reg)
{
    while (e->known.n <= reg)
        vec_push(&e->known, FATE_UNKNOWN);
    if (e->known.at[reg] == FATE_UNKNOWN)
        e->known.at[reg] = fate_of_register(e, function, reg, e->nodes);
    return e->known.at[reg];
}

/* What may become of the value that code[pc] gives. */
static u8 fate_of_name(escape *e, u32 function, u32 pc)
{
    u8 fate;

    begin(e, function, e->nodes, (definition){pc + 1, e->flows[function].f->code[pc].a});
    vec_clear(&e->crossed);
    while (e->defined.n && !(e->found & FATE_KEPT)) {
        definition d = vec_pop(&e->defined);

        if (e->w->crosses[d.reg])
            vec_push(&e->crossed, d.reg);
        else
            follow_run(e, d);
    }
    fate = e->found;
    for (u32 k = 0; k < e->crossed.n && !(fate & FATE_KEPT); k++)
        fate |= fate_known(e, function, e->crossed.at[k]);
    return fate;
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
            settle(e, node, fate_of_register(e, f, node - e->parameter[f], node));
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

        vec_clear(&e->known);
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
    if (fate_of_name(e, k, pc) & (FATE_KEPT | FATE_RETURNED))
        flow_set(escaped, object);
}

static void note_changing(escape *e, u32 k, u32 pc, u64 *zero)
{
    u32 object = named(e->flows[k].f, pc);

    if (flow_bit(zero, object) && fate_of_name(e, k, pc))
        zero[object >> 6] &= ~(1ull << (object & 63));
}

static bool begins_zero(const object_init *o)
{
    if (o->kind == OBJ_FUNC || !o->hidden || o->relocs.n)
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
    vec_free(&e->copied);
    vec_free(&e->followed);
    vec_free(&e->crossed);
    vec_free(&e->known);
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
