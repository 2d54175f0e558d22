/* Waits of C++ until a point of a clock that the runtime does not know.
 *
 * The library waits by a clock of its own and then asks the program's whether that is there, too.
 * Clocks stand still, and the library's steady and system's clocks are at the deadline for as often
 * as it asks them (runtime/cxx/clocks.cc).  How often another clock asks one of these is not known,
 * so such a wait would begin again for ever.  The clock of files is the system's with another
 * beginning; of the functions below two ask it as often as they ask the system's, the others do
 * not.
 *
 * A wait is found by its name; where the optimiser inlined it, each instruction that is left of it
 * has the name among its scopes, and the first of them is where the run is cut. */
#include "front/clocks.h"

#include "base/base.h"
#include "base/hash.h"
#include "base/text.h"
#include "front/demangle.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/* The functions that wait, without the template arguments of their classes.  unique_lock and
 * shared_lock are not among them: they ask their mutex, which may be the program's. */
static const struct wait {
    const char *name;
    u32 clock;  /* which template argument it is */
    bool files; /* may it be the clock of files? */
} waits[] = {
    {"std::condition_variable::wait_until", 0, false},
    {"std::_V2::condition_variable_any::wait_until", 1, false},
    {"std::timed_mutex::try_lock_until", 0, false},
    {"std::recursive_timed_mutex::try_lock_until", 0, false},
    {"std::shared_timed_mutex::try_lock_until", 0, false},
    {"std::shared_timed_mutex::try_lock_shared_until", 0, false},
    {"std::counting_semaphore::try_acquire_until", 0, true},
    {"std::__basic_future::wait_until", 0, false},
    {"std::this_thread::sleep_until", 0, true},
};

/* Goes on to the next `,` or `>` that is in no bracket; or to the end, where there is none. */
static const char *argument_end(const char *c)
{
    static const char word[] = "operator";

    for (int depth = 0; *c; c++) {
        if (text_starts(c, word))
            c += strlen(word) + strspn(c + strlen(word), "<>=*") - 1;
        else if (text_starts(c, "->"))
            c++;
        else if (!depth && (*c == ',' || *c == '>'))
            break;
        else
            depth += strchr("<({[", *c) ? 1 : strchr(">)}]", *c) ? -1 : 0;
    }
    return c;
}

/* Where the template arguments end that begin at `c`; at their `>`. */
static const char *arguments_end(const char *c)
{
    for (c = argument_end(c); *c == ','; c = argument_end(c + 1))
        ;
    return c;
}

/* The template arguments of the function, if it has this name; else NULL.  What is defined within
 * it, as a lambda, has a longer one. */
static const char *arguments_of(const char *function, const char *name)
{
    const char *c = function, *end;

    while (*name) {
        if (*c == '<') {
            end = arguments_end(c + 1);
            c = *end ? end + 1 : end;
        }
        if (*c++ != *name++)
            return NULL;
    }
    if (*c != '<')
        return NULL;
    end = arguments_end(++c);
    return *end && end[1] ? NULL : c;
}

static bool is(const char *from, const char *to, const char *word)
{
    size_t n = (size_t)(to - from);

    return n == strlen(word) && !strncmp(from, word, n);
}

/* Overloads for clocks that the library knows have the duration alone. */
static bool own(const struct wait *w, const char *argument)
{
    const char *end = argument_end(argument);

    for (u32 k = 0; k < w->clock && *end; k++) {
        argument = end + 1 + strspn(end + 1, " ");
        end = argument_end(argument);
    }
    return !text_starts(argument, "std::chrono::duration<") &&
           !is(argument, end, "std::chrono::_V2::steady_clock") &&
           !is(argument, end, "std::chrono::_V2::system_clock") &&
           !(w->files && is(argument, end, "std::filesystem::__file_clock"));
}

const char *clocks_own(const char *name)
{
    const char *found = NULL;
    char *plain;

    if (!text_starts(name, "_Z") || !strstr(name, "until"))
        return NULL;
    plain = demangle(name, true);
    for (u32 k = 0; plain && k < LENGTH(waits) && !found; k++) {
        const char *arguments = arguments_of(plain, waits[k].name);

        if (arguments && own(&waits[k], arguments))
            found = waits[k].name;
    }
    mem_free(plain);
    return found;
}

static const char *own_or_within(debug *d, map *known, LLVMMetadataRef loc)
{
    LLVMMetadataRef scope = LLVMDILocationGetScope(loc), at = LLVMDILocationGetInlinedAt(loc),
                    function;
    u64 key = hash_mix(map_key(at)) + map_key(scope), before;
    const char *name, *found = NULL;

    if (!at) /* it is the function's own code, which is called by its name */
        return NULL;
    if (map_get(known, key, &before))
        return (const char *)(uintptr_t)before;
    function = debug_subprogram(d, scope);
    name = function ? debug_linkage_name(d, function) : NULL;
    if (name)
        found = clocks_own(name);
    if (!found)
        found = own_or_within(d, known, at);
    map_put(known, key, (uintptr_t)found);
    return found;
}

const char *clocks_own_inlined(debug *d, map *known, LLVMValueRef instruction)
{
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(instruction);

    return loc ? own_or_within(d, known, loc) : NULL;
}
