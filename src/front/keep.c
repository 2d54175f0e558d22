/* A static variable that nothing reads any more, or that never changes, is removed by the
 * optimiser. One that is listed in llvm.used is taken for read and written from elsewhere, so it
 * stays, and its stores as far as an external variable's would. */
#include "front/keep.h"

#include <string.h>

#define LIST "llvm.used"

static void add_entries(LLVMValueRef list, LLVMValueRef *entries, u32 *n)
{
    LLVMValueRef all = LLVMGetInitializer(list);

    for (int i = 0; i < LLVMGetNumOperands(all); i++)
        entries[(*n)++] = LLVMGetOperand(all, (unsigned)i);
}

static u32 entry_count(LLVMValueRef list)
{
    return list ? (u32)LLVMGetNumOperands(LLVMGetInitializer(list)) : 0;
}

static void write_list(LLVMModuleRef m, LLVMValueRef *entries, u32 n)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(m), 0);
    LLVMValueRef list = LLVMAddGlobal(m, LLVMArrayType2(pointer, n), LIST);

    LLVMSetInitializer(list, LLVMConstArray2(pointer, entries, n));
    LLVMSetLinkage(list, LLVMAppendingLinkage);
    LLVMSetSection(list, "llvm.metadata");
}

void keep_variables(LLVMModuleRef m, const string_list *names)
{
    LLVMValueRef old = LLVMGetNamedGlobal(m, LIST);
    LLVMValueRef *entries = mem_alloc((names->n + entry_count(old) + 1) * sizeof *entries);
    u32 n = 0, before;

    if (old)
        add_entries(old, entries, &n);
    before = n;
    for (u32 i = 0; i < names->n; i++) {
        LLVMValueRef v = LLVMGetNamedGlobal(m, names->at[i]);

        if (v && !LLVMIsDeclaration(v))
            entries[n++] = v;
    }
    if (n > before) {
        if (old)
            LLVMDeleteGlobal(old);
        write_list(m, entries, n);
    }
    mem_free(entries);
}

static bool has_variable(const module_list *modules, const char *name)
{
    for (u32 i = 0; i < modules->n; i++) {
        LLVMValueRef v = LLVMGetNamedGlobal(modules->at[i], name);

        if (v && !LLVMIsDeclaration(v))
            return true;
    }
    return false;
}

void keep_check(const front_options *o, const module_list *modules)
{
    bool sources = false;

    for (u32 i = 0; i < o->files.n; i++)
        sources |= clang_is_source(o->files.at[i]);
    if (o->keep.n && !sources)
        fail(EXIT_USAGE, "heddle: --keep %s: bitcode is not optimised again; leave it out",
             o->keep.at[0]);
    for (u32 i = 0; i < o->keep.n; i++)
        if (!has_variable(modules, o->keep.at[i]))
            fail(EXIT_USAGE,
                 "heddle: --keep %s: nothing in the program uses a variable of that name",
                 o->keep.at[i]);
}
