/* Calls: arguments flattened to registers, structs passed by value copied, and the few functions
 * that are instructions: the runtime's builtins, mathematics, setjmp and longjmp.
 *
 * A direct call that does not fit the function's definition becomes an indirect one, so that the
 * machine reports it when it happens. */
#include "front/lower_state.h"

#define NO_RESULT 0xffffu

/* ---- operands ---- */

typedef struct arguments {
    VEC(operand) list;
    VEC(u32) copies; /* registers that hold the addresses of copies to end after the call */
    text letters;    /* of the signature */
} arguments;

static u32 log2_of(u64 n)
{
    u32 k = 0;

    while (n >>= 1)
        k++;
    return k;
}

static LLVMTypeRef byval_type(fn *f, LLVMValueRef call, u32 i)
{
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, i + 1, f->l->byval_kind);

    return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

/* A struct by value: the callee gets the address of a copy, or what is there.  Others may come
 * while it is copied. */
static u32 add_copy(fn *f, arguments *a, LLVMValueRef v, LLVMTypeRef t)
{
    u32 from = emit_reg(f, v), copy = regs_scratch(f, REG_PTR);
    u64 size = LLVMABISizeOfType(f->l->layout, t);
    u32 align = LLVMABIAlignmentOfType(f->l->layout, t);

    f->out->has_alloca = true;
    emit_xy(f, OP_ALLOCA, copy, 0, 0, (u32)size, log2_of(align < 16 ? 16 : align));
    access_copy(f, copy, from, arg_imm(size), false);
    vec_push(&a->copies, copy);
    text_addc(&a->letters, 'p');
    return copy;
}

static void add_struct(fn *f, arguments *a, LLVMValueRef v, LLVMTypeRef t)
{
    u32 copy = add_copy(f, a, v, t);

    vec_push(&a->list, (operand){.reg = (u16)copy, .pointer = true});
}

static void add_variable_struct(fn *f, arguments *a, LLVMValueRef v, LLVMTypeRef t)
{
    u32 align = LLVMABIAlignmentOfType(f->l->layout, t), copy = add_copy(f, a, v, t);
    operand o = {.reg = (u16)copy, .pointer = true, .align = (u8)(align > 16 ? 16 : align)};

    o.byval = (u32)LLVMABISizeOfType(f->l->layout, t);
    vec_push(&a->list, o);
}

static void add_fixed(fn *f, arguments *a, LLVMValueRef v)
{
    const shape *s = shape_of(f->l, LLVMTypeOf(v));
    u32 reg = emit_reg(f, v);

    for (u32 i = 0; i < s->nregs; i++) {
        bool pointer = s->classes[i] == REG_PTR;
        vec_push(&a->list, (operand){.reg = (u16)(reg + i), .pointer = pointer});
    }
    shape_letters(s, &a->letters);
}

static void add_variable(fn *f, arguments *a, const piece *p, u32 reg, u32 align)
{
    u32 word = f->l->p->pointer_bytes, bytes = (p->bits + 7) / 8;
    operand o = {.reg = (u16)reg, .pointer = p->kind == PIECE_PTR};

    o.size = (u8)(bytes <= 4 ? 4 : bytes <= 8 ? 8 : p->kind == PIECE_LONG ? 10 : 16);
    o.align = (u8)(align < word ? word : align > 16 ? 16 : align);
    vec_push(&a->list, o);
    piece_letters(p, &a->letters);
}

/* Vectors lie in the argument area as in memory: passed as words. */
static void add_variable_vector(fn *f, arguments *a, LLVMValueRef v, const shape *s)
{
    u32 word = f->l->p->pointer_bytes, n = (u32)((s->bytes + word - 1) / word);
    shape words = {.n = n, .nregs = n, .vector = true, .bytes = n * word};
    u8 *classes = mem_alloc(n);

    words.at = mem_alloc(n * sizeof(piece));
    for (u32 i = 0; i < n; i++)
        words.at[i] = (piece){PIECE_INT, word * 8, i, 1, i * word};
    u32 reg = regs_scratch_run(f, classes, n);
    vector_bitcast(f, reg, &words, v);
    for (u32 i = 0; i < n; i++)
        add_variable(f, a, &words.at[i], reg + i, i == 0 && s->bytes >= 16 ? 16 : word);
    mem_free(words.at);
    mem_free(classes);
}

