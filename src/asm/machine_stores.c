/* Store buffers of the explicit system: x86-TSO (Sewell, Sarkar, Owens, Zappa Nardelli, Myreen,
 * CACM 2010), operationally.
 *
 * A store to a shared cell goes to the end of its process's buffer, and is seen by nobody else.
 * The oldest store of a process reaches memory by a move of its own, MOVE_FLUSH.  A process reads
 * the youngest of its own stores to a cell, else what is in memory; so its instructions are
 * computed over the memory with its buffer laid over it.  What has INSN_DRAINS (mfence, locked
 * instructions, sleep and wake) is enabled while the buffer is empty.  A process that has ended
 * keeps its buffer until it is empty.
 *
 * A buffer has room for `bound` stores.  A process whose buffer is full rests before its next
 * store; to do it is to leave the bound, and cuts the run.  The numbers of cells are the same for
 * all processes, so copies of a process remain interchangeable. */
#include "asm/machine_state.h"

#include "base/mutant.h"

#include <assert.h>
#include <string.h>

void stores_open(casm_machine *m)
{
    u32 n = m->c->processes.n;

    if (!m->c->tso)
        return;
    m->bound = m->o.buffer ? m->o.buffer : ASM_BUFFER;
    m->buffers = mem_alloc((n + 1) * sizeof *m->buffers);
    for (u32 p = 0; p < n; p++)
        m->buffers[p].at = mem_alloc(m->bound * sizeof *m->buffers[p].at);
}

void stores_close(casm_machine *m)
{
    for (u32 p = 0; m->buffers && p < m->c->processes.n; p++)
        mem_free(m->buffers[p].at);
    mem_free(m->buffers);
}

void stores_copy(casm_machine *to, const casm_machine *from)
{
    for (u32 p = 0; from->buffers && p < from->c->processes.n; p++) {
        to->buffers[p].n = from->buffers[p].n;
        memcpy(to->buffers[p].at, from->buffers[p].at,
               from->buffers[p].n * sizeof *from->buffers[p].at);
    }
}

u32 stores_count(const casm_machine *m, u32 p)
{
    return m->buffers ? m->buffers[p].n : 0;
}

/* ---- what goes in ---- */

bool stores_full(const casm_machine *m, u32 p)
{
    return m->buffers && m->buffers[p].n == m->bound;
}

void stores_put(casm_machine *m, u32 p, u32 cell, u64 value)
{
    buffer *b = &m->buffers[p];

    assert(b->n < m->bound && m->c->vars.at[cell].owner == SHARED);
    b->at[b->n++] = (buffered){.cell = cell,
                               .value = value,
                               .pc = m->o.plain ? (u32)m->values[m->c->processes.at[p].pc] : 0};
}

/* ---- what its own process sees ---- */

void stores_lay_over(casm_machine *m, u32 p)
{
    for (u32 k = 0; k < stores_count(m, p) && !MUTANT(TSO_FORWARD); k++) {
        buffered *b = &m->buffers[p].at[k];

        b->under = m->values[b->cell];
        m->values[b->cell] = b->value;
    }
}

void stores_lift(casm_machine *m, u32 p)
{
    for (u32 k = stores_count(m, p); k-- > 0 && !MUTANT(TSO_FORWARD);)
        m->values[m->buffers[p].at[k].cell] = m->buffers[p].at[k].under;
}

bool stores_has(const casm_machine *m, u32 p, u32 cell)
{
    for (u32 k = 0; k < stores_count(m, p); k++)
        if (m->buffers[p].at[k].cell == cell)
            return true;
    return false;
}

bool stores_stops(const casm_machine *m, u32 p)
{
    return stores_count(m, p) && machine_present(m, p)->flags & INSN_DRAINS;
}

/* ---- what reaches memory ---- */

/* The place of the store that is the next one. */
static u32 next(const casm_machine *m, u32 p)
{
    return MUTANT(TSO_ORDER) ? m->buffers[p].n - 1 : 0;
}

bool stores_waiting(const casm_machine *m, u32 p, u32 k, event *e)
{
    const buffered *b;

    if (k >= stores_count(m, p))
        return false;
    b = &m->buffers[p].at[k];
    *e = (event){.kind = EV_BUFFER,
                 .flags = EVF_VISIBLE | EVF_VALUE,
                 .thread = (u16)(p + 1),
                 .object = b->cell + 1,
                 .size = 1,
                 .func = p,
                 .pc = b->pc,
                 .value = b->value,
                 .old = m->values[b->cell]};
    return true;
}

event stores_next(const casm_machine *m, u32 p)
{
    event e;

    stores_waiting(m, p, next(m, p), &e);
    e.kind = EV_WRITE;
    return e;
}

void stores_flush(casm_machine *m, u32 p)
{
    buffer *b = &m->buffers[p];
    u32 k = next(m, p);

    assert(b->n);
    m->values[b->at[k].cell] = b->at[k].value;
    b->n--;
    memmove(&b->at[k], &b->at[k + 1], (b->n - k) * sizeof *b->at);
}

/* The cells that wait are among what the process touches later, as bits by number + 1. */
void stores_future(const casm_machine *m, u32 p, u64 *bits, u32 words)
{
    for (u32 k = 0; k < stores_count(m, p) && !MUTANT(TSO_FUTURE); k++) {
        u32 at = m->buffers[p].at[k].cell + 1;

        if (at < words * 64)
            set_bit(bits, at);
    }
}
