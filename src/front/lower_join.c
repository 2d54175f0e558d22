/* Values that are computed in the register of the phi they go to.
 *
 * On the edge from block B to the block of phi P, P takes the value v.  When v is computed in B and
 * nothing reads P after that, v is computed into P's register and the edge needs no move.  "Nothing
 * reads P" needs care: within B every operand after v, and the other phis of the edge; beyond B,
 * when B is P's own block and has another way out, P must not be used outside at all. */
#include "front/lower_state.h"

typedef struct joining {
    u32 at;     /* the block */
    u32 *read;  /* position of the last read of each phi that is asked about */
    u32 *asked; /* block + 1 for which it is asked */
} joining;

static void note_read(fn *f, void *with, val *x, u32 pos, u32 at)
{
    joining *j = with;
    u32 i = (u32)(x - f->vals.at);

    if (x->opcode == LLVMPHI && j->asked[i] == at + 1 && pos > j->read[i])
        j->read[i] = pos;
}

/* May v be computed in the register of phi P, as far as their own kinds and places go? */
static bool candidate(fn *f, const val *phi, const val *v, u32 at, bool one_way)
{
    if (!v || v->block != at || v->reg != NO_REG || !slots_fusable(v) || !phi->uses)
        return false;
    if (memcmp(phi->shape->classes, v->shape->classes, 1) != 0 || phi->shape->nregs != 1)
        return false;
    (void)f;
    return one_way ? v->local : phi->block == at && phi->inside;
}

static val *value_of(fn *f, const incoming *in)
{
    val *v = scan_val(f, LLVMGetIncomingValue(f->vals.at[in->phi].v, in->index));

    while (v && v->kind == VAL_FORWARD && v->offset == 0)
        v = scan_val(f, v->base);
    return v;
}

static void join_block(fn *f, joining *j)
{
    const block *b = &f->blocks.at[j->at];
    bool one_way = LLVMGetNumSuccessors(f->vals.at[b->end - 1].v) == 1;
    u32 earliest = UINT32_MAX;

    for (u32 i = b->incoming; i != UINT32_MAX; i = f->incoming.at[i].next) {
        u32 phi = f->incoming.at[i].phi;
        val *v = value_of(f, &f->incoming.at[i]);
        if (!candidate(f, &f->vals.at[phi], v, j->at, one_way))
            continue;
        j->asked[phi] = j->at + 1;
        j->read[phi] = 0;
        if ((u32)(v - f->vals.at) < earliest)
            earliest = (u32)(v - f->vals.at);
    }
    if (earliest == UINT32_MAX)
        return;
    for (u32 pos = earliest + 1; pos < b->end; pos++)
        scan_uses(f, pos, note_read, j);
    for (u32 i = b->incoming; i != UINT32_MAX; i = f->incoming.at[i].next) {
        LLVMValueRef v =
            LLVMGetIncomingValue(f->vals.at[f->incoming.at[i].phi].v, f->incoming.at[i].index);
        scan_use(f, v, b->end - 1, j->at, note_read, j);
    }
    for (u32 i = b->incoming; i != UINT32_MAX; i = f->incoming.at[i].next) {
        u32 phi = f->incoming.at[i].phi;
        val *v = value_of(f, &f->incoming.at[i]);
        if (!candidate(f, &f->vals.at[phi], v, j->at, one_way))
            continue;
        if (j->read[phi] > (u32)(v - f->vals.at))
            continue;
        v->reg = f->vals.at[phi].reg;
        v->local = false;
    }
}

void join_values(fn *f)
{
    joining j = {0};

    if (!f->incoming.n || f->no_reuse)
        return;
    j.read = mem_alloc(f->vals.n * sizeof *j.read);
    j.asked = mem_alloc(f->vals.n * sizeof *j.asked);
    for (j.at = 0; j.at < f->blocks.n; j.at++)
        join_block(f, &j);
    mem_free(j.read);
    mem_free(j.asked);
}