static void add_further(fn *f, arguments *a, LLVMValueRef v, LLVMTypeRef byval)
{
    const shape *s = shape_of(f->l, LLVMTypeOf(v));
    u32 reg;

    if (s->vector && s->at[0].kind != PIECE_PTR) {
        add_variable_vector(f, a, v, s);
        return;
    }
    if (byval) {
        add_variable_struct(f, a, v, byval);
        return;
    }
    reg = emit_reg(f, v);
    for (u32 i = 0; i < s->n; i++) {
        const piece *p = &s->at[i];
        bool wide = f->l->pointer_bits == 64 && p->regs == 2;
        add_variable(f, a, p, reg + p->reg, wide ? 16 : f->l->p->pointer_bytes);
    }
}

static void add_arguments(fn *f, arguments *a, LLVMValueRef call)
{
    u32 n = LLVMGetNumArgOperands(call);
    LLVMTypeRef t = LLVMGetCalledFunctionType(call);
    u32 fixed = LLVMIsFunctionVarArg(t) ? LLVMCountParamTypes(t) : n;

    for (u32 i = 0; i < n; i++) {
        LLVMValueRef v = LLVMGetOperand(call, i);
        LLVMTypeRef byval = byval_type(f, call, i);
        if (i >= fixed)
            add_further(f, a, v, byval);
        else if (byval)
            add_struct(f, a, v, byval);
        else
            add_fixed(f, a, v);
    }
}

static u32 put_operands(fn *f, const arguments *a)
{
    u32 first = f->out->operands.n;

    for (u32 i = 0; i < a->list.n; i++)
        vec_push(&f->out->operands, a->list.at[i]);
    return first;
}

static void release(arguments *a)
{
    vec_free(&a->list);
    vec_free(&a->copies);
    text_free(&a->letters);
}

/* ---- direct and indirect calls ---- */

static bool takes_any(fn *f, LLVMValueRef callee)
{
    if (LLVMIsDeclaration(callee))
        return false;
    u32 index = lower_function(f->l, callee);
    return f->l->p->funcs.at[index]->unprototyped;
}

static bool same_letters(const shape *a, const shape *b)
{
    text x = {0}, y = {0};
    bool same;

    shape_letters(a, &x);
    shape_letters(b, &y);
    same = strcmp(text_str(&x), text_str(&y)) == 0;
    text_free(&x);
    text_free(&y);
    return same;
}

/* Does a call with these argument letters fit the definition's type? */
static bool fits(fn *f, LLVMValueRef call, const arguments *a, LLVMValueRef callee)
{
    LLVMTypeRef defined = LLVMGlobalGetValueType(callee);
    LLVMTypeRef t = LLVMGetCalledFunctionType(call), result = LLVMGetReturnType(t);
    const char *have = text_str(&a->letters);

    if (t == defined)
        return true;
    u32 signature = func_signature(f->l, defined);
    const char *want = f->l->p->signatures.at[signature];
    u32 n = (u32)strcspn(want, ".:");
    bool variadic = want[n] == '.';
    const shape *r = shape_of(f->l, result), *d = shape_of(f->l, LLVMGetReturnType(defined));
    if (strncmp(have, want, n) != 0 || (!variadic && have[n] && !takes_any(f, callee)))
        return false;
    return r->nregs == 0 || same_letters(r, d);
}

static u32 call_site_signature(fn *f, arguments *a, LLVMValueRef call)
{
    const shape *r = shape_of(f->l, LLVMGetReturnType(LLVMGetCalledFunctionType(call)));

    text_addc(&a->letters, ':');
    shape_letters(r, &a->letters);
    return lower_signature(f->l, text_str(&a->letters));
}

static void end_copies(fn *f, const arguments *a)
{
    for (u32 i = a->copies.n; i-- > 0;)
        emit(f, OP_UNSCOPE, a->copies.at[i], 0, 0, 1);
}

