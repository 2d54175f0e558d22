/* Static objects that all accesses are atomic to, as `static atomic_int n;`, and locks that nothing
 * but the library's operations touch: they take part in no data race.
 *
 * Within each basic block the registers are followed that hold the address of an object, or one
 * computed from it.  An object is given up when such a register is used for anything but an atomic
 * access, more arithmetic, a comparison, or a call of a function of the library that only operates
 * on it; when it is live where the block ends; and when the address is in the first contents of
 * another object. */
#include "program/plain.h"
#include "program/effect.h"

#include <ctype.h>
#include <string.h>

typedef struct finder {
    const program *p;
    func *f;
    u64 *plain;
    u32 *holds; /* by register: the object, 0 none */
    bool *ends; /* by instruction: a jump comes here */
    effects e;
} finder;

static void give_up(finder *d, u32 id)
{
    if (id)
        d->plain[id >> 6] |= 1ull << (id & 63);
}

static bool computes(const insn *i)
{
    return i->op == OP_MOV || i->op == OP_PADDI || i->op == OP_PADD;
}

static u32 named_by(const finder *d, const insn *i)
{
    u32 id = POINTER_OBJECT(i->imm);

    return POINTER_IS(i->imm) && id < d->p->objects.n && d->p->objects.at[id].kind == OBJ_GLOBAL
               ? id
               : 0;
}

/* Of an __atomic_ function the object comes first where the size is part of the name, else after
 * the size. */
static bool operates_atomically(const char *name, u32 argument)
{
    return strncmp(name, "__atomic_", 9) == 0 && argument == !isdigit((u8)name[strlen(name) - 1]);
}

/* Does the function of the library only operate on what its argument points to, as on a lock? */
static bool operates(const func *f, u32 argument)
{
    static const struct {
        const char *name;
        u32 objects;
    } table[] = {
#define OPERATION(name, header, objects, note) {#name, objects},
#include "../runtime/functions.def"
    };

    for (u32 k = 0; f->runtime && k < LENGTH(table); k++)
        if (strcmp(f->name, table[k].name) == 0)
            return argument < table[k].objects;
    return f->runtime && operates_atomically(f->name, argument);
}

static bool call_operates(const finder *d, const insn *i, u32 reg)
{
    for (u32 k = 0; k < i->b; k++) {
        const operand *o = &d->f->operands.at[i->x + k];

        if ((o->reg == reg || (o->size > 8 && o->reg + 1u == reg)) &&
            !operates(d->p->funcs.at[i->y], k))
            return false;
    }
    return true;
}

/* Is the register, which holds an address, used for nothing but what is allowed? */
static bool allowed(const finder *d, const insn *i, u32 reg)
{
    u32 access = opcode_does[i->op].access;

    if (access)
        return i->c & ACCESS_ATOMIC && (access == OPCODE_LOADS || i->a != reg);
    switch (i->op) {
    case OP_EQ:
    case OP_NE:
    case OP_MOV:
    case OP_PADDI:
        return true;
    case OP_PADD:
        return i->c != reg;
    case OP_RMW:
        return i->c != reg;
    case OP_CMPXCHG:
        return i->c != reg && (i->x & 0xffff) != reg;
    case OP_CALL:
        return call_operates(d, i, reg);
    default:
        return false;
    }
}

static u32 held_after(const finder *d, const insn *i)
{
    return i->op == OP_CONST ? named_by(d, i) : computes(i) ? d->holds[i->b] : 0;
}

static void look(finder *d, u32 pc)
{
    const insn *i = &d->f->code[pc];
    u32 held = held_after(d, i);

    effects_of(d->f, pc, &d->e);
    for (u32 k = 0; k < d->e.reads.n; k++) {
        u32 reg = d->e.reads.at[k];

        if (d->holds[reg] && !allowed(d, i, reg))
            give_up(d, d->holds[reg]);
    }
    for (u32 k = 0; k < d->e.writes.n; k++)
        d->holds[d->e.writes.at[k]] = held;
}

/* Control may go on there with what registers hold. */
static void leave_to(finder *d, u32 pc)
{
    const live_set *live = live_at(d->f, pc, false);

    for (u32 k = 0; k < live->n; k++)
        give_up(d, d->holds[live->regs[k]]);
}

static void jump_to(void *with, u32 target)
{
    leave_to(with, target);
}

static void mark_end(void *with, u32 target)
{
    ((finder *)with)->ends[target] = true;
}

/* Where jumps come from nowhere: all that is named is given up. */
static bool jumps_anywhere(const func *f)
{
    for (u32 pc = 0; pc < f->ncode; pc++)
        if (f->code[pc].op == OP_IBR || f->code[pc].op == OP_SETJMP)
            return true;
    return false;
}

static void look_at_blocks(finder *d)
{
    for (u32 pc = 0; pc < d->f->ncode; pc++)
        effects_targets(d->f, pc, mark_end, d);
    for (u32 pc = 0; pc < d->f->ncode; pc++) {
        const insn *i = &d->f->code[pc];

        if (d->ends[pc]) {
            leave_to(d, pc);
            memset(d->holds, 0, d->f->nregs * sizeof *d->holds);
        }
        look(d, pc);
        effects_targets(d->f, pc, jump_to, d);
        if (!effects_falls_through(i))
            memset(d->holds, 0, d->f->nregs * sizeof *d->holds);
    }
}

static void look_at_function(finder *d)
{
    d->holds = mem_alloc((d->f->nregs + 2) * sizeof *d->holds);
    d->ends = mem_alloc(d->f->ncode + 1);
    if (jumps_anywhere(d->f)) {
        for (u32 pc = 0; pc < d->f->ncode; pc++)
            if (d->f->code[pc].op == OP_CONST)
                give_up(d, named_by(d, &d->f->code[pc]));
    } else {
        look_at_blocks(d);
    }
    mem_free(d->holds);
    mem_free(d->ends);
}

void plain_find(const program *p, u64 *plain)
{
    finder d = {.p = p, .plain = plain};

    for (u32 id = 1; id < p->objects.n; id++)
        for (u32 k = 0; k < p->objects.at[id].relocs.n; k++)
            give_up(&d, POINTER_OBJECT(p->objects.at[id].relocs.at[k].value));
    for (u32 k = 0; k < p->tls.relocs.n; k++)
        give_up(&d, POINTER_OBJECT(p->tls.relocs.at[k].value));
    for (u32 k = 0; k < p->funcs.n; k++) {
        d.f = p->funcs.at[k];
        if (d.f->defined && (!p->query_funcs || k < p->query_funcs))
            look_at_function(&d);
    }
    effects_free(&d.e);
}
