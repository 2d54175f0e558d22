/* Contents of all values of a program, by going over its instructions until nothing changes.  Which
 * values depend on inputs follows data alone: a branch on an input decides which of two values a
 * variable has, but each of them is known, and the branch becomes a toss between them. */
#include "base/mutant.h"
#include "front/close.h"

#include <string.h>

bool close_has_body(closing *c, LLVMValueRef function)
{
    size_t n;
    const char *name = LLVMGetValueName2(function, &n);

    if (LLVMIsDeclaration(function))
        return false;
    for (u32 i = 0; i < c->o->inputs.n; i++)
        if (!strcmp(c->o->inputs.at[i], name))
            return false;
    return true;
}

void close_bind(closing *c, LLVMValueRef function, u32 parameter, const content *what)
{
    if (parameter < LLVMCountParams(function))
        content_add(c, content_of(c, LLVMGetParam(function, parameter)), what);
}

void close_callees(closing *c, LLVMValueRef call, value_list *out)
{
    LLVMValueRef called = LLVMGetCalledValue(call);
    const content *v;

    if (LLVMIsAFunction(called)) {
        vec_push(out, called);
        return;
    }
    v = content_of(c, called);
    for (u32 i = 0; i < v->at.n; i++) {
        LLVMValueRef f = c->objects.at[v->at.at[i].object].origin;

        if (f && LLVMIsAFunction(f))
            vec_push(out, f);
    }
}

static void pass_arguments(closing *c, LLVMValueRef call, LLVMValueRef f)
{
    for (u32 k = 0; k < LLVMGetNumArgOperands(call); k++)
        if (k < LLVMCountParams(f))
            close_bind(c, f, k, content_of(c, LLVMGetOperand(call, k)));
        else
            library_kept(c, c->variadic, NULL, content_of(c, LLVMGetOperand(call, k)));
}

static void flow_call(closing *c, LLVMValueRef call)
{
    value_list callees = {0};

    close_callees(c, call, &callees);
    for (u32 i = 0; i < callees.n; i++) {
        LLVMValueRef f = callees.at[i];

        if (close_has_body(c, f)) {
            pass_arguments(c, call, f);
            content_add(c, content_of(c, call), content_returned(c, f));
        } else {
            library_row row = library_find(c, f);

            library_flow(c, &row, call);
        }
    }
    vec_free(&callees);
}

static LLVMTypeRef stored_type(LLVMValueRef v)
{
    return LLVMTypeOf(LLVMGetOperand(v, 0));
}

/* A read-modify-write, or a compare-exchange: what is there is read, and the operands are stored.
 */
static void flow_update(closing *c, LLVMValueRef v)
{
    const content *at = content_of(c, LLVMGetOperand(v, 0));
    u32 last = (u32)LLVMGetNumOperands(v) - 1, size = size_of(c, LLVMTypeOf(LLVMGetOperand(v, 1)));

    memory_load(c, content_of(c, v), at, size);
    for (u32 i = 1; i <= last; i++)
        if (content_of(c, LLVMGetOperand(v, i))->input)
            content_input(c, content_of(c, v));
    memory_store(c, at, size, content_of(c, LLVMGetOperand(v, last)));
    if (content_of(c, v)->input)
        memory_store(c, at, size, &(content){{0}, true});
}

static void flow_operands(closing *c, LLVMValueRef v, u32 first, bool blurred)
{
    for (u32 i = first; i < (u32)LLVMGetNumOperands(v); i++) {
        const content *of = content_of(c, LLVMGetOperand(v, i));

        if (blurred)
            content_blur(c, content_of(c, v), of);
        else
            content_add(c, content_of(c, v), of);
    }
}

static void flow_compare(closing *c, LLVMValueRef v)
{
    for (u32 i = 0; i < 2; i++)
        if (content_of(c, LLVMGetOperand(v, i))->input)
            content_input(c, content_of(c, v));
}

static void flow_phi(closing *c, LLVMValueRef v)
{
    for (u32 i = 0; i < LLVMCountIncoming(v); i++)
        content_add(c, content_of(c, v), content_of(c, LLVMGetIncomingValue(v, i)));
}

static void flow_store(closing *c, LLVMValueRef v)
{
    const content *to = content_of(c, LLVMGetOperand(v, 1));
    content blind = {to->at, false};

    memory_store(c, MUTANT(CLOSE_INDEX) ? &blind : to, size_of(c, stored_type(v)),
                 content_of(c, LLVMGetOperand(v, 0)));
}

static void flow_return(closing *c, LLVMValueRef v, LLVMValueRef function)
{
    size_t n;

    if (!LLVMGetNumOperands(v) || MUTANT(CLOSE_RETURN))
        return;
    content_add(c, content_returned(c, function), content_of(c, LLVMGetOperand(v, 0)));
    if (!strcmp(LLVMGetValueName2(function, &n), "main")) /* a parent may wait for the process */
        library_kept(c, c->results, NULL, content_of(c, LLVMGetOperand(v, 0)));
}

static void flow_alloca(closing *c, LLVMValueRef v)
{
    LLVMValueRef count = LLVMGetOperand(v, 0);
    u64 size = size_of(c, LLVMGetAllocatedType(v));
    u32 n;

    size = LLVMIsAConstantInt(count) ? size * LLVMConstIntGetZExtValue(count) : ANYWHERE;
    n = memory_object(c, v, size < ANYWHERE ? (u32)size : ANYWHERE);
    content_target(c, content_of(c, v), (target){n, 0, 0});
}

static void flow_one(closing *c, LLVMValueRef v, LLVMValueRef function)
{
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAlloca:
        flow_alloca(c, v);
        break;
    case LLVMLoad:
        memory_load(c, content_of(c, v), content_of(c, LLVMGetOperand(v, 0)),
                    size_of(c, LLVMTypeOf(v)));
        break;
    case LLVMStore:
        flow_store(c, v);
        break;
    case LLVMGetElementPtr:
        memory_element(c, content_of(c, v), content_of(c, LLVMGetOperand(v, 0)), v);
        break;
    case LLVMPHI:
        flow_phi(c, v);
        break;
    case LLVMSelect:
        flow_operands(c, v, 1, false);
        break; /* its condition becomes a toss */
    case LLVMCall:
        flow_call(c, v);
        break;
    case LLVMRet:
        flow_return(c, v, function);
        break;
    case LLVMBr:
    case LLVMSwitch:
    case LLVMIndirectBr:
        break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        flow_update(c, v);
        break;
    case LLVMICmp:
    case LLVMFCmp:
        flow_compare(c, v);
        break;
    case LLVMBitCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMFreeze:
    case LLVMExtractValue:
    case LLVMInsertValue:
    case LLVMAddrSpaceCast:
        flow_operands(c, v, 0, false);
        break;
    default:
        flow_operands(c, v, 0, true);
        break;
    }
}

static void flow_function(closing *c, LLVMValueRef f)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            flow_one(c, v, f);
}

void close_flow(closing *c)
{
    do {
        c->changed = false;
        for (LLVMValueRef f = LLVMGetFirstFunction(c->module); f; f = LLVMGetNextFunction(f))
            if (close_has_body(c, f))
                flow_function(c, f);
    } while (c->changed);
}
