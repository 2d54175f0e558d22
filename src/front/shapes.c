/* Calls of the library that do not have its prototype, and thread functions of another shape.
 *
 * A program that leaves out a header calls `int f()` with what it has: int for a pointer, an unused
 * result for none.  Such a call of a function of the runtime gets the prototype that the function
 * has: arguments and result are converted as C would have done it had the header been there.  What
 * cannot be converted, or is missing, stays as it is, and is the error bad-call where it happens.
 *
 * A function that a call of pthread_create or thrd_create starts and that takes or returns
 * something else gets an adapter of the right shape, which converts in the same way: what the
 * calling convention of the processor does with `void f(void)` or `int f(void *)`.  Where the call
 * names the function the adapter stands in its place; where it has a variable, the variable is
 * compared with each function of such a shape whose address the program takes. */
#include "front/shapes.h"
#include "base/mutant.h"
#include "base/text.h"
#include "front/lower.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

static bool is_kind(LLVMTypeRef t, LLVMTypeKind kind)
{
    return LLVMGetTypeKind(t) == kind;
}

static bool is_real(LLVMTypeRef t)
{
    return is_kind(t, LLVMFloatTypeKind) || is_kind(t, LLVMDoubleTypeKind);
}

static bool is_scalar(LLVMTypeRef t)
{
    return is_kind(t, LLVMIntegerTypeKind) || is_kind(t, LLVMPointerTypeKind) || is_real(t);
}

static LLVMValueRef to_integer(LLVMBuilderRef b, LLVMValueRef v, LLVMTypeRef to, bool is_signed)
{
    LLVMTypeRef from = LLVMTypeOf(v);

    if (LLVMGetIntTypeWidth(to) == 1) /* _Bool */
        return LLVMBuildIsNotNull(b, v, "");
    if (is_kind(from, LLVMPointerTypeKind))
        return LLVMBuildPtrToInt(b, v, to, "");
    if (is_real(from))
        return LLVMBuildFPToSI(b, v, to, "");
    return LLVMBuildIntCast2(b, v, to, is_signed && LLVMGetIntTypeWidth(from) > 1, "");
}

/* v as C converts it; both are scalars. */
static LLVMValueRef convert(LLVMBuilderRef b, LLVMValueRef v, LLVMTypeRef to, bool is_signed)
{
    LLVMTypeRef from = LLVMTypeOf(v), word;

    if (from == to)
        return v;
    if (is_kind(to, LLVMIntegerTypeKind))
        return to_integer(b, v, to, is_signed);
    if (is_real(to) && is_real(from))
        return LLVMBuildFPCast(b, v, to, "");
    if (is_real(to))
        return LLVMBuildSIToFP(b, v, to, "");
    word = LLVMInt64TypeInContext(LLVMGetTypeContext(to));
    return LLVMBuildIntToPtr(b, is_real(from) ? v : to_integer(b, v, word, is_signed), to, "");
}

static bool convertible(LLVMTypeRef from, LLVMTypeRef to)
{
    bool to_pointer = is_kind(to, LLVMPointerTypeKind),
         from_pointer = is_kind(from, LLVMPointerTypeKind);

    return from == to || (is_scalar(from) && is_scalar(to) && !(to_pointer && is_real(from)) &&
                          !(from_pointer && is_real(to)));
}

static bool results_fit(LLVMTypeRef from, LLVMTypeRef to)
{
    return is_kind(to, LLVMVoidTypeKind) || is_kind(from, LLVMVoidTypeKind) ||
           convertible(from, to);
}

static bool returns_unsigned(LLVMValueRef function)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("zeroext", 7);

    return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeReturnIndex, kind) != NULL;
}

/* ---- calls ---- */

/* The arguments of the call as the function takes them; false: they do not fit. */
static bool take_arguments(LLVMBuilderRef b, LLVMValueRef call, LLVMTypeRef shape,
                           LLVMValueRef *args)
{
    unsigned n = LLVMCountParamTypes(shape);
    LLVMTypeRef *wanted = mem_alloc((n + 1) * sizeof *wanted);
    bool fits = true;

    LLVMGetParamTypes(shape, wanted);
    for (unsigned i = 0; i < n; i++)
        fits &= convertible(LLVMTypeOf(LLVMGetOperand(call, i)), wanted[i]);
    for (unsigned i = 0; fits && i < n; i++)
        args[i] = convert(b, LLVMGetOperand(call, i), wanted[i], true);
    mem_free(wanted);
    return fits;
}

