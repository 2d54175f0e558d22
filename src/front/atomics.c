/* Atomic operations of C++'s library, and what else of the library is atomic.
 *
 * std::atomic, std::atomic_ref, std::atomic_flag and the functions beside them take an order from
 * whoever calls them; operators have seq_cst.  What the library does for itself takes orders of its
 * own: counts of std::shared_ptr, std::atomic<std::shared_ptr<T>>, what is behind `wait`, and
 * arithmetic on std::atomic<double>, which loads in a loop.
 *
 * Once an optimiser has inlined both, they are at the user's lines alike, and LLVM's debug
 * information alone tells them apart: the function of the library that the user's line called is
 * the operation, or it is not. */
#include "front/atomics.h"
#include "front/again.h"
#include "front/debug.h"
#include "front/demangle.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { SCOPE = 1, LINKAGE_NAME = 3 };

bool atomics_operation(const char *name)
{
    static const char *const heads[] = {
        "std::atomic<",       "std::__atomic_base<",  "std::__atomic_float<", "std::atomic_ref<",
        "std::__atomic_ref<", "std::__atomic_impl::", "std::atomic_flag::",   "std::atomic_"};
    static const char *const others[] = {"std::atomic<std::shared_ptr<",
                                         "std::atomic<std::weak_ptr<"};
    bool is = false;

    for (u32 i = 0; i < LENGTH(heads); i++)
        is |= text_starts(name, heads[i]);
    for (u32 i = 0; i < LENGTH(others); i++)
        is &= !text_starts(name, others[i]);
    return is && !strstr(name, "::wait") && !strstr(name, "_flt");
}

static bool in_library(marker *k, LLVMMetadataRef loc)
{
    LLVMMetadataRef file = LLVMDIScopeGetFile(LLVMDILocationGetScope(loc));

    return program_header(debug_file(k->d, file));
}

static bool of_operation(marker *k, LLVMMetadataRef loc)
{
    LLVMMetadataRef at = LLVMDILocationGetScope(loc);
    const char *linkage;
    char *name;
    bool is;

    while (at && LLVMGetMetadataKind(at) != LLVMDISubprogramMetadataKind)
        at = debug_operand(k->d, at, SCOPE);
    linkage = at ? debug_string(k->d, at, LINKAGE_NAME) : NULL;
    name = linkage ? demangle(linkage, true) : NULL;
    is = name && atomics_operation(name);
    mem_free(name);
    return is;
}

/* From the innermost function outwards up to the user's: is every one of the library's an
 * operation? */
static u32 owner(marker *k, LLVMMetadataRef loc)
{
    for (; loc && in_library(k, loc); loc = LLVMDILocationGetInlinedAt(loc))
        if (!of_operation(k, loc))
            return ATOMICS_LIBRARY;
    return ATOMICS_USER;
}

static void mark_instruction(marker *k, LLVMValueRef i)
{
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(i);

    if (loc)
        LLVMInstructionSetDebugLoc(i, LLVMDIBuilderCreateDebugLocation(
                                          k->context, LLVMDILocationGetLine(debug_users(k->d, loc)),
                                          owner(k, loc),
                                          LLVMDILocationGetScope(debug_users(k->d, loc)),
                                          LLVMDILocationGetInlinedAt(debug_users(k->d, loc))));
}

program *atomics_marked(const front_options *o, const program *p)
{
    program *made = front_again(o, mark_instruction, NULL);

    if (made->hash == p->hash && made->funcs.n == p->funcs.n)
        return made;
    program_free(made);
    return NULL;
}
