/* Store buffers of the explicit system: x86-TSO (Sewell, Sarkar, Owens, Zappa Nardelli, Myreen,
 * CACM 2010), operationally.
 *
 * A store to a shared cell goes to the end of its process's buffer, and is seen by nobody else.
 * The oldest store of a process reaches memory by a move of its own, MOVE_FLUSH.  A process reads
 * the youngest of its own stores to a cell, else what is in memory; so its instructions are
 * computed over the memory with its buffer laid over it.  Where the youngest store to what it reads
 * has only some of the bits, it waits until that is in memory: x86 forwards from one store alone.
 * What has INSN_DRAINS (mfence, locked instructions, sleep and wake) is enabled while the buffer is
 * empty.  A process that has ended keeps its buffer until it is empty.
 *
 * A buffer has room for `bound` stores.  A process whose buffer is full rests before its next
 * store; to do it is to leave the bound, and cuts the run.  The numbers of cells are the same for
 * all processes, so copies of a process remain interchangeable. */
#include "asm/machine_state.h"

#include "base/mutant.h"

#include <assert.h>
#include <string.h>

/* Is there an instruction that touches a part of a cell? */
static bool has_parts(const casm *c)
{
    for (u32 p = 0; p < c->processes.n; p++)
        for (u32 i = 0; i < c->processes.at[p].code.n; i++) {
            const instr *in = &c->processes.at[p].code.at[i];

            for (u32 k = 0; k < in->touches.n; k++)
                if (in->touches.at[k].low)
                    return true;
        }
    return false;
}

void stores_open(casm_machine *m)
{
    u32 n = m->c->processes.n;

    if (!m->c->tso)
        return;
    m->bound = m->o.buffer ? m->o.buffer : ASM_BUFFER;
    m->buffers = mem_alloc((n + 1) * sizeof *m->buffers);
    m->parts = has_parts(m->c);
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

void stores_put(casm_machine *m, u32 p, const buffered *store)
{
    buffer *b = &m->buffers[p];

    assert(b->n < m->bound && m->c->vars.at[store->cell].owner == SHARED);
    b->at[b->n] = *store;
    b->at[b->n++].pc = m->o.plain ? (u32)m->values[m->c->processes.at[p].pc] : 0;
}

/* ---- what its own process sees ---- */

/* The cell with the store in it. */
static u64 written(const buffered *b, u64 cell)
{
    return (cell & ~(width_mask(b->bits) << b->low)) | b->value << b->low;
}

void stores_lay_over(casm_machine *m, u32 p)
{
    for (u32 k = 0; k < stores_count(m, p) && !MUTANT(TSO_FORWARD); k++) {
        buffered *b = &m->buffers[p].at[k];

        b->under = m->values[b->cell];
        m->values[b->cell] = written(b, b->under);
    }
}

void stores_lift(casm_machine *m, u32 p)
{
    for (u32 k = stores_count(m, p); k-- > 0 && !MUTANT(TSO_FORWARD);)
        m->values[m->buffers[p].at[k].cell] = m->buffers[p].at[k].under;
}

stores_answer stores_find(const casm_machine *m, u32 p, u32 cell, u32 low, u32 bits)
{
    for (u32 k = stores_count(m, p); k-- > 0;) {
        const buffered *b = &m->buffers[p].at[k];

        if (b->cell != cell || b->low >= low + bits || low >= b->low + b->bits)
            continue;
        return b->low <= low && low + bits <= b->low + b->bits ? STORES_WHOLE : STORES_PART;
    }
    return STORES_NONE;
}

/* A load of bits that the youngest store to some of them has not all. */
static bool loads_mixture(casm_machine *m, u32 p, const instr *i)
{
    bool found = false;
    u32 at;

    stores_lay_over(m, p);
    machine_compute(m, &i->nodes, m->values, 0);
    stores_lift(m, p);
    for (u32 k = 0; k < i->touches.n && !found && !MUTANT(TSO_PARTS); k++) {
        const footprint *t = &i->touches.at[k];

        found = t->reads && machine_touched(m, t, &at) &&
                stores_find(m, p, m->c->arrays.at[t->array].first + at, machine_low(m, t),
                            machine_bits(m, t)) == STORES_PART;
    }
    return found;
}

bool stores_stops(casm_machine *m, u32 p)
{
    const instr *i = machine_present(m, p);

    if (!stores_count(m, p))
        return false;
    return i->flags & INSN_DRAINS || (m->parts && loads_mixture(m, p, i));
}

/* ---- what reaches memory ---- */

/* The place of the store that is the next one. */
static u32 next(const casm_machine *m, u32 p)
{
    return MUTANT(TSO_ORDER) ? m->buffers[p].n - 1 : 0;
}

/* Its value is that of the cell as the process sees it after the store. */
bool stores_waiting(const casm_machine *m, u32 p, u32 k, event *e)
{
    const buffered *b;
    u64 value;

    if (k >= stores_count(m, p))
        return false;
    b = &m->buffers[p].at[k];
    value = m->values[b->cell];
    for (u32 i = 0; i <= k; i++)
        if (m->buffers[p].at[i].cell == b->cell)
            value = written(&m->buffers[p].at[i], value);
    *e = (event){.kind = EV_BUFFER,
                 .flags = EVF_VISIBLE | EVF_VALUE,
                 .thread = (u16)(p + 1),
                 .object = b->cell + 1,
                 .size = 1,
                 .func = p,
                 .pc = b->pc,
                 .value = value,
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
    m->values[b->at[k].cell] = written(&b->at[k], m->values[b->at[k].cell]);
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
