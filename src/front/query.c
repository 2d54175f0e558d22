/* Queries.  Each is compiled by clang as a function at the end of a source file, in a module of its
 * own and without LLVM's passes; the program itself was compiled and optimised before, so that what
 * a query reads changes nothing of what is checked.  Of that second module only the function and
 * what it needs is taken into the file's module:
 *
 *   - variables are the program's: external ones by their names, static ones through a stand-in
 *     that is replaced once both are one module;
 *   - functions that are called are copies from the query's own module: the optimiser may have
 *     shaped a static function of the program for its callers there, down to leaving out its
 *     result.  The address of a function is the program's;
 *   - string constants, and static variables that nothing in the program uses, are its own.
 *
 * A static variable that is not in an optimised module may have been removed with its stores; that
 * the query then would read a constant must not go unnoticed. */
#include "front/query.h"
#include "front/units.h"
#include "front/command.h"
#include "front/link.h"

#include <ctype.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>

#define STAND_IN "heddle.bind."
#define GONE     "heddle.gone."
#define LEFT     "heddle.left"

typedef struct query_unit {
    const front_options *o;
    const front_query *query;
    const char *file;
    u32 number;            /* of the file */
    LLVMModuleRef m, into; /* the query's module, and the program's of that file */
    LLVMValueRef function; /* of the query */
    bool optimised;
} query_unit;

typedef VEC(LLVMValueRef) value_list;

static const char *const option_names[] = {"--invariant", "--abstract", "proposition"};

/* ---- the source ---- */

/* Objects of C++ are there when their constructors have run. */
static const char begun_source[] = "#ifdef __cplusplus\n"
                                   "extern \"C\" bool " FRONT_BEGUN ";\n"
                                   "#else\n"
                                   "extern _Bool " FRONT_BEGUN ";\n"
                                   "#endif\n";

/* What gives every scalar as 64 bits; a call of anything else does not compile. */
static const char value_source[] =
    "#ifdef __cplusplus\n"
    "#define HEDDLE_OVERLOAD\n"
    "#define _Bool bool\n"
    "#else\n"
    "#define HEDDLE_OVERLOAD __attribute__((overloadable))\n"
    "#endif\n"
    "#define HEDDLE_WHOLE(T)                                                            \\\n"
    "    static unsigned long long HEDDLE_OVERLOAD __heddle_value(T v)                  \\\n"
    "    {                                                                              \\\n"
    "        return (unsigned long long)v;                                              \\\n"
    "    }\n"
    "#define HEDDLE_REAL(T, U)                                                          \\\n"
    "    static unsigned long long HEDDLE_OVERLOAD __heddle_value(T v)                  \\\n"
    "    {                                                                              \\\n"
    "        union { T v; U bits; } u = {v};                                            \\\n"
    "        return u.bits;                                                             \\\n"
    "    }\n"
    "#define HEDDLE_NONE(...)                                                           \\\n"
    "    unsigned long long HEDDLE_OVERLOAD __attribute__((unavailable(                 \\\n"
    "        \"a number of at most 64 bits or a pointer is needed\"))) "
    "__heddle_value(__VA_ARGS__);\n"
    "HEDDLE_WHOLE(_Bool)\n"
    "HEDDLE_WHOLE(char)\n"
    "HEDDLE_WHOLE(signed char)\n"
    "HEDDLE_WHOLE(unsigned char)\n"
    "HEDDLE_WHOLE(short)\n"
    "HEDDLE_WHOLE(unsigned short)\n"
    "HEDDLE_WHOLE(int)\n"
    "HEDDLE_WHOLE(unsigned)\n"
    "HEDDLE_WHOLE(long)\n"
    "HEDDLE_WHOLE(unsigned long)\n"
    "HEDDLE_WHOLE(long long)\n"
    "HEDDLE_WHOLE(unsigned long long)\n"
    "HEDDLE_REAL(float, unsigned)\n"
    "HEDDLE_REAL(double, unsigned long long)\n"
    "static unsigned long long HEDDLE_OVERLOAD __heddle_value(const volatile void *v)\n"
    "{\n"
    "    return (unsigned long long)(__UINTPTR_TYPE__)v;\n"
    "}\n"
    "HEDDLE_NONE(long double)\n"
    "#ifdef __SIZEOF_INT128__\n"
    "HEDDLE_NONE(__int128)\n"
    "HEDDLE_NONE(unsigned __int128)\n"
    "#endif\n"
    "HEDDLE_NONE(...)\n";

