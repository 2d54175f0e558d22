/* A function whose name begins with __VERIFIER_atomic_ runs as one step, which it can only do while
 * it is a function: once inlined, or its calls moved and merged, nothing is left of its name.  So
 * while the optimiser runs its definition counts as one that the linker may replace; LLVM then uses
 * nothing of what it knows about the body at the calls, but optimises the body itself.  The linkage
 * it had is kept in an attribute.
 *
 * So it is with the functions of C++'s headers for which the runtime has others (link.c). */
#define _GNU_SOURCE
#include "front/atomic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX  "__VERIFIER_atomic_"
#define LINKAGE "heddle-linkage"

enum { WHOLE = LLVMAttributeFunctionIndex };

static bool in_name(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_word(const char *s, size_t n, const char *word)
{
    size_t length = strlen(word);

    return n >= length && !memcmp(s, word, length) && (n == length || !in_name(s[length]));
}

/* The two functions of the prefix that begin and end a section are opaque anyway. */
static bool is_atomic(const char *name, size_t n)
{
    return n >= strlen(PREFIX) && !memcmp(name, PREFIX, strlen(PREFIX)) &&
           !is_word(name, n, PREFIX "begin") && !is_word(name, n, PREFIX "end");
}

bool atomic_named(const char *bytes, size_t n)
{
    const char *end = bytes + n, *at = bytes;

    while ((at = memmem(at, (size_t)(end - at), PREFIX, strlen(PREFIX)))) {
        if (is_atomic(at, (size_t)(end - at)))
            return true;
        at += strlen(PREFIX);
    }
    return false;
}

const replaced_function *atomic_replaced(const char *name)
{
    static const replaced_function all[] = {
        {"11_M_disjunctEPKc", "__heddle_disjunct"}, /* does a text lie outside of a string? */
        {"18__waiter_pool_base6_S_forEPKv", "__heddle_waiter_pool"}, /* who waits at an address */
        {"_ZNKSt4hashINSt6thread2idEEclERKS", "__heddle_hash_thread"},
    };

    for (u32 i = 0; i < LENGTH(all); i++)
        if (strstr(name, all[i].part))
            return &all[i];
    return NULL;
}

static bool shielded(LLVMValueRef f)
{
    size_t n;
    const char *name = LLVMGetValueName2(f, &n);

    return (is_atomic(name, n) || atomic_replaced(name)) && !LLVMIsDeclaration(f);
}

static LLVMAttributeRef flag(LLVMContextRef context, const char *name)
{
    return LLVMCreateEnumAttribute(context, LLVMGetEnumAttributeKindForName(name, strlen(name)), 0);
}

static void shield(LLVMValueRef f)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(f));
    char linkage[16];
    int n = snprintf(linkage, sizeof linkage, "%d", (int)LLVMGetLinkage(f));

    LLVMRemoveEnumAttributeAtIndex(f, (LLVMAttributeIndex)WHOLE,
                                   LLVMGetEnumAttributeKindForName("alwaysinline", 12));
    LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)WHOLE, flag(context, "noinline"));
    LLVMAddAttributeAtIndex(
        f, (LLVMAttributeIndex)WHOLE,
        LLVMCreateStringAttribute(context, LINKAGE, strlen(LINKAGE), linkage, (unsigned)n));
    LLVMSetLinkage(f, LLVMWeakAnyLinkage);
}

static void unshield(LLVMValueRef f)
{
    LLVMAttributeRef kept =
        LLVMGetStringAttributeAtIndex(f, (LLVMAttributeIndex)WHOLE, LINKAGE, strlen(LINKAGE));
    unsigned n;

    if (kept)
        LLVMSetLinkage(f, (LLVMLinkage)atoi(LLVMGetStringAttributeValue(kept, &n)));
}

void atomic_shield(LLVMModuleRef m)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (shielded(f))
            shield(f);
}

void atomic_unshield(LLVMModuleRef m)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (shielded(f))
            unshield(f);
}
