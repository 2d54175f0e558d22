/* Which atomic accesses of a C++ program are whose.
 *
 * std::atomic is code of the headers.  Before an optimiser has put it into the function that calls
 * it, `ready.store(1, std::memory_order_release)` is a call: the order is an argument, and the
 * access stands in a function that all calls share, once for each order.  So each call of the
 * user's gets a copy of that function, and of those of the same kind that it calls: what is changed
 * in the copy is changed for this call alone.  The access that a run comes to there is the one with
 * the call's order.  Where an optimiser has inlined the operation, the access is the user's own.
 *
 * What the library does for itself stays as it is (front/atomics.c). */
#include "session/order_calls.h"
#include "front/atomics.h"

#include <string.h>

enum { DEEPEST = 16 };

static bool operation(const program *p, u32 f)
{
    const func *of = p->funcs.at[f];

    return of->runtime && of->defined && atomics_operation(of->name);
}

/* An optimiser may have put code of the user's into a function of the library's. */
static bool users(const program *p, const func *f, u32 pc)
{
    srcloc at = f->where[pc];

    return at.line && (!f->runtime || (f->hosts && !program_header(p->files.at[at.file])));
}

static bool accesses_here(const insn *i)
{
    return i->op == OP_FENCE || i->op == OP_RMW || i->op == OP_CMPXCHG ||
           (opcode_does[i->op].access && i->c & ACCESS_ATOMIC);
}

static bool accesses(const program *p, const func *f, u32 depth)
{
    for (u32 pc = 0; pc < f->ncode; pc++) {
        const insn *i = &f->code[pc];

        if (accesses_here(i))
            return true;
        if (i->op == OP_CALL && depth && operation(p, i->y) &&
            accesses(p, p->funcs.at[i->y], depth - 1))
            return true;
    }
    return false;
}

static u32 copy(program *p, order_calls *out, u32 of, srcloc at, u32 depth)
{
    u32 made = program_copy_function(p, of);
    func *f = p->funcs.at[made];

    vec_push(&out->places, at);
    for (u32 pc = 0; pc < f->ncode && depth; pc++)
        if (f->code[pc].op == OP_CALL && operation(p, f->code[pc].y))
            f->code[pc].y = copy(p, out, f->code[pc].y, at, depth - 1);
    return made;
}

static bool cxx(const program *p)
{
    for (u32 i = 0; i < p->files.n; i++)
        if (p->files.at[i] && program_header(p->files.at[i]))
            return true;
    return false;
}

/* An optimiser leaves of the library's accesses only where they are. */
static void mark_library(const front_options *o, const program *p, order_calls *out)
{
    program *marked = strcmp(p->level, "-O0") != 0 ? atomics_marked(o, p) : NULL;

    for (u32 k = 0; marked && k < p->funcs.n; k++) {
        const func *f = p->funcs.at[k];

        for (u32 pc = 0; pc < f->ncode; pc++)
            if (accesses_here(&f->code[pc]) &&
                marked->funcs.at[k]->where[pc].column == ATOMICS_LIBRARY)
                map_put(&out->library, (u64)k << 32 | pc, 1);
    }
    program_free(marked);
}

order_calls *order_calls_part(const front_options *o, program *p)
{
    order_calls *out = mem_alloc(sizeof *out);

    out->first = p->funcs.n;
    if (cxx(p))
        mark_library(o, p, out);
    for (u32 k = 0; k < out->first; k++) {
        const func *f = p->funcs.at[k];

        for (u32 pc = 0; pc < f->ncode; pc++) {
            insn *i = &f->code[pc];

            if (i->op == OP_CALL && users(p, f, pc) && operation(p, i->y) &&
                accesses(p, p->funcs.at[i->y], DEEPEST))
                i->y = copy(p, out, i->y, f->where[pc], DEEPEST);
        }
    }
    return out;
}

void order_calls_free(order_calls *c)
{
    if (!c)
        return;
    vec_free(&c->places);
    map_free(&c->library);
    mem_free(c);
}

static bool library(const order_calls *c, u32 f, u32 pc)
{
    u64 known;

    return map_get(&c->library, (u64)f << 32 | pc, &known);
}

srcloc order_calls_place(const order_calls *c, const program *p, u32 f, u32 pc)
{
    if (f >= c->first)
        return c->places.at[f - c->first];
    return users(p, p->funcs.at[f], pc) && !library(c, f, pc) ? p->funcs.at[f]->where[pc]
                                                              : (srcloc){0};
}