static const char *asked(const front_query *q)
{
    if (q->kind == QUERY_ABSTRACT)
        return "__heddle_value";
    if (!q->from_main || strcmp(q->text, FRONT_BEGUN) == 0)
        return "";
    return q->kind == QUERY_INVARIANT ? "!" FRONT_BEGUN " || " : FRONT_BEGUN " && ";
}

/* The file and behind it the function; clang is silent on all but the expression. */
static void write_source(const front_query *q, const char *file, const char *call, text *out)
{
    bool holds = q->kind != QUERY_ABSTRACT;

    text_addf(out,
              "#pragma clang diagnostic push\n"
              "#pragma clang diagnostic ignored \"-Weverything\"\n"
              "#include \"%s\"\n",
              file);
    text_add(out, "#line 1 \"heddle\"\n");
    if (!holds)
        text_add(out, value_source);
    if (q->from_main)
        text_add(out, begun_source);
    text_addf(out,
              "#ifdef __cplusplus\n"
              "extern \"C\" %s\n"
              "#else\n"
              "%s\n"
              "#endif\n" QUERY_FUNCTION "(void) { return %s((\n",
              holds ? "bool" : "unsigned long long", holds ? "_Bool" : "unsigned long long", 0,
              asked(q));
    text_addf(out,
              "#pragma clang diagnostic pop\n"
              "#pragma clang diagnostic error \"-Wimplicit-function-declaration\"\n"
              "#line 1 \"%s\"\n"
              "%s%s\n"
              "#pragma clang diagnostic ignored \"-Weverything\"\n"
              ")); }\n",
              option_names[q->kind], q->text, call);
}

static LLVMModuleRef compile_as(const query_unit *u, const char *include, const char *call,
                                text *said)
{
    text source = {0};
    string_list flags = {0};
    front_options own = units_options(u->o, u->number, &flags);
    LLVMModuleRef m;

    write_source(u->query, u->file, call, &source);
    m = clang_text(&own, include, u->file, option_names[u->query->kind], &source,
                   LLVMGetModuleContext(u->into), said);
    text_free(&source);
    vec_free(&flags);
    return m;
}

static bool is_name(const char *s)
{
    return *s && !isdigit((u8)*s) && !s[text_word(s)];
}

static LLVMValueRef function_of(LLVMModuleRef m, const char *name)
{
    return is_name(name) ? LLVMGetNamedFunction(m, name) : NULL;
}

/* The name of a function alone means a call of it. */
static LLVMModuleRef compile_in(const query_unit *u, const char *include, text *said)
{
    const char *words = u->query->text;
    LLVMModuleRef m = compile_as(u, include, "", said);

    if (!m || !function_of(m, words))
        return m;
    LLVMDisposeModule(m);
    text_clear(said);
    m = compile_as(u, include, "()", said);
    if (!m)
        fail(EXIT_USAGE, "heddle: %s %s: the function takes arguments; write the call",
             option_names[u->query->kind], words);
    return m;
}

/* The first file in whose scope the query compiles. */
static void compile_query(query_unit *u, const char *include, const module_list *modules)
{
    text first = {0}, said = {0};
    bool tried = false;

    for (u32 i = 0; i < u->o->files.n && !u->m; i++) {
        if (!clang_is_source(u->o->files.at[i]))
            continue;
        u->file = u->o->files.at[i];
        u->number = i;
        u->into = modules->at[i];
        u->m = compile_in(u, include, tried ? &said : &first);
        if (u->m)
            fputs(text_str(tried ? &said : &first), stderr);
        text_clear(&said);
        tried = true;
    }
    if (!tried)
        fail(EXIT_INPUT, "%s: %s needs the source; give C files in place of bitcode",
             u->o->files.at[0], option_names[u->query->kind]);
    if (!u->m) {
        fputs(text_str(&first), stderr);
        fail(EXIT_USAGE, "heddle: %s '%s' does not compile; clang says why%s%s",
             option_names[u->query->kind], u->query->text, u->query->shown ? "\n" : "",
             u->query->shown ? u->query->shown : "");
    }
    text_free(&first);
    text_free(&said);
}

/* ---- what is taken ---- */

