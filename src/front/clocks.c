/* Waits of C++ until a point of a clock that is none of <chrono>.
 *
 * The library waits by a clock of its own and then asks the program's whether that is there, too.
 * Clocks stand still, and those of <chrono> are at the deadline for as often as the library asks
 * them (runtime/cxx/clocks.cc).  How often another clock asks one of these is not known, so such a
 * wait would begin again for ever.  It is found by its name; where the optimiser inlined it, each
 * instruction that is left of it has the name among its scopes, and the first of them is where the
 * run is cut. */
#include "front/clocks.h"

#include "base/base.h"
#include "base/text.h"
#include "front/demangle.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

bool clocks_own(const char *name)
{
    static const char word[] = "until<";
    char *plain;
    const char *at = NULL;

    if (!text_starts(name, "_Z") || !strstr(name, "until"))
        return false;
    plain = demangle(name, true);
    /* Of condition_variable_any the lock comes first; it waits by the one that is looked at here.
     */
    if (plain && text_starts(plain, "std::") && !strstr(plain, "condition_variable_any::"))
        at = strstr(plain, word);
    bool own = at && !text_starts(at + strlen(word), "std::");

    mem_free(plain);
    return own;
}

static bool own_or_within(debug *d, map *known, LLVMMetadataRef loc)
{
    LLVMMetadataRef scope = LLVMDILocationGetScope(loc), at = LLVMDILocationGetInlinedAt(loc),
                    function;
    u64 key = map_key(at) * 31 + map_key(scope), before;
    const char *name;
    bool own;

    if (!at) /* it is the function's own code, which is called by its name */
        return false;
    if (map_get(known, key, &before))
        return before;
    function = debug_subprogram(d, scope);
    name = function ? debug_linkage_name(d, function) : NULL;
    own = (name && clocks_own(name)) || own_or_within(d, known, at);
    map_put(known, key, own);
    return own;
}

bool clocks_own_inlined(debug *d, map *known, LLVMValueRef instruction)
{
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(instruction);

    return loc && own_or_within(d, known, loc);
}
