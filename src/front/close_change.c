/* Changes a function as close_cut.c decided: assertions and tosses are put in first, then what
 * depends on inputs becomes 0 wherever something uses it, and what is gone is erased; control comes
 * last, when nothing is left that only computed with inputs. */
#include "base/mutant.h"
#include "front/close_cut.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

static bool is_input(const cutter *k, LLVMValueRef v)
{
    return content_of(k->c, v)->input;
}

bool cut_fails(LLVMBasicBlockRef b)
{
    static const char *const names[] = {"__assert_fail", "reach_error", "__VERIFIER_error"};
    size_t n;

    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
        LLVMValueRef called = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;

        for (u32 i = 0; called && LLVMIsAFunction(called) && i < LENGTH(names); i++)
            if (!strcmp(LLVMGetValueName2(called, &n), names[i]))
                return true;
    }
    return false;
}

static void blank_all(const value_list *all)
{
    for (u32 i = 0; i < all->n; i++)
        if (LLVMGetTypeKind(LLVMTypeOf(all->at[i])) != LLVMVoidTypeKind)
            LLVMReplaceAllUsesWith(all->at[i], LLVMConstNull(LLVMTypeOf(all->at[i])));
}

static void blank_parameters(cutter *k)
{
    for (u32 i = 0; i < LLVMCountParams(k->function); i++) {
        LLVMValueRef v = LLVMGetParam(k->function, i);

        if (is_input(k, v))
            LLVMReplaceAllUsesWith(v, LLVMConstNull(LLVMTypeOf(v)));
    }
}

static void build_assert(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef holds)
{
    LLVMContextRef context = LLVMGetModuleContext(m);
    LLVMTypeRef number = LLVMInt32TypeInContext(context);
    LLVMTypeRef shape = LLVMFunctionType(LLVMVoidTypeInContext(context), &number, 1, 0);
    LLVMValueRef f = LLVMGetNamedFunction(m, "heddle_assert");

    if (!f)
        f = LLVMAddFunction(m, "heddle_assert", shape);
    LLVMBuildCall2(b, shape, f, &holds, 1, "");
}

static void check_index(closing *c, LLVMBuilderRef b, LLVMValueRef step, inner_index within)
{
    LLVMTypeRef number = LLVMInt32TypeInContext(LLVMGetModuleContext(c->module));
    LLVMValueRef index = LLVMGetOperand(step, within.operand);
    LLVMIntPredicate order = element_direct(step) ? LLVMIntULT : LLVMIntULE;
    LLVMValueRef count = LLVMConstInt(LLVMTypeOf(index), within.count, 0);
    LLVMValueRef holds = LLVMBuildICmp(b, order, index, count, "");

    build_assert(b, c->module, LLVMBuildZExt(b, holds, number, ""));
}

static void check_indices(closing *c, LLVMBuilderRef b, LLVMValueRef step)
{
    index_list indices = {0};

    memory_inner_indices(c, step, &indices);
    for (u32 i = MUTANT(CLOSE_OUTER_INDEX) ? indices.n - 1 : 0; i < indices.n; i++)
        check_index(c, b, step, indices.at[i]);
    vec_free(&indices);
}

static void before(LLVMBuilderRef b, LLVMValueRef v)
{
    LLVMPositionBuilderBefore(b, v);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(v));
}

static void build_checks(cutter *k, LLVMBuilderRef b)
{
    for (u32 i = 0; i < k->inner.n; i++) {
        before(b, k->inner.at[i]);
        check_indices(k->c, b, k->inner.at[i]);
    }
    for (u32 i = 0; i < k->checks.n; i++) {
        before(b, k->checks.at[i]);
        build_assert(b, k->c->module, close_toss(b, k->c->module, 2));
    }
    for (u32 i = 0; i < k->selects.n; i++) {
        LLVMValueRef v = k->selects.at[i], toss;

        before(b, v);
        toss = close_toss(b, k->c->module, 2);
        LLVMSetOperand(v, 0,
                       LLVMBuildICmp(b, LLVMIntNE, toss, LLVMConstNull(LLVMTypeOf(toss)), ""));
    }
}

static void build_points(cutter *k, LLVMBuilderRef b)
{
    LLVMModuleRef m = k->c->module;
    LLVMTypeRef shape =
        LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(m)), NULL, 0, 0);
    LLVMValueRef f = LLVMGetNamedFunction(m, "pthread_testcancel");

    if (!f && k->points.n)
        f = LLVMAddFunction(m, "pthread_testcancel", shape);
    for (u32 i = 0; i < k->points.n; i++) {
        before(b, k->points.at[i]);
        LLVMBuildCall2(b, shape, f, NULL, 0, "");
    }
}

