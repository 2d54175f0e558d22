/* Stored states: a block of words for the shared cells and one for each process, interned, and the
 * list of their numbers.  What is dead at a process's rest point is stored as zero. */
#include "asm/machine_state.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Saving. */

typedef struct packer {
    u32 *to;
    u32 n;
    u64 bits;
    u32 held;
} packer;

static void pack(packer *k, u64 value, u32 width)
{
    if (width > 32) {
        pack(k, value & UINT32_MAX, 32);
        pack(k, value >> 32, width - 32);
        return;
    }
    assert(!(value & ~width_mask(width))); /* it would be part of the next one */
    k->bits |= value << k->held;
    k->held += width;
    if (k->held >= 32) {
        k->to[k->n++] = (u32)k->bits;
        k->bits >>= 32;
        k->held -= 32;
    }
}

static u64 unpack(packer *k, u32 width)
{
    u64 value;

    if (width > 32) {
        value = unpack(k, 32);
        return value | unpack(k, width - 32) << 32;
    }
    if (k->held < width) {
        k->bits |= (u64)k->to[k->n++] << k->held;
        k->held += 32;
    }
    value = k->bits & width_mask(width);
    k->bits >>= width;
    k->held -= width;
    return value;
}

static void flush(packer *k)
{
    if (k->held)
        k->to[k->n++] = (u32)k->bits;
}

static u32 save_globals(casm_machine *m)
{
    packer k = {.to = m->block};

    pack(&k, m->started, 1);
    pack(&k, m->running, 16);
    for (u32 i = 0; i < m->globals.n; i++)
        pack(&k, m->values[m->globals.at[i]], m->c->vars.at[m->globals.at[i]].width);
    flush(&k);
    return intern_put(&m->t->blocks, m->block, k.n, NULL);
}

static void save_buffer(const casm_machine *m, u32 p, packer *k)
{
    if (!m->buffers)
        return;
    pack(k, m->buffers[p].n, 32);
    for (u32 i = 0; i < m->buffers[p].n; i++) {
        const buffered *b = &m->buffers[p].at[i];

        pack(k, b->cell, 32);
        pack(k, b->low, 8);
        pack(k, b->bits, 8);
        pack(k, b->value, 64);
        pack(k, b->pc, 32);
    }
}

static void restore_buffer(casm_machine *m, u32 p, packer *k)
{
    if (!m->buffers)
        return;
    m->buffers[p].n = (u32)unpack(k, 32);
    assert(m->buffers[p].n <= m->bound);
    for (u32 i = 0; i < m->buffers[p].n; i++) {
        buffered *b = &m->buffers[p].at[i];

        b->cell = (u32)unpack(k, 32);
        b->low = (u8)unpack(k, 8);
        b->bits = (u8)unpack(k, 8);
        b->value = unpack(k, 64);
        b->pc = (u32)unpack(k, 32);
    }
}

static u32 save_process(casm_machine *m, u32 p)
{
    const process *of_p = &m->c->processes.at[p];
    const u64 *live = machine_present(m, p)->live;
    packer k = {.to = m->block};

    if (of_p->token != NO_VAR)
        pack(&k, m->values[of_p->token], 1);
    if (m->c->arch == ARCH_SMP)
        pack(&k, m->waits[p], 8);
    save_buffer(m, p, &k);
    for (u32 i = 0; i < m->locals[p].n; i++) {
        u32 v = m->locals[p].at[i];

        pack(&k, m->values[v] & live[v], m->c->vars.at[v].width);
    }
    flush(&k);
    return intern_put(&m->t->blocks, m->block, k.n, NULL);
}

static void save_blocks(casm_machine *m)
{
    if (!m->held[0])
        m->held[0] = save_globals(m);
    for (u32 p = 0; p < m->c->processes.n; p++)
        if (!m->held[p + 1])
            m->held[p + 1] = save_process(m, p);
    memcpy(m->root, m->held, (m->c->processes.n + 1) * sizeof *m->root);
}

state_key machine_save(sys *s)
{
    casm_machine *m = machine_of(s);

    save_blocks(m);
    return intern_put(&m->t->roots, m->root, m->c->processes.n + 1, NULL);
}

