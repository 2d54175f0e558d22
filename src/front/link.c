/* Links the user's modules with each other and then with the runtime.
 *
 * The runtime is read lazily and its definitions are made linkonce first: LLVM's linker then takes
 * only what the program refers to, and a function that the program defines itself wins over the
 * runtime's. Everything taken from the runtime is marked, so that traces do not show it.
 *
 * Three functions are made here because their shape depends on the program: the callers of
 * constructors and destructors in order of priority, and the caller of main, which may have none,
 * two or three parameters and may return nothing. */
#include "front/link.h"
#include "base/process.h"
#include "base/text.h"
#include "front/atomic.h"
#include "front/coroutines.h"
#include "front/demangle.h"
#include "front/forms.h"
#include "front/front.h"
#include "front/jumps.h"
#include "front/lower.h"
#include "front/shapes.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The headers are beside the runtime, or, in the folder that heddle was built in, above it. */
void link_find_home(home *h)
{
    text include = {0}, header = {0};

    h->runtime = find_home("runtime64.bc");
    text_addf(&include, "%s/include", h->runtime);
    text_addf(&header, "%s/heddle.h", text_str(&include));
    if (access(text_str(&header), R_OK)) {
        text_clear(&include);
        text_addf(&include, "%s/../include", h->runtime);
    }
    text_free(&header);
    h->include = include.at;
}

void link_free_home(home *h)
{
    mem_free(h->runtime);
    mem_free(h->include);
}

static const char *name_of(LLVMValueRef v)
{
    size_t n;

    return LLVMGetValueName2(v, &n);
}

/* The debug metadata of a global variable, or NULL. */
static LLVMMetadataRef variable_of(LLVMValueRef global)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(global));
    unsigned kind = LLVMGetMDKindIDInContext(context, "dbg", 3);
    LLVMMetadataRef found = NULL;
    size_t n = 0;
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(global, &n);

    for (unsigned i = 0; i < n; i++)
        if (LLVMValueMetadataEntriesGetKind(all, i) == kind)
            found = LLVMDIGlobalVariableExpressionGetVariable(
                LLVMValueMetadataEntriesGetMetadata(all, i));
    LLVMDisposeValueMetadataEntries(all);
    return found;
}

/* `file:line` of a definition; `otherwise` without debug information. */
static void add_place(text *out, LLVMValueRef v, const char *otherwise)
{
    bool function = LLVMIsAFunction(v) != NULL;
    LLVMMetadataRef of = function ? LLVMGetSubprogram(v) : variable_of(v), file = NULL;
    unsigned line = 0, n = 0;
    const char *name;

    if (of) {
        line = function ? LLVMDISubprogramGetLine(of) : LLVMDIVariableGetLine(of);
        file = function ? LLVMDIScopeGetFile(of) : LLVMDIVariableGetFile(of);
    }
    name = file ? LLVMDIFileGetFilename(file, &n) : NULL;
    if (name && line)
        text_addf(out, "%.*s:%u", (int)n, name, line);
    else
        text_add(out, otherwise);
}

static _Noreturn void fail_twice(LLVMValueRef second, LLVMValueRef first, const char *file)
{
    text message = {0};
    char *plain = demangle(name_of(second), false);

    add_place(&message, second, file);
    text_addf(&message, ": '%s' is defined twice; the other definition is at ",
              plain ? plain : name_of(second));
    add_place(&message, first, "another file");
    fail(EXIT_INPUT, "%s", text_str(&message));
}

static bool strong(LLVMValueRef v)
{
    return v && !LLVMIsDeclaration(v) && LLVMGetLinkage(v) == LLVMExternalLinkage;
}

static LLVMValueRef find(LLVMModuleRef m, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(m, name);

    return f ? f : LLVMGetNamedGlobal(m, name);
}

static void check_duplicates(LLVMModuleRef into, LLVMModuleRef from, const char *file)
{
    for (LLVMValueRef v = LLVMGetFirstFunction(from); v; v = LLVMGetNextFunction(v))
        if (strong(v) && strong(find(into, name_of(v))))
            fail_twice(v, find(into, name_of(v)), file);
    for (LLVMValueRef v = LLVMGetFirstGlobal(from); v; v = LLVMGetNextGlobal(v))
        if (strong(v) && strong(find(into, name_of(v))))
            fail_twice(v, find(into, name_of(v)), file);
}