/* What is kept is null, or it is not, and then a destructor runs. */
static void build_kept(cutter *k, LLVMBuilderRef b)
{
    for (u32 i = 0; i < k->kept.n; i++) {
        LLVMValueRef v = k->kept.at[i];
        LLVMTypeRef pointer = LLVMTypeOf(LLVMGetOperand(v, 1));

        before(b, v);
        LLVMSetOperand(v, 1, LLVMBuildIntToPtr(b, close_toss(b, k->c->module, 2), pointer, ""));
    }
}

static LLVMValueRef build_time(closing *c, const char *name, i64 nanoseconds)
{
    LLVMContextRef context = LLVMGetModuleContext(c->module);
    LLVMTypeRef word = LLVMIntPtrTypeInContext(context, c->layout);
    LLVMValueRef parts[2] = {LLVMConstInt(word, 2000000000, false),
                             LLVMConstInt(word, (u64)nanoseconds, true)};
    LLVMValueRef value = LLVMConstStructInContext(context, parts, 2, false);
    LLVMValueRef v = LLVMGetNamedGlobal(c->module, name);

    if (v)
        return v;
    v = LLVMAddGlobal(c->module, LLVMTypeOf(value), name);
    LLVMSetInitializer(v, value);
    LLVMSetGlobalConstant(v, true);
    LLVMSetLinkage(v, LLVMInternalLinkage);
    return v;
}

/* Some time in the place of one that depends on inputs, or none at all; the old one is read, for
 * what is wrong with that. */
static void build_timed(cutter *k, LLVMBuilderRef b)
{
    LLVMContextRef context = LLVMGetModuleContext(k->c->module);
    LLVMTypeRef word = LLVMIntPtrTypeInContext(context, k->c->layout);
    LLVMTypeRef bit = LLVMInt1TypeInContext(context);

    for (u32 i = 0; i < k->timed.n; i++) {
        LLVMValueRef v = k->timed.at[i], old = LLVMGetOperand(v, k->deadlines.at[i]);
        LLVMValueRef now = build_time(k->c, "heddle.time", 0);

        before(b, v);
        LLVMSetVolatile(LLVMBuildLoad2(b, word, old, ""), true);
        if (k->c->o->errors == CLOSE_FAIL)
            now = LLVMBuildSelect(b, LLVMBuildTrunc(b, close_toss(b, k->c->module, 2), bit, ""),
                                  build_time(k->c, "heddle.no_time", -1), now, "");
        LLVMSetOperand(v, k->deadlines.at[i], now);
    }
}

/* The way that does not fail. */
static void build_dropped(cutter *k)
{
    LLVMContextRef context = LLVMGetModuleContext(k->c->module);

    for (u32 i = 0; i < k->dropped.n; i++) {
        LLVMValueRef v = k->dropped.at[i];
        bool first = !cut_fails(LLVMGetSuccessor(v, 0));

        LLVMSetCondition(v, LLVMConstInt(LLVMInt1TypeInContext(context), first, 0));
    }
}

static void say_gone(remark *r)
{
    r->words[strlen(r->words) - strlen("a toss")] = 0;
    strcat(r->words, "gone"); /* shorter */
}

void cut_change(cutter *k)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(k->c->module));

    build_checks(k, b);
    build_points(k, b);
    build_kept(k, b);
    build_timed(k, b);
    LLVMDisposeBuilder(b);
    build_dropped(k);
    blank_parameters(k);
    blank_all(&k->gone);
    blank_all(&k->blank);
    for (u32 i = 0; i < k->gone.n; i++)
        LLVMInstructionEraseFromParent(k->gone.at[i]);
    for (u32 i = 0; i < k->tosses.n; i++)
        if (LLVMIsABranchInst(k->tosses.at[i]))
            LLVMSetCondition(k->tosses.at[i],
                             LLVMConstNull(LLVMTypeOf(LLVMGetCondition(k->tosses.at[i]))));
    close_tidy(k->function);
    for (u32 i = 0; i < k->tosses.n; i++)
        if (close_branch(k->c, k->tosses.at[i], &k->tossed))
            k->c->tosses++;
        else
            say_gone(&k->c->said.at[k->remarks.at[i]]);
    close_tidy(k->function);
}

void cut_forget(cutter *k)
{
    vec_free(&k->gone);
    vec_free(&k->blank);
    vec_free(&k->tosses);
    vec_free(&k->remarks);
    vec_free(&k->selects);
    vec_free(&k->checks);
    vec_free(&k->points);
    vec_free(&k->kept);
    vec_free(&k->timed);
    vec_free(&k->deadlines);
    vec_free(&k->inner);
    vec_free(&k->dropped);
    map_free(&k->tossed);
}
