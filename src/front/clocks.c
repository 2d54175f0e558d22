/* Waits of C++ until a point of a clock that is none of <chrono>.
 *
 * The library waits by a clock of its own and then asks the program's whether that is there, too.
 * Clocks stand still, and those of <chrono> are at the deadline for as often as the library asks
 * them (runtime/cxx/clocks.cc).  How often another clock asks one of these is not known, so such a
 * wait would begin again for ever. */
#include "front/clocks.h"

#include "base/base.h"
#include "base/text.h"
#include "front/demangle.h"

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