static void check_target(LLVMModuleRef m, const char *file)
{
    const char *triple = LLVMGetTarget(m);
    bool processor =
        text_starts(triple, "x86_64-") || (triple[0] == 'i' && text_starts(triple + 2, "86-"));

    if (!*triple)
        return;
    if (!processor || !strstr(triple, "linux") || strstr(triple, "gnux32"))
        fail(EXIT_INPUT, "%s: made for %s; heddle takes code for x86-64 and i386 Linux", file,
             triple);
}

static void keep_first(LLVMDiagnosticInfoRef info, void *with)
{
    text *first = with;
    char *message;

    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || first->n)
        return;
    message = LLVMGetDiagInfoDescription(info);
    text_add(first, message);
    LLVMDisposeMessage(message);
}

void link_join(LLVMModuleRef into, LLVMModuleRef from, const char *file)
{
    LLVMContextRef context = LLVMGetModuleContext(into);
    text message = {0};

    LLVMContextSetDiagnosticHandler(context, keep_first, &message);
    if (LLVMLinkModules2(into, from))
        fail(EXIT_INPUT, "%s: cannot be linked: %s", file, text_str(&message));
    LLVMContextSetDiagnosticHandler(context, NULL, NULL);
    text_free(&message);
}

static LLVMModuleRef join_all(const module_list *modules, const string_list *files)
{
    LLVMModuleRef into = modules->at[0];

    for (u32 i = 0; i < modules->n; i++)
        check_target(modules->at[i], files->at[i]);
    for (u32 i = 1; i < modules->n; i++) {
        if (strcmp(LLVMGetDataLayoutStr(into), LLVMGetDataLayoutStr(modules->at[i])))
            fail(EXIT_INPUT, "%s: made for another machine than %s; compile both alike",
                 files->at[i], files->at[0]);
        check_duplicates(into, modules->at[i], files->at[i]);
        link_join(into, modules->at[i], files->at[i]);
    }
    return into;
}

static bool narrow(LLVMModuleRef m)
{
    return text_starts(LLVMGetDataLayoutStr(m), "e-m:e-p:32:32");
}

static LLVMModuleRef read_runtime(const home *h, LLVMModuleRef for_module, const char *file)
{
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef m;
    text path = {0};
    char *message = NULL;

    text_addf(&path, "%s/%s", h->runtime, file);
    if (LLVMCreateMemoryBufferWithContentsOfFile(text_str(&path), &buffer, &message))
        fail(EXIT_INPUT, "%s: %s", text_str(&path), message);
    if (LLVMGetBitcodeModuleInContext2(LLVMGetModuleContext(for_module), buffer, &m))
        fail(EXIT_INPUT, "%s: not LLVM 19 bitcode; build or install heddle again", text_str(&path));
    LLVMSetIsNewDbgInfoFormat(m, 0);
    text_free(&path);
    return m;
}

/* Instantiations of templates are weak. */
static void yield_to_program(LLVMValueRef v)
{
    LLVMLinkage linkage = LLVMGetLinkage(v);

    if (strong(v) || linkage == LLVMWeakAnyLinkage || linkage == LLVMWeakODRLinkage)
        LLVMSetLinkage(v, LLVMLinkOnceAnyLinkage);
}

static void mark(LLVMValueRef function)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
    LLVMAttributeRef a = LLVMCreateStringAttribute(context, LOWER_RUNTIME_ATTRIBUTE,
                                                   strlen(LOWER_RUNTIME_ATTRIBUTE), "", 0);

    LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, a);
}

static void prepare_runtime(LLVMModuleRef m)
{
    for (LLVMValueRef v = LLVMGetFirstFunction(m); v; v = LLVMGetNextFunction(v)) {
        if (LLVMIsDeclaration(v))
            continue;
        yield_to_program(v);
        mark(v);
    }
    for (LLVMValueRef v = LLVMGetFirstGlobal(m); v; v = LLVMGetNextGlobal(v)) {
        if (LLVMIsDeclaration(v) || text_starts(name_of(v), "llvm."))
            continue;
        yield_to_program(v);
        LLVMSetSection(v, LOWER_RUNTIME_SECTION);
    }
}