static int by_number(const void *a, const void *b)
{
    u32 x = *(const u32 *)a, y = *(const u32 *)b;

    return (x > y) - (x < y);
}

static bool mergeable(const casm *c, const process_kind *k)
{
    if (k->n < 2 || !k->symmetric)
        return false;
    for (u32 i = 0; i < c->arrays.n; i++)
        if (c->arrays.at[i].stride && c->arrays.at[i].owner >= (int)k->first &&
            c->arrays.at[i].owner < (int)(k->first + k->n))
            return false;
    return true;
}

void machine_find_merged(casm_machine *m)
{
    m->merged = mem_alloc(m->c->kinds.n + 1);
    for (u32 i = 0; i < m->c->kinds.n; i++)
        m->merged[i] = mergeable(m->c, &m->c->kinds.at[i]);
}

bool asm_symmetric(const casm *c)
{
    for (u32 i = 0; i < c->kinds.n; i++)
        if (!c->apart && mergeable(c, &c->kinds.at[i]))
            return true;
    return false;
}

/* A copy that is interchangeable with the process, and in the same state, comes before it: its
 * steps lead to states that match those of the process. */
bool machine_doubled(casm_machine *m, u32 p)
{
    const process_kind *k = &m->c->kinds.at[m->c->processes.at[p].kind];

    if (!m->merged[m->c->processes.at[p].kind])
        return false;
    save_blocks(m);
    for (u32 q = k->first; q < p; q++)
        if (m->held[q + 1] == m->held[p + 1])
            return true;
    return false;
}

state_key machine_match(sys *s)
{
    casm_machine *m = machine_of(s);

    save_blocks(m);
    for (u32 i = 0; i < m->c->kinds.n; i++)
        if (m->merged[i])
            qsort(m->root + 1 + m->c->kinds.at[i].first, m->c->kinds.at[i].n, sizeof *m->root,
                  by_number);
    return intern_put(&m->t->roots, m->root, m->c->processes.n + 1, NULL);
}

static void restore_globals(casm_machine *m, u32 block)
{
    u32 n;
    packer k = {.to = (u32 *)intern_get(&m->t->blocks, block, &n)};

    m->started = unpack(&k, 1);
    m->running = (u32)unpack(&k, 16);
    for (u32 i = 0; i < m->globals.n; i++)
        m->values[m->globals.at[i]] = unpack(&k, m->c->vars.at[m->globals.at[i]].width);
}

static void restore_process(casm_machine *m, u32 p, u32 block)
{
    const process *of_p = &m->c->processes.at[p];
    u32 n;
    packer k = {.to = (u32 *)intern_get(&m->t->blocks, block, &n)};

    if (of_p->token != NO_VAR)
        m->values[of_p->token] = unpack(&k, 1);
    if (m->c->arch == ARCH_SMP)
        m->waits[p] = (u8)unpack(&k, 8);
    restore_buffer(m, p, &k);
    for (u32 i = 0; i < m->locals[p].n; i++)
        m->values[m->locals[p].at[i]] = unpack(&k, m->c->vars.at[m->locals[p].at[i]].width);
}

void machine_restore(sys *s, state_key key)
{
    casm_machine *m = machine_of(s);
    u32 n;
    const u32 *root = intern_get(&m->t->roots, key_word(key), &n);

    assert(n == m->c->processes.n + 1);
    if (m->held[0] != root[0])
        restore_globals(m, root[0]);
    for (u32 p = 0; p + 1 < n; p++)
        if (m->held[p + 1] != root[p + 1])
            restore_process(m, p, root[p + 1]);
    memcpy(m->held, root, n * sizeof *root);
}

void machine_reset(sys *s)
{
    casm_machine *m = machine_of(s);

    machine_forget_blocks(m);
    for (u32 i = 0; i < m->c->vars.n; i++)
        m->values[i] = m->c->vars.at[i].low;
    memset(m->waits, 0, m->c->processes.n);
    for (u32 p = 0; m->buffers && p < m->c->processes.n; p++)
        m->buffers[p].n = 0;
    m->started = false;
    m->running = 0;
}