static bool defined_function(LLVMValueRef callee)
{
    return LLVMIsAFunction(callee) &&
           !(LLVMIsDeclaration(callee) && LLVMGetLinkage(callee) == LLVMExternalWeakLinkage);
}

static void call(fn *f, val *x, LLVMValueRef callee)
{
    arguments a = {0};
    u32 results = x->shape ? x->shape->nregs : 0, d = x->shape ? regs_dest(f, x) : 0;

    add_arguments(f, &a, x->v);
    if (defined_function(callee) && fits(f, x->v, &a, callee)) {
        u32 function = lower_function(f->l, callee), first = put_operands(f, &a);
        emit_xy(f, OP_CALL, d, a.list.n, results, first, function);
    } else {
        u32 target = emit_reg(f, callee), first = f->out->operands.n;
        vec_push(&f->out->operands, (operand){.reg = (u16)target, .pointer = true});
        put_operands(f, &a);
        emit_xy(f, OP_CALLI, d, a.list.n, results, first, call_site_signature(f, &a, x->v));
    }
    if (x->opcode == LLVMInvoke)
        unwind_catch(f, x);
    end_copies(f, &a);
    release(&a);
}

/* ---- builtins of the machine ---- */

static int builtin_number(const char *name)
{
    for (int i = 0; i < BI_COUNT; i++)
        if (strcmp(builtin_names[i], name) == 0)
            return i;
    return -1;
}

static void call_builtin(fn *f, val *x, const char *name)
{
    int number = builtin_number(name);
    u32 d = x->shape && x->shape->nregs ? regs_dest(f, x) : NO_RESULT;
    arguments a = {0};

    add_arguments(f, &a, x->v);
    if (number < 0 || a.list.n != builtin_arity[number])
        lower_refuse(f->l, "'__heddle_%s' with %u arguments is no function of the machine", name,
                     a.list.n);
    else
        emit_xy(f, OP_BUILTIN, d, a.list.n, 0, put_operands(f, &a), (u32)number);
    release(&a);
}

/* ---- mathematics ---- */

static const struct {
    const char *name;
    u32 arity;
} maths[MATH_COUNT] = {
#define MATH(name, arity) {#name, arity},
#include "program/math.def"
};

static bool float_type(LLVMTypeRef t, u32 *kind)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMFloatTypeKind:
        *kind = FT_FLOAT;
        return true;
    case LLVMDoubleTypeKind:
        *kind = FT_DOUBLE;
        return true;
    case LLVMX86_FP80TypeKind:
        *kind = FT_LONG;
        return true;
    default:
        return false;
    }
}

static int call_math(LLVMValueRef v, u32 *kind)
{
    static const char *const suffixes[] = {"f", "", "l"};
    LLVMTypeRef t = LLVMGlobalGetValueType(v);
    size_t length;
    const char *name = LLVMGetValueName2(v, &length);

    if (!float_type(LLVMGetReturnType(t), kind))
        return -1;
    for (u32 i = 0; i < MATH_COUNT; i++) {
        size_t n = strlen(maths[i].name);
        if (strncmp(name, maths[i].name, n) == 0 && strcmp(name + n, suffixes[*kind]) == 0)
            return LLVMCountParamTypes(t) == maths[i].arity ? (int)i : -1;
    }
    return -1;
}

void call_math_emit(fn *f, u32 math, u32 kind, u32 d, const u32 *regs)
{
    u32 words = kind == FT_LONG ? 2 : 1, second = maths[math].arity > 1 ? regs[1] : regs[0];

    if (maths[math].arity == 3) {
        second = regs_scratch_ints(f, 2 * words);
        emit_mov(f, second, regs[1], words);
        emit_mov(f, second + words, regs[2], words);
    }
    emit_xy(f, OP_MATH, d, regs[0], second, math, kind);
}

static void call_maths(fn *f, val *x, u32 math, u32 kind)
{
    u32 regs[3] = {0}, d = regs_dest(f, x);

    for (u32 i = 0; i < maths[math].arity; i++)
        regs[i] = emit_reg(f, LLVMGetOperand(x->v, i));
    call_math_emit(f, math, kind, d, regs);
}