/* Makes the linker take a function of the runtime that the program does not mention. */
static void require(LLVMModuleRef into, LLVMModuleRef runtime, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(runtime, name);

    if (!f)
        fail(EXIT_INPUT, "heddle: the runtime has no function '%s'; build or install it again",
             name);
    if (!LLVMGetNamedFunction(into, name))
        LLVMAddFunction(into, name, LLVMGlobalGetValueType(f));
}

/* A function that is made here: entered at `at`. */
static LLVMValueRef begin_function(LLVMModuleRef m, const char *name, LLVMTypeRef shape,
                                   LLVMBuilderRef at)
{
    LLVMValueRef f = LLVMGetNamedFunction(m, name);

    if (!f)
        f = LLVMAddFunction(m, name, shape);
    if (LLVMIsDeclaration(f))
        mark(f);
    LLVMPositionBuilderAtEnd(at, LLVMAppendBasicBlockInContext(LLVMGetModuleContext(m), f, ""));
    return f;
}

typedef struct hook {
    u64 priority;
    u32 order;
    LLVMValueRef function;
} hook;

typedef VEC(hook) hook_list;

static int hook_compare(const void *a, const void *b)
{
    const hook *x = a, *y = b;

    if (x->priority != y->priority)
        return x->priority < y->priority ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

/* The entries of llvm.global_ctors or llvm.global_dtors, which vanishes. */
static void take_hooks(LLVMModuleRef m, const char *list, hook_list *out)
{
    LLVMValueRef g = LLVMGetNamedGlobal(m, list), all = g ? LLVMGetInitializer(g) : NULL;
    int n = all && !LLVMIsNull(all) ? LLVMGetNumOperands(all) : 0;

    for (int i = 0; i < n; i++) {
        LLVMValueRef entry = LLVMGetOperand(all, (unsigned)i);
        LLVMValueRef f = LLVMGetOperand(entry, 1);

        if (LLVMIsAFunction(f))
            vec_push(out, (hook){LLVMConstIntGetZExtValue(LLVMGetOperand(entry, 0)), (u32)i, f});
    }
    if (out->n)
        qsort(out->at, out->n, sizeof *out->at, hook_compare);
    if (g)
        LLVMDeleteGlobal(g);
}

static void call_hook(LLVMBuilderRef b, LLVMValueRef f)
{
    LLVMTypeRef shape = LLVMGlobalGetValueType(f);
    text message = {0};

    if (LLVMCountParamTypes(shape)) {
        add_place(&message, f, name_of(f));
        fail(EXIT_INPUT, "%s: constructor or destructor '%s' takes parameters; let it take none",
             text_str(&message), name_of(f));
    }
    LLVMBuildCall2(b, shape, f, NULL, 0, "");
}

/* The builtin that says that something runs at the end. */
static LLVMValueRef marker(LLVMModuleRef m, LLVMTypeRef shape)
{
    static const char name[] = "__heddle_handles";
    LLVMValueRef f = LLVMGetNamedFunction(m, name);

    return f ? f : LLVMAddFunction(m, name, shape);
}

static bool defined(LLVMModuleRef m, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(m, name);

    return f && !LLVMIsDeclaration(f);
}

/* Of the runtime of C++, in this order, where the program uses what they make. */
static const char *const starts_of_cxx[] = {"__heddle_locale_start", "__heddle_wide_start"};

static void make_hooks(LLVMModuleRef m, const char *list, const char *name, bool backwards)
{
    LLVMContextRef context = LLVMGetModuleContext(m);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
    LLVMTypeRef none = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, 0);
    hook_list hooks = {0};

    take_hooks(m, list, &hooks);
    begin_function(m, name, none, b);
    for (u32 i = 0; i < LENGTH(starts_of_cxx) && !backwards; i++)
        if (defined(m, starts_of_cxx[i]))
            LLVMBuildCall2(b, none, LLVMGetNamedFunction(m, starts_of_cxx[i]), NULL, 0, "");
    if (backwards && hooks.n)
        LLVMBuildCall2(b, none, marker(m, none), NULL, 0, "");
    for (u32 i = 0; i < hooks.n; i++)
        call_hook(b, hooks.at[backwards ? hooks.n - 1 - i : i].function);
    LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
    vec_free(&hooks);
}