static const char *name_of(LLVMValueRef v)
{
    size_t n;

    return LLVMGetValueName2(v, &n);
}

static void rename_to(LLVMValueRef v, const char *name)
{
    LLVMSetValueName2(v, name, strlen(name));
}

static bool is_static(LLVMValueRef v)
{
    return LLVMGetLinkage(v) == LLVMInternalLinkage;
}

/* Another file's definition may take the place of this one. */
static bool is_weak(LLVMValueRef v)
{
    LLVMLinkage l = LLVMGetLinkage(v);

    return l == LLVMWeakAnyLinkage || l == LLVMExternalWeakLinkage || l == LLVMLinkOnceAnyLinkage;
}

static LLVMValueRef declare(const query_unit *u, LLVMValueRef v, const char *name)
{
    LLVMTypeRef t = LLVMGlobalGetValueType(v);
    LLVMValueRef d;

    if (LLVMGetTypeKind(t) == LLVMFunctionTypeKind)
        return LLVMAddFunction(u->m, name, t);
    d = LLVMAddGlobal(u->m, t, name);
    if (LLVMIsAGlobalVariable(v))
        LLVMSetThreadLocalMode(d, LLVMGetThreadLocalMode(v));
    return d;
}

/* Puts a declaration in the place of a definition, which nothing needs then.  A static one's is a
 * stand-in. */
static LLVMValueRef bind(const query_unit *u, LLVMValueRef v, const char *left)
{
    char *own = mem_strdup(name_of(v));
    LLVMValueRef d;
    text name = {0};

    text_addf(&name, "%s%s", is_static(v) ? STAND_IN : "", own);
    rename_to(v, left);
    LLVMSetLinkage(v, LLVMInternalLinkage);
    d = declare(u, v, text_str(&name));
    LLVMReplaceAllUsesWith(v, d);
    text_free(&name);
    mem_free(own);
    return d;
}

static u64 bytes_of(const query_unit *u, LLVMValueRef v)
{
    return LLVMABISizeOfType(LLVMGetModuleDataLayout(u->into), LLVMGlobalGetValueType(v));
}

/* Does the program still have the static variable, as it was written? */
static bool has_variable(const query_unit *u, LLVMValueRef v)
{
    LLVMValueRef there = LLVMGetNamedGlobal(u->into, name_of(v));

    return there && !LLVMIsDeclaration(there) && bytes_of(u, there) == bytes_of(u, v);
}

static void take_variable(const query_unit *u, LLVMValueRef v)
{
    text name = {0};

    if (LLVMGetLinkage(v) == LLVMPrivateLinkage || LLVMGetLinkage(v) == LLVMAppendingLinkage)
        return;
    if (!is_static(v) || has_variable(u, v)) {
        bind(u, v, LEFT);
    } else if (u->optimised && !LLVMIsGlobalConstant(v)) {
        text_addf(&name, GONE "%s", name_of(v));
        rename_to(v, text_str(&name));
        text_free(&name);
    }
}

static bool is_callee(LLVMUseRef use, LLVMValueRef f)
{
    LLVMValueRef user = LLVMGetUser(use);

    return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == f;
}

static bool address_taken(LLVMValueRef f)
{
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
        if (!is_callee(use, f))
            return true;
    return false;
}

/* Gives the calls of `declared` back to the copy. */
static void call_copy(LLVMValueRef declared, LLVMValueRef copy)
{
    value_list calls = {0};

    for (LLVMUseRef use = LLVMGetFirstUse(declared); use; use = LLVMGetNextUse(use))
        if (is_callee(use, declared))
            vec_push(&calls, LLVMGetUser(use));
    for (u32 i = 0; i < calls.n; i++)
        LLVMSetOperand(calls.at[i], (unsigned)LLVMGetNumOperands(calls.at[i]) - 1, copy);
    vec_free(&calls);
}

static void mark(LLVMValueRef f)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(f));
    LLVMAttributeRef a =
        LLVMCreateStringAttribute(context, QUERY_ATTRIBUTE, strlen(QUERY_ATTRIBUTE), "", 0);

    LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, a);
}

static void take_function(const query_unit *u, LLVMValueRef f)
{
    text copy = {0};
    bool there = !is_static(f) || LLVMGetNamedFunction(u->into, name_of(f));

    mark(f);
    text_addf(&copy, "%s.query", name_of(f));
    if (is_weak(f)) {
        bind(u, f, LEFT);
    } else if (there && address_taken(f)) {
        call_copy(bind(u, f, text_str(&copy)), f);
    } else {
        rename_to(f, text_str(&copy));
        LLVMSetLinkage(f, LLVMInternalLinkage);
    }
    text_free(&copy);
}

