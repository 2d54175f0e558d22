/* Jumps that restore which signals are blocked.  The machine's setjmp and longjmp know nothing of
 * signals: in a program that has sigsetjmp a call of the runtime before each setjmp notes in the
 * buffer whether it holds a mask, and every longjmp is the runtime's siglongjmp, which looks. */
#include "front/jumps.h"
#include "base/mutant.h"

#include <llvm-c/DebugInfo.h>

typedef struct jumps {
    LLVMModuleRef m;
    LLVMBuilderRef b;
    LLVMTypeRef shape; /* of save */
    LLVMValueRef save, jump;
} jumps;

typedef void (*call_visit)(jumps *j, LLVMValueRef call);

static void each_call(jumps *j, const char *const *names, u32 n, call_visit visit)
{
    for (u32 i = 0; i < n; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(j->m, names[i]);

        for (LLVMUseRef u = f ? LLVMGetFirstUse(f) : NULL, next; u; u = next) {
            LLVMValueRef user = LLVMGetUser(u);

            next = LLVMGetNextUse(u);
            if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == f)
                visit(j, user);
        }
    }
}

/* setjmp(buffer) saves no mask, sigsetjmp(buffer, save) does if it is told to. */
static void save_before(jumps *j, LLVMValueRef call)
{
    LLVMTypeRef number = LLVMInt32TypeInContext(LLVMGetModuleContext(j->m));
    LLVMValueRef args[] = {LLVMGetOperand(call, 0), LLVMGetNumArgOperands(call) > 1
                                                        ? LLVMGetOperand(call, 1)
                                                        : LLVMConstInt(number, 0, 0)};

    LLVMPositionBuilderBefore(j->b, call);
    LLVMSetCurrentDebugLocation2(j->b, LLVMInstructionGetDebugLoc(call));
    LLVMBuildCall2(j->b, j->shape, j->save, args, 2, "");
}

static void jump_instead(jumps *j, LLVMValueRef call)
{
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, j->jump);
}

static LLVMValueRef declared(LLVMModuleRef m, const char *name, LLVMTypeRef shape)
{
    LLVMValueRef f = LLVMGetNamedFunction(m, name);

    return f ? f : LLVMAddFunction(m, name, shape);
}

void jumps_save_signals(LLVMModuleRef m)
{
    static const char *const set[] = {"sigsetjmp", "__sigsetjmp", "setjmp", "_setjmp"};
    static const char *const jump[] = {"longjmp", "_longjmp"};
    LLVMContextRef context = LLVMGetModuleContext(m);
    LLVMTypeRef nothing = LLVMVoidTypeInContext(context);
    LLVMTypeRef taken[] = {LLVMPointerTypeInContext(context, 0), LLVMInt32TypeInContext(context)};
    jumps j = {.m = m, .shape = LLVMFunctionType(nothing, taken, 2, 0)};

    if ((!LLVMGetNamedFunction(m, set[0]) && !LLVMGetNamedFunction(m, set[1])) ||
        MUTANT(JUMP_SIGNALS))
        return;
    j.b = LLVMCreateBuilderInContext(context);
    j.save = declared(m, "__heddle_save_signals", j.shape);
    j.jump = declared(m, "siglongjmp", j.shape);
    each_call(&j, set, LENGTH(set), save_before);
    each_call(&j, jump, LENGTH(jump), jump_instead);
    LLVMDisposeBuilder(j.b);
}