/* Is main one of (), (int), (int, char **), (int, char **, char **)? */
static bool main_takes(LLVMTypeRef shape, LLVMTypeRef *wanted)
{
    u32 n = LLVMCountParamTypes(shape);
    LLVMTypeRef given[3];

    if (n > 3)
        return false;
    LLVMGetParamTypes(shape, given);
    for (u32 i = 0; i < n; i++)
        if (given[i] != wanted[i])
            return false;
    return true;
}

/* Queries of C++ ask whether constructors are over. */
static void note_begun(LLVMModuleRef m, LLVMBuilderRef b)
{
    LLVMValueRef begun = LLVMGetNamedGlobal(m, FRONT_BEGUN);
    LLVMTypeRef t = begun ? LLVMGlobalGetValueType(begun) : NULL;

    if (!begun)
        return;
    LLVMSetInitializer(begun, LLVMConstNull(t));
    LLVMSetSection(begun, LOWER_RUNTIME_SECTION);
    LLVMBuildStore(b, LLVMConstInt(t, 1, 0), begun);
}

static void make_call_main(LLVMModuleRef m, LLVMValueRef main_function, const char *file)
{
    LLVMContextRef context = LLVMGetModuleContext(m);
    LLVMTypeRef number = LLVMInt32TypeInContext(context);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
    LLVMTypeRef wanted[] = {number, pointer, pointer},
                shape = LLVMGlobalGetValueType(main_function);
    LLVMTypeRef returned = LLVMGetReturnType(shape);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
    LLVMValueRef f, call, args[3];
    text message = {0};

    if (!main_takes(shape, wanted) ||
        (returned != number && LLVMGetTypeKind(returned) != LLVMVoidTypeKind)) {
        add_place(&message, main_function, file);
        fail(EXIT_INPUT, "%s: 'main' has a shape of its own; write int main(int argc, char **argv)",
             text_str(&message));
    }
    f = begin_function(m, "__heddle_call_main", LLVMFunctionType(number, wanted, 3, 0), b);
    LLVMGetParams(f, args);
    note_begun(m, b);
    call = LLVMBuildCall2(b, shape, main_function, args, LLVMCountParamTypes(shape), "");
    LLVMBuildRet(b, returned == number ? call : LLVMConstInt(number, 0, 0));
    LLVMDisposeBuilder(b);
}

static bool calls(LLVMValueRef instruction, const char *name)
{
    LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;

    return callee && !strcmp(name_of(callee), name);
}

/* The place of a return of `f` in the source, or NULL. */
static LLVMMetadataRef place_of_return(LLVMValueRef f)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);

        if (last && LLVMIsAReturnInst(last) && LLVMInstructionGetDebugLoc(last))
            return LLVMInstructionGetDebugLoc(last);
    }
    return NULL;
}

/* What is wrong with the value of main is shown where main returns. */
static void place_end(LLVMModuleRef m, LLVMValueRef main_function)
{
    LLVMValueRef start = LLVMGetNamedFunction(m, "__heddle_start");
    LLVMMetadataRef place = place_of_return(main_function);
    bool after = false;

    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(start); b && place;
         b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (after)
                LLVMInstructionSetDebugLoc(i, place);
            after |= calls(i, "__heddle_call_main");
        }
    }
}

static LLVMValueRef find_main(LLVMModuleRef m, const string_list *files)
{
    LLVMValueRef f = LLVMGetNamedFunction(m, "main");

    if (!f || LLVMIsDeclaration(f))
        fail(EXIT_INPUT,
             files->n > 1 ? "%s and the other files: no function 'main'" : "%s: no function 'main'",
             files->at[0]);
    return f;
}

static void forget(LLVMModuleRef m, const char *name)
{
    LLVMValueRef g = LLVMGetNamedGlobal(m, name);

    if (g)
        LLVMDeleteGlobal(g);
}

/* ---- C++ ---- */

/* Is it of C++'s library, or a function of C++ that is not there?  (A name like that of C++ may be
 * one of C's overloaded functions.) */
static bool is_of_cxx(LLVMValueRef f)
{
    static const char *const words[] = {"_ZSt", "_ZNSt", "_ZNKSt", "_ZNVSt", "_ZNVKSt", "__cxa_"};

    for (u32 i = 0; i < LENGTH(words); i++)
        if (text_starts(name_of(f), words[i]))
            return true;
    return text_starts(name_of(f), "_Z") && LLVMIsDeclaration(f);
}

/* Does the module name anything of C++'s, or has it frames that exceptions pass? */
static bool names_cxx(LLVMModuleRef m)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (is_of_cxx(f) || LLVMHasPersonalityFn(f))
            return true;
    return false;
}