static bool runtime_function(LLVMValueRef f)
{
    return LLVMIsAFunction(f) && !LLVMIsDeclaration(f) &&
           lower_has_attribute(f, LOWER_RUNTIME_ATTRIBUTE);
}

/* Does the call need the function's prototype, and can it have it? */
static bool lacks_prototype(LLVMValueRef call, LLVMValueRef callee)
{
    LLVMTypeRef has = LLVMGetCalledFunctionType(call), shape;

    if (!runtime_function(callee))
        return false;
    shape = LLVMGlobalGetValueType(callee);
    return has != shape && !LLVMIsFunctionVarArg(shape) &&
           LLVMGetNumArgOperands(call) >= LLVMCountParamTypes(shape) &&
           results_fit(LLVMGetReturnType(shape), LLVMGetReturnType(has));
}

static void give_prototype(LLVMBuilderRef b, LLVMValueRef call, LLVMValueRef callee)
{
    LLVMTypeRef shape = LLVMGlobalGetValueType(callee), result = LLVMTypeOf(call);
    LLVMValueRef *args = mem_alloc((LLVMCountParamTypes(shape) + 1) * sizeof *args), made;

    LLVMPositionBuilderBefore(b, call);
    if (take_arguments(b, call, shape, args)) {
        made = LLVMBuildCall2(b, shape, callee, args, LLVMCountParamTypes(shape), "");
        if (is_kind(LLVMTypeOf(made), LLVMVoidTypeKind))
            made = LLVMGetUndef(result);
        else if (!is_kind(result, LLVMVoidTypeKind))
            made = convert(b, made, result, !returns_unsigned(callee));
        if (!is_kind(result, LLVMVoidTypeKind))
            LLVMReplaceAllUsesWith(call, made);
        LLVMInstructionEraseFromParent(call);
    }
    mem_free(args);
}

/* ---- thread functions ---- */

static const struct {
    const char *name;
    unsigned operand; /* which is the function */
    bool number;      /* that returns int, not void * */
} creators[] = {{"pthread_create", 2, false}, {"thrd_create", 1, true}};

/* Takes at most one scalar and returns at most one. */
static bool adaptable(LLVMTypeRef shape)
{
    LLVMTypeRef result = LLVMGetReturnType(shape), param;

    if (LLVMCountParamTypes(shape) > 1 || LLVMIsFunctionVarArg(shape))
        return false;
    if (LLVMCountParamTypes(shape) == 1) {
        LLVMGetParamTypes(shape, &param);
        if (!is_scalar(param) || is_real(param))
            return false;
    }
    return is_kind(result, LLVMVoidTypeKind) || (is_scalar(result) && !is_real(result));
}

static bool wants_number(LLVMTypeRef wanted)
{
    return is_kind(LLVMGetReturnType(wanted), LLVMIntegerTypeKind);
}

static void tell(LLVMValueRef f, LLVMTypeRef wanted)
{
    LLVMMetadataRef sub = LLVMGetSubprogram(f), file = sub ? LLVMDIScopeGetFile(sub) : NULL;
    unsigned n = 0;
    size_t length;
    const char *name = file ? LLVMDIFileGetFilename(file, &n) : "";

    if (!lower_lacks_prototype(f))
        note("%.*s:%u: '%s' is started as a thread, but is no %s(void *); it runs as the "
             "processor's calling convention has it",
             (int)n, name, sub ? LLVMDISubprogramGetLine(sub) : 0, LLVMGetValueName2(f, &length),
             wants_number(wanted) ? "int" : "void *");
}

/* Its body: calls f with the argument, returns what f does. */
static void fill_adapter(LLVMModuleRef m, LLVMValueRef adapter, LLVMValueRef f, LLVMTypeRef result)
{
    LLVMContextRef context = LLVMGetModuleContext(m);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
    LLVMTypeRef shape = LLVMGlobalGetValueType(f), param;
    unsigned n = LLVMCountParamTypes(shape);
    LLVMValueRef arg = LLVMGetParam(adapter, 0), made;

    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(context, adapter, ""));
    if (n) {
        LLVMGetParamTypes(shape, &param);
        arg = convert(b, arg, param, true);
    }
    made = LLVMBuildCall2(b, shape, f, &arg, n, "");
    if (is_kind(LLVMTypeOf(made), LLVMVoidTypeKind))
        made = LLVMGetUndef(result);
    LLVMBuildRet(b, convert(b, made, result, !returns_unsigned(f)));
    LLVMDisposeBuilder(b);
}

/* One for each creator: what it returns differs.  The note of one that comes from a variable is
 * made when it runs (session/notes.c). */
