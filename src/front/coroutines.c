/* Coroutines.  clang writes one as a function with marks where it suspends; LLVM's own passes split
 * it into the parts that are called first, when it goes on and when it is destroyed, with a frame
 * on the heap. With -O1 and above clang has run them; at -O0, where its passes are left out, they
 * run here. */
#include "front/coroutines.h"
#include "base/base.h"

#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

static bool is_coroutine(LLVMValueRef f)
{
    static const char word[] = "presplitcoroutine";
    unsigned kind = LLVMGetEnumAttributeKindForName(word, strlen(word));

    return LLVMGetEnumAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
}

static bool has_any(LLVMModuleRef m)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (is_coroutine(f))
            return true;
    return false;
}

void coroutines_split(LLVMModuleRef m, const char *file)
{
    LLVMPassBuilderOptionsRef options;
    LLVMErrorRef wrong;

    if (!has_any(m))
        return;
    options = LLVMCreatePassBuilderOptions();
    wrong = LLVMRunPasses(m, "coro-early,cgscc(coro-split),coro-cleanup", NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (wrong)
        fail(EXIT_INPUT, "%s: its coroutines cannot be split: %s", file,
             LLVMGetErrorMessage(wrong));
}
