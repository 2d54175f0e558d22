/* Exceptions: invoke, landingpad, resume.
 *
 * An invoke is a call, a CATCH and a branch.  CATCH names a constant object: the clauses of the
 * landing pad, one after another, as runtime/heddle_vm.h has them.  The runtime reads it where an
 * exception comes by, finds the frame and the clause that take it, leaves the exception and the
 * number of the clause's type in __heddle_thrown of its thread, and has the machine go on behind
 * the CATCH.  So all that looks at control flow sees a branch, and the registers that a landing pad
 * needs are live across the call.
 *
 * A resume calls the runtime, which goes on with the frames above. */
#include "front/lower_state.h"

enum { CLAUSE_CLEANUP = 0, CLAUSE_END = 1 << 30, CLAUSE_ALL };

/* ---- numbers of types ---- */

/* By the object of its type_info, which has one in the whole program. */
u32 unwind_type(lower *l, LLVMValueRef type_info)
{
    return LLVMIsNull(type_info) ? CLAUSE_ALL : lower_object(l, type_info);
}

/* ---- the clauses of a landing pad ---- */

typedef struct clauses {
    lower *l;
    LLVMTypeRef pointer, number, row;
    VEC(LLVMValueRef) rows;
} clauses;

static void add_row(clauses *c, LLVMValueRef info, i64 id)
{
    LLVMValueRef parts[2] = {info ? info : LLVMConstNull(c->pointer),
                             LLVMConstInt(c->number, (u64)id, 1)};

    vec_push(&c->rows, LLVMConstNamedStruct(c->row, parts, 2));
}

/* -1 - n, and then the n types that may pass. */
static void add_filter(clauses *c, LLVMValueRef types)
{
    u32 n = (u32)LLVMGetArrayLength2(LLVMTypeOf(types));

    add_row(c, NULL, -1 - (i64)n);
    for (u32 i = 0; i < n; i++)
        add_row(c, LLVMGetAggregateElement(types, i), 0);
}

static void add_clauses(clauses *c, LLVMValueRef pad)
{
    for (u32 i = 0; i < LLVMGetNumClauses(pad); i++) {
        LLVMValueRef clause = LLVMGetClause(pad, i);

        if (LLVMGetTypeKind(LLVMTypeOf(clause)) == LLVMArrayTypeKind)
            add_filter(c, clause);
        else
            add_row(c, clause, unwind_type(c->l, clause));
    }
    if (LLVMIsCleanup(pad))
        add_row(c, NULL, CLAUSE_CLEANUP);
    add_row(c, NULL, CLAUSE_END);
}

static u32 make_list(lower *l, LLVMValueRef pad)
{
    LLVMContextRef context = LLVMGetModuleContext(l->m);
    LLVMTypeRef parts[2] = {LLVMPointerTypeInContext(context, 0),
                            LLVMIntTypeInContext(context, l->pointer_bits)};
    clauses c = {.l = l, .pointer = parts[0], .number = parts[1]};
    LLVMValueRef all, g;

    c.row = LLVMStructTypeInContext(context, parts, 2, 0);
    add_clauses(&c, pad);
    all = LLVMConstArray2(c.row, c.rows.at, c.rows.n);
    g = LLVMAddGlobal(l->m, LLVMTypeOf(all), "__heddle_clauses");
    LLVMSetInitializer(g, all);
    LLVMSetGlobalConstant(g, 1);
    LLVMSetLinkage(g, LLVMPrivateLinkage);
    vec_free(&c.rows);
    return lower_object(l, g);
}

static u32 list_of(lower *l, LLVMValueRef pad)
{
    u64 known;

    if (!map_get(&l->landings, map_key(pad), &known)) {
        known = make_list(l, pad);
        map_put(&l->landings, map_key(pad), known);
    }
    return (u32)known;
}

/* ---- instructions ---- */

static LLVMValueRef landing_of(LLVMValueRef invoke)
{
    LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetUnwindDest(invoke));

    while (LLVMGetInstructionOpcode(i) == LLVMPHI)
        i = LLVMGetNextInstruction(i);
    return i;
}

void unwind_catch(fn *f, const val *x)
{
    LLVMValueRef pad = landing_of(x->v);

    if (LLVMGetInstructionOpcode(pad) != LLVMLandingPad) {
        lower_reject(f->l, "exceptions of another system than Linux are not supported");
        return;
    }
    f->thrown = regs_scratch(f, REG_INT);
    emit(f, OP_CATCH, f->thrown, LLVMGetNumClauses(pad) == 0, 0, POINTER(list_of(f->l, pad), 0));
}

/* The exception and its number, from where the runtime left them. */
void unwind_landing(fn *f, val *x)
{
    LLVMValueRef thrown = LLVMGetNamedGlobal(f->l->m, UNWIND_THROWN);
    u32 d = regs_dest(f, x), at = regs_scratch(f, REG_PTR);
    u32 word = f->l->p->pointer_bytes, log = word == 8 ? 3 : 2;

    if (!thrown || x->shape->nregs != 2) {
        lower_reject(f->l, "a landing pad of another language than C++ is not supported");
        return;
    }
    emit(f, OP_TLS, at, 0, 0, lower_tls(f->l, thrown));
    emit_xy(f, OP_LOADP, d, at, log, 0, 0);
    emit_xy(f, OP_LOAD32, d + 1, at, 2, word, 0);
}

void unwind_resume(fn *f, const val *x)
{
    LLVMValueRef resume = LLVMGetNamedFunction(f->l->m, UNWIND_RESUME);
    u32 first = f->out->operands.n;

    if (!resume) {
        lower_reject(f->l, "a clean-up of another language than C++ is not supported");
        return;
    }
    vec_push(&f->out->operands,
             (operand){.reg = (u16)emit_reg(f, LLVMGetOperand(x->v, 0)), .pointer = true});
    emit_xy(f, OP_CALL, 0, 1, 0, first, lower_function(f->l, resume));
    emit(f, OP_UNREACHABLE, 0, 0, 0, 0);
}
