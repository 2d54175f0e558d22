/* Which instructions of an assembly system some run came to.  The explicit system marks each one
 * that it executes, and whether control then went on to the next.  Copies of a process have their
 * code in common: what one of them did counts for all. */
#include "asm/casm.h"

u8 **asm_reached_open(const casm *c)
{
    u8 **reached = mem_alloc(c->processes.n * sizeof *reached);

    for (u32 p = 0; p < c->processes.n; p++)
        reached[p] = mem_alloc(c->processes.at[p].code.n);
    return reached;
}

void asm_reached_close(const casm *c, u8 **reached)
{
    for (u32 p = 0; reached && p < c->processes.n; p++)
        mem_free(reached[p]);
    mem_free(reached);
}

static bool same_place(const instr *a, const instr *b)
{
    return a->file == b->file && a->line == b->line && a->column == b->column;
}

/* What any copy of process p did at its instruction i. */
static u8 done_at(const casm *c, u8 *const *reached, u32 p, u32 i)
{
    u8 done = 0;

    for (u32 q = 0; q < c->processes.n; q++) {
        const process *of_q = &c->processes.at[q];

        if (of_q->kind == c->processes.at[p].kind && i < of_q->code.n &&
            same_place(&of_q->code.at[i], &c->processes.at[p].code.at[i]))
            done |= reached[q][i];
    }
    return done;
}

static bool branches(const casm *c, const instr *i)
{
    return node_at(&c->pool, i->next)->op != EX_CONST;
}

static void tell(const casm *c, u8 *const *reached, u32 p, u32 i, asm_covered each, void *with)
{
    const instr *in = &c->processes.at[p].code.at[i];
    u8 done = done_at(c, reached, p, i);
    bool both = done & ASM_WENT_ON && done & ASM_JUMPED;

    if (in->line && !(in->flags & INSN_END))
        each(with, c->files.at[in->file], in->line, done & ASM_REACHED,
             done & ASM_REACHED && branches(c, in) && !both);
}

void asm_reached_tell(const casm *c, u8 *const *reached, asm_covered each, void *with)
{
    for (u32 p = 0; p < c->processes.n; p++)
        for (u32 i = 0; i < c->processes.at[p].code.n; i++)
            tell(c, reached, p, i, each, with);
}
