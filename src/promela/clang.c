/* Loads libclang. */
#include "promela/clang.h"
#include "base/base.h"

#include <dlfcn.h>
#include <string.h>

clang_functions clang_loaded;

static void *open_library(void)
{
    static const char *const names[] = {"libclang-19.so.19", "libclang-19.so.1", "libclang-19.so",
                                        "/usr/lib/llvm-19/lib/libclang-19.so.1"};
    void *library = NULL;

    for (u32 i = 0; i < LENGTH(names) && !library; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!library)
        fail(EXIT_INPUT, "heddle promela: libclang 19 is not there; install libclang1-19");
    return library;
}

void clang_open(void)
{
    static const char *const names[] = {
#define FUNCTION(name) #name,
#include "promela/clang.def"
    };
    void *library = open_library(), *found[LENGTH(names)];

    _Static_assert(sizeof found == sizeof clang_loaded, "one pointer for each function");
    for (u32 i = 0; i < LENGTH(names); i++) {
        found[i] = dlsym(library, names[i]);
        if (!found[i])
            fail(EXIT_INPUT, "heddle promela: libclang has no function %s; install libclang1-19",
                 names[i]);
    }
    memcpy(&clang_loaded, found, sizeof clang_loaded);
}