static void forget(LLVMModuleRef m, const char *name)
{
    LLVMValueRef g = LLVMGetNamedGlobal(m, name);

    if (g)
        LLVMDeleteGlobal(g);
}

/* An alias cannot be taken away, so it becomes another name of the query itself. */
static void take_aliases(const query_unit *u)
{
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(u->m); a; a = LLVMGetNextGlobalAlias(a)) {
        bind(u, a, LEFT);
        LLVMAliasSetAliasee(a, u->function);
    }
}

static void take_all(const query_unit *u)
{
    static const char *const lists[] = {"llvm.used", "llvm.compiler.used", "llvm.global_ctors",
                                        "llvm.global_dtors"};
    value_list variables = {0}, functions = {0};

    for (u32 i = 0; i < LENGTH(lists); i++)
        forget(u->m, lists[i]);
    LLVMSetModuleInlineAsm2(u->m, "", 0);
    take_aliases(u);
    for (LLVMValueRef v = LLVMGetFirstGlobal(u->m); v; v = LLVMGetNextGlobal(v))
        if (!LLVMIsDeclaration(v))
            vec_push(&variables, v);
    for (LLVMValueRef f = LLVMGetFirstFunction(u->m); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && f != u->function)
            vec_push(&functions, f);
    for (u32 i = 0; i < variables.n; i++)
        take_variable(u, variables.at[i]);
    for (u32 i = 0; i < functions.n; i++)
        take_function(u, functions.at[i]);
    vec_free(&variables);
    vec_free(&functions);
}

/* ---- one module ---- */

static void replace_stand_in(LLVMModuleRef m, LLVMValueRef v)
{
    const char *name = name_of(v) + strlen(STAND_IN);
    LLVMValueRef there = LLVMGetNamedGlobal(m, name);

    if (!there)
        there = LLVMGetNamedFunction(m, name);
    if (!there)
        there = LLVMGetNamedGlobalAlias(m, name, strlen(name));
    if (!there)
        die("a query speaks of '%s', which no module has", name);
    LLVMReplaceAllUsesWith(v, there);
    if (LLVMIsAFunction(v))
        LLVMDeleteFunction(v);
    else
        LLVMDeleteGlobal(v);
}

static void stop_if_gone(const query_unit *u, LLVMValueRef v)
{
    const char *name = name_of(v);

    if (!text_starts(name, GONE))
        return;
    name += strlen(GONE);
    fail(EXIT_INPUT,
         "%s: variable '%s' of %s '%s' is not in the optimised program; --keep %s makes the "
         "optimiser keep it",
         u->file, name, option_names[u->query->kind], u->query->text, name);
}

static void settle(const query_unit *u)
{
    value_list found = {0};

    for (LLVMValueRef v = LLVMGetFirstGlobal(u->into); v; v = LLVMGetNextGlobal(v)) {
        stop_if_gone(u, v);
        if (text_starts(name_of(v), STAND_IN))
            vec_push(&found, v);
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(u->into); f; f = LLVMGetNextFunction(f))
        if (text_starts(name_of(f), STAND_IN))
            vec_push(&found, f);
    for (u32 i = 0; i < found.n; i++)
        replace_stand_in(u->into, found.at[i]);
    vec_free(&found);
}

static void add_one(query_unit *u, u32 number)
{
    char name[64];

    snprintf(name, sizeof name, QUERY_FUNCTION, 0);
    u->function = LLVMGetNamedFunction(u->m, name);
    snprintf(name, sizeof name, QUERY_FUNCTION, number);
    rename_to(u->function, name);
    mark(u->function);
    take_all(u);
    link_join(u->into, u->m, u->file);
    settle(u);
}

void query_add(const front_options *o, const char *include, const module_list *modules)
{
    for (u32 i = 0; i < o->queries.n; i++) {
        query_unit u = {.o = o, .query = &o->queries.at[i], .optimised = command_optimises(o)};

        if (u.query->kind == QUERY_PLACE)
            continue;

        compile_query(&u, include, modules);
        add_one(&u, i);
    }
}