static LLVMValueRef adapter_of(LLVMModuleRef m, LLVMValueRef f, LLVMTypeRef wanted, bool named)
{
    LLVMContextRef context = LLVMGetModuleContext(m);
    text name = {0};
    size_t n;
    const char *shown = LLVMGetValueName2(f, &n);
    LLVMValueRef adapter;

    text_addf(&name, "%s%s%s", shown, LOWER_ADAPTER_SUFFIX,
              wants_number(wanted) && !MUTANT(THREAD_SHARED) ? " of C11" : "");
    adapter = LLVMGetNamedFunction(m, text_str(&name));
    if (!adapter) {
        adapter = LLVMAddFunction(m, text_str(&name), wanted);
        LLVMAddAttributeAtIndex(adapter, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                LLVMCreateStringAttribute(context, LOWER_RUNTIME_ATTRIBUTE,
                                                          strlen(LOWER_RUNTIME_ATTRIBUTE), "", 0));
        fill_adapter(m, adapter, f, LLVMGetReturnType(wanted));
    }
    if (named && !lower_has_attribute(adapter, LOWER_NAMED_ATTRIBUTE)) {
        LLVMAddAttributeAtIndex(adapter, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                LLVMCreateStringAttribute(context, LOWER_NAMED_ATTRIBUTE,
                                                          strlen(LOWER_NAMED_ATTRIBUTE), "", 0));
        tell(f, wanted);
    }
    text_free(&name);
    return adapter;
}

static bool of_other_shape(LLVMValueRef f, LLVMTypeRef wanted)
{
    return LLVMGlobalGetValueType(f) != wanted && adaptable(LLVMGlobalGetValueType(f));
}

/* Is the function used but to be called?  (To compare it with a variable is such a use, too.) */
static bool address_taken(LLVMValueRef f)
{
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);

        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != f)
            return true;
        for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
            if (LLVMGetOperand(user, i) == f)
                return true;
    }
    return false;
}

static bool may_be_started(LLVMValueRef f, LLVMTypeRef wanted)
{
    return !LLVMIsDeclaration(f) && !lower_has_attribute(f, LOWER_RUNTIME_ATTRIBUTE) &&
           of_other_shape(f, wanted) && address_taken(f);
}

/* The variable, or the adapter of the function that it points to. */
static LLVMValueRef choose_adapter(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call,
                                   LLVMValueRef start, LLVMTypeRef wanted)
{
    LLVMValueRef chosen = start;

    LLVMPositionBuilderBefore(b, call);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (may_be_started(f, wanted))
            chosen = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntEQ, start, f, ""),
                                     adapter_of(m, f, wanted, false), chosen, "");
    LLVMSetCurrentDebugLocation2(b, NULL);
    return chosen;
}

/* What the call is to start in place of `start`. */
static LLVMValueRef in_place_of(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call,
                                LLVMValueRef start, LLVMTypeRef wanted)
{
    if (!is_kind(LLVMTypeOf(start), LLVMPointerTypeKind))
        return start;
    if (!LLVMIsConstant(start))
        return choose_adapter(m, b, call, start, wanted);
    return LLVMIsAFunction(start) && of_other_shape(start, wanted)
               ? adapter_of(m, start, wanted, true)
               : start;
}

static void adapt(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call, LLVMValueRef callee)
{
    LLVMContextRef context = LLVMGetModuleContext(m);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0), wanted;
    size_t n;

    for (u32 i = 0; i < LENGTH(creators); i++) {
        unsigned which = creators[i].operand;

        if (strcmp(LLVMGetValueName2(callee, &n), creators[i].name) != 0 ||
            LLVMGetNumArgOperands(call) <= which)
            continue;
        wanted = LLVMFunctionType(creators[i].number ? LLVMInt32TypeInContext(context) : pointer,
                                  &pointer, 1, 0);
        LLVMSetOperand(call, which, in_place_of(m, b, call, LLVMGetOperand(call, which), wanted));
    }
}

/* ---- the module ---- */

static void mend(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);

    if (!runtime_function(callee))
        return;
    adapt(m, b, call, callee);
    if (lacks_prototype(call, callee))
        give_prototype(b, call, callee);
}

void shapes_mend(LLVMModuleRef m)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));

    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        if (lower_has_attribute(f, LOWER_RUNTIME_ATTRIBUTE))
            continue;
        for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); k; k = LLVMGetNextBasicBlock(k))
            for (LLVMValueRef i = LLVMGetFirstInstruction(k), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                if (LLVMIsACallInst(i))
                    mend(m, b, i);
            }
    }
    LLVMDisposeBuilder(b);
}
