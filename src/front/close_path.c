/* Control of a closed program.  A branch that depended on inputs is a toss between the first places
 * behind it at which something is done: blocks in which nothing is left, and branches that are
 * tosses themselves, are passed over.  So a loop that only computed with inputs is gone, and so is
 * a branch both sides of which come to the same place.  Where nothing but an endless loop is left,
 * the branch stays as it is. */
#include "base/mutant.h"
#include "front/close.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

static bool is_call_of(LLVMValueRef v, const char *begin)
{
    LLVMValueRef called;
    size_t n;

    if (!LLVMIsACallInst(v))
        return false;
    called = LLVMGetCalledValue(v);
    return LLVMIsAFunction(called) && !strncmp(LLVMGetValueName2(called, &n), begin, strlen(begin));
}

static bool is_mark(LLVMValueRef v)
{
    return is_call_of(v, "llvm.lifetime.") || is_call_of(v, "llvm.dbg.");
}

bool close_private(LLVMValueRef slot)
{
    if (!LLVMIsAAllocaInst(slot))
        return false;
    switch (LLVMGetTypeKind(LLVMGetAllocatedType(slot))) {
    case LLVMStructTypeKind:
    case LLVMArrayTypeKind:
        return false;
    default:
        break;
    }
    for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);

        if (!is_mark(user) && !(LLVMIsALoadInst(user) && !LLVMGetVolatile(user)) &&
            !(LLVMIsAStoreInst(user) && !LLVMGetVolatile(user) && LLVMGetOperand(user, 0) != slot))
            return false;
    }
    return true;
}

static bool is_read(LLVMValueRef slot)
{
    for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u))
        if (LLVMIsALoadInst(LLVMGetUser(u)))
            return true;
    return false;
}

/* Computes, cannot fail, and nothing uses its result. */
static bool is_idle(LLVMValueRef v)
{
    if (LLVMGetFirstUse(v) && !LLVMIsAStoreInst(v) && !is_mark(v))
        return false;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMLoad:
        return close_private(LLVMGetOperand(v, 0));
    case LLVMStore: {
        LLVMValueRef slot = LLVMGetOperand(v, 1);

        return close_private(slot) && !is_read(slot);
    }
    case LLVMCall:
        return is_call_of(v, "llvm.lifetime.") && close_private(LLVMGetOperand(v, 1)) &&
               !is_read(LLVMGetOperand(v, 1));
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMBitCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMGetElementPtr:
    case LLVMFreeze:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMExtractValue:
    case LLVMInsertValue:
        return true;
    default:
        return false;
    }
}

void close_tidy(LLVMValueRef function)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef v = LLVMGetFirstInstruction(b), next; v; v = next) {
                next = LLVMGetNextInstruction(v);
                if (!is_idle(v))
                    continue;
                LLVMInstructionEraseFromParent(v);
                changed = true;
            }
    }
}

LLVMValueRef close_toss(LLVMBuilderRef b, LLVMModuleRef m, u32 n)
{
    LLVMTypeRef number = LLVMInt32TypeInContext(LLVMGetModuleContext(m));
    LLVMTypeRef shape = LLVMFunctionType(number, &number, 1, 0);
    LLVMValueRef choose = LLVMGetNamedFunction(m, "heddle_choose");
    LLVMValueRef count = LLVMConstInt(number, n, 0);

    if (!choose)
        choose = LLVMAddFunction(m, "heddle_choose", shape);
    return LLVMBuildCall2(b, shape, choose, &count, 1, "");
}

typedef VEC(LLVMBasicBlockRef) block_list;

static bool has_phi(LLVMBasicBlockRef b)
{
    LLVMValueRef first = LLVMGetFirstInstruction(b);

    return first && LLVMIsAPHINode(first);
}

static bool leads_to_phi(LLVMValueRef end)
{
    for (u32 i = 0; i < LLVMGetNumSuccessors(end); i++)
        if (has_phi(LLVMGetSuccessor(end, i)))
            return true;
    return false;
}

/* Is nothing done in the block, and does its end not tell more than where to go on? */
static bool is_passed(LLVMBasicBlockRef b, const map *tossed)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);

    if (has_phi(b) || !end || !LLVMIsABranchInst(end) || leads_to_phi(end))
        return false;
    if (LLVMIsConditional(end) && map_find(tossed, map_key(end)) == NO_NUMBER)
        return false;
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v != end; v = LLVMGetNextInstruction(v))
        if (!is_call_of(v, "llvm.dbg."))
            return false;
    return true;
}

static void add_block(block_list *to, LLVMBasicBlockRef b)
{
    for (u32 i = 0; i < to->n; i++)
        if (to->at[i] == b)
            return;
    vec_push(to, b);
}

/* The first blocks behind the branch in which something is done. */
static void find_places(LLVMValueRef branch, const map *tossed, block_list *places)
{
    block_list seen = {0};

    for (u32 i = 0; i < LLVMGetNumSuccessors(branch); i++)
        add_block(&seen, LLVMGetSuccessor(branch, i));
    for (u32 i = 0; i < seen.n; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(seen.at[i]);

        if (!is_passed(seen.at[i], tossed)) {
            vec_push(places, seen.at[i]);
            continue;
        }
        for (u32 k = 0; k < LLVMGetNumSuccessors(end); k++)
            add_block(&seen, LLVMGetSuccessor(end, k));
    }
    vec_free(&seen);
}

static void build_toss(closing *c, LLVMBuilderRef b, const block_list *places)
{
    LLVMTypeRef number = LLVMInt32TypeInContext(LLVMGetModuleContext(c->module));
    LLVMValueRef toss;

    if (places->n == 1) {
        LLVMBuildBr(b, places->at[0]);
        return;
    }
    toss = close_toss(b, c->module, places->n);
    toss = LLVMBuildSwitch(b, toss, places->at[0], places->n - 1);
    for (u32 i = 1; i < places->n; i++)
        LLVMAddCase(toss, LLVMConstInt(number, i, 0), places->at[i]);
}

/* The number of the branch of the same shape; the edges stay, and with them what phis take. */
static void build_same(closing *c, LLVMBuilderRef b, LLVMValueRef branch)
{
    block_list edges = {0};

    for (u32 i = 0; i < LLVMGetNumSuccessors(branch); i++)
        vec_push(&edges, LLVMGetSuccessor(branch, i));
    build_toss(c, b, &edges);
    vec_free(&edges);
}

bool close_branch(closing *c, LLVMValueRef branch, const map *tossed)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(c->module));
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(branch);
    block_list places = {0};
    bool one;

    LLVMPositionBuilderBefore(b, branch);
    LLVMSetCurrentDebugLocation2(b, at);
    find_places(branch, tossed, &places);
    if (MUTANT(CLOSE_FIRST_WAY) && places.n > 1)
        places.n = 1;
    one = places.n == 1;
    if (!places.n || leads_to_phi(branch)) {
        one = false;
        build_same(c, b, branch);
    } else {
        build_toss(c, b, &places);
    }
    LLVMInstructionEraseFromParent(branch);
    LLVMDisposeBuilder(b);
    vec_free(&places);
    return !one;
}