/* What every frame that cleans up needs, whether or not the program says so. */
static void need_unwinding(LLVMModuleRef m, LLVMModuleRef cxx)
{
    LLVMValueRef thrown = LLVMGetNamedGlobal(cxx, UNWIND_THROWN);

    require(m, cxx, UNWIND_RESUME);
    if (!thrown)
        fail(EXIT_INPUT, "heddle: the runtime has no '%s'; build or install it again",
             UNWIND_THROWN);
    if (!LLVMGetNamedGlobal(m, UNWIND_THROWN))
        LLVMSetThreadLocal(LLVMAddGlobal(m, LLVMGlobalGetValueType(thrown), UNWIND_THROWN), 1);
}

static void use_own_functions(LLVMModuleRef m, LLVMModuleRef cxx)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        const replaced_function *r = atomic_replaced(name_of(f));

        if (!r)
            continue;
        require(m, cxx, r->by);
        LLVMReplaceAllUsesWith(f, LLVMGetNamedFunction(m, r->by));
    }
}

/* pthread_exit and cancellation run destructors. */
static void need_forced_unwinding(LLVMModuleRef m, LLVMModuleRef cxx)
{
    static const char *const ends[] = {"pthread_exit", "pthread_cancel", "thrd_exit"};

    for (u32 i = 0; i < LENGTH(ends); i++)
        if (LLVMGetNamedFunction(m, ends[i]))
            require(m, cxx, "__heddle_leave");
}

/* Waiting for an atomic begins with looking at it sixteen times, which is as good as once: nothing
 * but its value decides.  A semaphore's look may fail for another reason, and is left alone. */
static void look_once(LLVMValueRef f)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef bound = LLVMIsAICmpInst(i) ? LLVMGetOperand(i, 1) : NULL;

            if (bound && LLVMIsAConstantInt(bound) && LLVMConstIntGetSExtValue(bound) == 16)
                LLVMSetOperand(i, 1, LLVMConstInt(LLVMTypeOf(bound), 1, 0));
        }
}

static void wait_briefly(LLVMModuleRef m)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (strstr(name_of(f), "8__detail13__atomic_spinI") && !strstr(name_of(f), "semaphore"))
            look_once(f);
}

/* The runtime of C++ goes first: what it has in its own way wins over the one of C. */
static void link_cxx(const home *h, LLVMModuleRef m, const char *file)
{
    LLVMModuleRef cxx;

    if (!names_cxx(m))
        return;
    if (narrow(m))
        fail(EXIT_INPUT, "%s: C++ for 32 bits is not supported; leave -m32 out", file);
    cxx = read_runtime(h, m, "runtimecxx64.bc");
    prepare_runtime(cxx);
    need_unwinding(m, cxx);
    need_forced_unwinding(m, cxx);
    use_own_functions(m, cxx);
    forms_forward(m, cxx);
    wait_briefly(m);
    link_join(m, cxx, h->runtime);
}

LLVMModuleRef link_program(const home *h, const module_list *modules, const string_list *files)
{
    static const char *const entries[] = {"__heddle_start", "__heddle_thread_main"};
    LLVMModuleRef m = join_all(modules, files), runtime;
    LLVMValueRef main_function = find_main(m, files);

    coroutines_split(m, files->at[0]);
    jumps_save_signals(m);
    link_cxx(h, m, files->at[0]);
    runtime = read_runtime(h, m, narrow(m) ? "runtime32.bc" : "runtime64.bc");
    if (!*LLVMGetDataLayoutStr(m))
        LLVMSetDataLayout(m, LLVMGetDataLayoutStr(runtime));
    prepare_runtime(runtime);
    for (u32 i = 0; i < LENGTH(entries); i++)
        require(m, runtime, entries[i]);
    link_join(m, runtime, h->runtime);
    shapes_mend(m);
    forget(m, "llvm.used");
    forget(m, "llvm.compiler.used");
    make_hooks(m, "llvm.global_ctors", "__heddle_constructors", false);
    make_hooks(m, "llvm.global_dtors", "__heddle_destructors", true);
    make_call_main(m, main_function, files->at[0]);
    place_end(m, main_function);
    LLVMSetIsNewDbgInfoFormat(m, 0);
    return m;
}