bool call_synthesised(LLVMValueRef v)
{
    u32 kind;

    return LLVMIsDeclaration(v) && LLVMGetIntrinsicID(v) == 0 && call_math(v, &kind) >= 0;
}

/* A mathematical function whose address is taken gets a body: the instruction and a return. */
void call_synthesise(lower *l, LLVMValueRef v, u32 index)
{
    func *out = l->p->funcs.at[index];
    fn f = {.l = l, .out = out, .index = index};
    u32 kind = FT_DOUBLE, math = (u32)call_math(v, &kind), words = kind == FT_LONG ? 2 : 1;
    u32 params = maths[math].arity * words, d;

    out->nparams = params;
    out->nresults = words;
    out->signature = func_signature(l, LLVMGlobalGetValueType(v));
    for (u32 i = 0; i < params + words; i++)
        vec_push(&f.regclass, REG_INT);
    d = params;
    emit_xy(&f, OP_MATH, d, 0, params > words ? words : 0, math, kind);
    emit(&f, OP_RET, d, words, 0, 0);
    out->ncode = f.code.n;
    out->code = f.code.at;
    out->where = f.where.at;
    out->nregs = f.regclass.n;
    out->regclass = f.regclass.at;
}

/* ---- setjmp and longjmp ---- */

static bool one_of(const char *name, const char *const *names, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool is_setjmp(const char *name)
{
    static const char *const names[] = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"};

    return one_of(name, names, LENGTH(names));
}

static bool is_longjmp(const char *name)
{
    static const char *const names[] = {"longjmp", "_longjmp"};

    return one_of(name, names, LENGTH(names));
}

/* setjmp never returns 0 a second time: longjmp(b, 0) makes it return 1. */
static void call_longjmp(fn *f, val *x)
{
    u32 buffer = emit_reg(f, LLVMGetOperand(x->v, 0)), v = emit_reg(f, LLVMGetOperand(x->v, 1));
    u32 zero = regs_scratch(f, REG_INT), back = regs_scratch(f, REG_INT);

    emit(f, OP_EQI, zero, v, 0, 0);
    emit(f, OP_ADD32, back, v, zero, 0);
    emit(f, OP_LONGJMP, buffer, back, 0, 0);
}

/* ---- dispatch ---- */

LLVMValueRef call_forwards(LLVMValueRef v)
{
    static const char *const names[] = {"expect",
                                        "annotation",
                                        "ptr.annotation",
                                        "launder.invariant.group",
                                        "strip.invariant.group",
                                        "ssa.copy",
                                        "arithmetic.fence"};

    for (u32 i = 0; i < LENGTH(names); i++)
        if (intrinsic_is(v, names[i]))
            return LLVMGetOperand(v, 0);
    return NULL;
}

static bool call_special(fn *f, val *x, LLVMValueRef callee)
{
    const char prefix[] = "__heddle_";
    size_t n;
    const char *name = LLVMGetValueName2(callee, &n);
    u32 kind;
    int math = call_math(callee, &kind);

    if (text_starts(name, prefix) && builtin_number(name + strlen(prefix)) >= 0)
        call_builtin(f, x, name + strlen(prefix));
    else if (math >= 0)
        call_maths(f, x, (u32)math, kind);
    else if (is_setjmp(name))
        emit(f, OP_SETJMP, regs_dest(f, x), emit_reg(f, LLVMGetOperand(x->v, 0)), 0, 0);
    else if (is_longjmp(name))
        call_longjmp(f, x);
    else if (!strcmp(name, "__heddle_unwind"))
        emit(f, OP_UNWIND, emit_reg(f, LLVMGetOperand(x->v, 0)), 0, 0, 0);
    else
        return false;
    return true;
}

void call_lower(fn *f, val *x)
{
    LLVMValueRef callee = LLVMGetCalledValue(x->v);

    if (LLVMIsAInlineAsm(callee)) {
        asm_lower(f, x);
        return;
    }
    callee = lower_aliasee(callee);
    if (LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee)) {
        intrinsic_lower(f, x, callee);
        return;
    }
    if (LLVMIsAFunction(callee) && LLVMIsDeclaration(callee) && call_special(f, x, callee))
        return;
    call(f, x, callee);
}
