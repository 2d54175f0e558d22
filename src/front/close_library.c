/* What calls of functions that have no body do to values: close_library.def has those that are
 * known.  Any other function of the C library stays as it is, and nothing that it can reach may
 * depend on inputs.  What is in no library is outside of the program: its result is an input, and
 * so is all memory that it was ever given a pointer to. */
#define _GNU_SOURCE
#include "base/mutant.h"
#include "front/close.h"

#include <dlfcn.h>
#include <fnmatch.h>
#include <string.h>

static const library_row rows[] = {
#define LIBRARY(name, kind, writes, unread, length, result) \
    {name, LIBRARY_##kind, writes, unread, length, result},
#include "front/close_library.def"
};

bool library_has(const char *name)
{
    static const char *const libraries[] = {"libc.so.6", "libm.so.6"};
    bool found = false;

    for (u32 i = 0; i < LENGTH(libraries) && !found; i++) {
        void *handle = dlopen(libraries[i], RTLD_LAZY);

        found = handle && dlsym(handle, name);
        if (handle)
            dlclose(handle);
    }
    return found;
}

/* Functions that heddle's library has of headers that bring nothing from outside, or whose others
 * have rows. */
static bool is_modelled(const char *name)
{
    static const struct {
        const char *name, *header;
    } functions[] = {
#define FUNCTION(name, header, note) {#name, header},
#include "../runtime/functions.def"
    };
    static const char *const headers[] = {
        "arpa/inet.h", "complex.h", "ctype.h",   "err.h",      "error.h",  "getopt.h",
        "inttypes.h",  "malloc.h",  "math.h",    "pthread.h",  "setjmp.h", "semaphore.h",
        "signal.h",    "string.h",  "strings.h", "sys/mman.h", "threads.h"};

    for (u32 i = 0; i < LENGTH(functions); i++)
        for (u32 k = 0; k < LENGTH(headers) && !strcmp(functions[i].name, name); k++)
            if (!strcmp(functions[i].header, headers[k]))
                return true;
    return false;
}

static bool fits(const char *name, const char *const *patterns, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (!fnmatch(patterns[i], name, 0))
            return true;
    return false;
}

/* Reads from or writes to descriptors or files, which may be the program's own. */
static bool uses_channel(const closing *c, const char *name)
{
    static const char *const channels[] = {
        "read",       "pread",   "readv",           "write",     "send",
        "recv*",      "fread*",  "fwrite*",         "getc",      "fgetc",
        "getchar",    "getc_*",  "fgetc_*",         "getchar_*", "__uflow",
        "gets",       "fgets*",  "*fscanf",         "getline",   "getdelim",
        "__getdelim", "ungetc",  "feof*",           "ferror*",   "fdopen",
        "ioctl",      "poll",    "ppoll",           "select",    "pselect",
        "unlink",     "dprintf", "timerfd_gettime", "close"};
    static const char *const streams[] = {"fclose", "fprintf", "fputs", "fputc", "putc"};
    static const char *const standard[] = {"printf", "puts",  "putchar", "fprintf",
                                           "fputs",  "fputc", "putc"};
    static const char *const files[] = {"open*",  "creat",  "fopen*", "access",
                                        "unlink", "remove", "close"};

    return (c->channels && fits(name, channels, LENGTH(channels))) ||
           (c->streams && fits(name, streams, LENGTH(streams))) ||
           (c->replaced && fits(name, standard, LENGTH(standard))) ||
           (c->files && fits(name, files, LENGTH(files)));
}

/* A pattern names functions of the C library; others that it fits are the program's. */
static bool is_own(const char *name)
{
    static const char *const own[] = {"heddle_*",    "__heddle_*", "VS_*",     "__VERIFIER_*",
                                      "__CPROVER_*", "__ESBMC_*",  "nondet_*", "llvm.*"};

    return fits(name, own, LENGTH(own));
}

static bool row_fits(const library_row *row, const char *name)
{
    return !fnmatch(row->name, name, 0) &&
           (!strchr(row->name, '*') || is_own(name) || library_has(name));
}

library_row library_find(closing *c, LLVMValueRef function)
{
    size_t n;
    const char *name = LLVMGetValueName2(function, &n);
    const library_row outside = {name, LIBRARY_OUTSIDE, ~0u, ~0u, -1, -1};
    bool input = close_is_named(c, name), known = false;
    library_row found = outside;

    for (u32 i = 0; i < LENGTH(rows) && !known; i++) {
        known = row_fits(&rows[i], name);
        if (known)
            found = rows[i];
    }
    if (!known && !input && library_has(name))
        found.kind = is_modelled(name) ? LIBRARY_STRICT : LIBRARY_UNKNOWN;
    if (input && found.kind != LIBRARY_SOURCE)
        found = outside;
    if (!input && uses_channel(c, name))
        found.kind = LIBRARY_STRICT;
    found.name = name;
    return found;
}

static u32 arguments(LLVMValueRef call)
{
    return LLVMGetNumArgOperands(call);
}

static content *argument(closing *c, LLVMValueRef call, u32 i)
{
    return content_of(c, LLVMGetOperand(call, i));
}

/* The number of bytes that an argument says; ANYWHERE where it is not known. */
static u32 length_of(const library_row *row, LLVMValueRef call)
{
    LLVMValueRef v;

    if (row->length < 0 || (u32)row->length >= arguments(call))
        return ANYWHERE;
    v = LLVMGetOperand(call, (u32)row->length);
    if (!LLVMIsAConstantInt(v) || LLVMConstIntGetZExtValue(v) >= ANYWHERE)
        return ANYWHERE;
    return (u32)LLVMConstIntGetZExtValue(v);
}

/* A pointer to a variable of a plain type: what scanf and its like write is that large. */
static u32 plain_size(closing *c, LLVMValueRef pointer)
{
    LLVMTypeRef of = NULL;
    LLVMTypeKind kind;

    if (LLVMIsAAllocaInst(pointer))
        of = LLVMGetAllocatedType(pointer);
    else if (LLVMIsAGlobalVariable(pointer))
        of = LLVMGlobalGetValueType(pointer);
    if (!of)
        return ANYWHERE;
    kind = LLVMGetTypeKind(of);
    return kind == LLVMArrayTypeKind || kind == LLVMStructTypeKind ? ANYWHERE : size_of(c, of);
}

/* Does the format have a conversion %n?  One that is no literal may. */
static bool counts(LLVMValueRef format)
{
    LLVMValueRef literal = LLVMIsAGlobalVariable(format) && LLVMIsGlobalConstant(format)
                               ? LLVMGetInitializer(format)
                               : NULL;
    const char *s;
    size_t n, i;

    if (!literal || !LLVMIsAConstantDataSequential(literal) || !LLVMIsConstantString(literal))
        return !literal || !LLVMIsNull(literal);
    s = LLVMGetAsString(literal, &n);
    for (i = 0; i < n; i++) {
        if (s[i] != '%')
            continue;
        for (i++; i < n && s[i] && strchr("0123456789-+ #'I*.$hlqLjzt", s[i]); i++)
            ;
        if (i < n && s[i] == 'n')
            return true;
    }
    return false;
}

/* Is memory written by way of the argument?  *size becomes how much. */
static bool writes(closing *c, const library_row *row, LLVMValueRef call, u32 i, u32 *size)
{
    bool print = row->kind == LIBRARY_PRINT && (i32)i > row->result && !MUTANT(CLOSE_COUNT);

    *size =
        row->length >= 0 && !print ? length_of(row, call) : plain_size(c, LLVMGetOperand(call, i));
    return (row->writes >> (i < 31 ? i : 31) & 1) ||
           (print && counts(LLVMGetOperand(call, (u32)row->result)));
}

/* Memory that the call writes, where it is written with what depends on inputs. */
static void write_inputs(closing *c, const library_row *row, LLVMValueRef call)
{
    content input = {{0}, true};

    for (u32 i = 0; i < arguments(call); i++) {
        const content *to = argument(c, call, i);
        content all = {{0}, false};
        bool before = c->changed;
        u32 size;

        if (!writes(c, row, call, i, &size))
            continue;
        if (size == ANYWHERE)
            content_blur(c, &all, to);
        else
            content_add(c, &all, to);
        c->changed = before;
        memory_store(c, &all, size, &input);
        vec_free(&all.at);
    }
}

/* Can a value of the type be a pointer, or hold one? */
static bool holds_pointer(closing *c, LLVMTypeRef of)
{
    switch (LLVMGetTypeKind(of)) {
    case LLVMVoidTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
        return false;
    case LLVMIntegerTypeKind:
        return size_of(c, of) >= LLVMPointerSize(c->layout);
    default:
        return true;
    }
}

/* All that the arguments can reach. */
static void reach(closing *c, LLVMValueRef call, content *all)
{
    for (u32 i = 0; i < arguments(call); i++)
        if (holds_pointer(c, LLVMTypeOf(LLVMGetOperand(call, i))))
            memory_reach(c, argument(c, call, i), all);
        else
            all->input |= argument(c, call, i)->input;
}

static LLVMValueRef body_of(closing *c, target t)
{
    LLVMValueRef f = c->objects.at[t.object].origin;

    return f && LLVMIsAFunction(f) && close_has_body(c, f) ? f : NULL;
}

/* Does a function answer with an input?  Where the library asks it, what it does depends on that.
 */
static bool answers_input(closing *c, const content *all)
{
    for (u32 i = 0; i < all->at.n; i++) {
        LLVMValueRef f = body_of(c, all->at.at[i]);

        if (f && content_returned(c, f)->input && !MUTANT(CLOSE_CALLBACK))
            return true;
    }
    return false;
}

static bool reaches_input(closing *c, LLVMValueRef call)
{
    content all = {{0}, false};
    bool found;

    reach(c, call, &all);
    found = all.input || memory_is_input(c, &all, ANYWHERE) || answers_input(c, &all);
    vec_free(&all.at);
    return found;
}

static bool computes(const library_row *row)
{
    return row->kind == LIBRARY_DATA || row->kind == LIBRARY_PRINT;
}

bool library_touches(closing *c, const library_row *row, LLVMValueRef call)
{
    if (row->kind == LIBRARY_STRICT)
        return reaches_input(c, call);
    for (u32 i = 0; i < arguments(call); i++) {
        const content *v = argument(c, call, i);
        bool deadline = row->kind == LIBRARY_TIMED && i == row->writes;
        bool worked = row->kind == LIBRARY_KEEP || (row->kind == LIBRARY_TIMED && !deadline);
        content whole = {{0}, false};
        bool read = i >= 32 || !(row->unread >> i & 1), before = c->changed, found;

        content_blur(c, &whole, v);
        c->changed = before;
        found = v->input || (computes(row) && read && memory_is_input(c, &whole, ANYWHERE)) ||
                (row->kind == LIBRARY_JOIN && (i32)i == row->length &&
                 memory_is_input(c, v, ANYWHERE)) ||
                (worked && memory_is_input(c, v, (u32)row->length));
        vec_free(&whole.at);
        if (found)
            return true;
    }
    return false;
}

static void flow_data(closing *c, const library_row *row, LLVMValueRef call)
{
    content *result = content_of(c, call);

    for (u32 i = 0; i < arguments(call); i++)
        if (row->kind == LIBRARY_PURE ? row->result < 0
                                      : row->kind == LIBRARY_DATA && row->result == (i32)i)
            content_blur(c, result, argument(c, call, i));
    if (!library_touches(c, row, call))
        return;
    content_input(c, result);
    write_inputs(c, row, call);
}

static void bind_any(closing *c, LLVMValueRef f, const content *all)
{
    const content input = {{0}, all->input};

    for (u32 k = 0; k < LLVMCountParams(f); k++)
        close_bind(c, f, k, holds_pointer(c, LLVMTypeOf(LLVMGetParam(f, k))) ? all : &input);
}

/* What the library is given it may keep, and give back from another call: constants but for. */
static void keep_in_library(closing *c, content *all)
{
    content kept = {{0}, false};
    bool before;

    for (u32 i = 0; i < all->at.n; i++) {
        LLVMValueRef v = c->objects.at[all->at.at[i].object].origin;

        if (!v || !LLVMIsAGlobalVariable(v) || !LLVMIsGlobalConstant(v))
            vec_push(&kept.at, all->at.at[i]);
    }
    library_kept(c, c->library, NULL, &kept);
    before = c->changed;
    library_kept(c, c->library, all, NULL);
    c->changed = before;
    vec_free(&kept.at);
}

/* All that can be reached may point to all; what is smaller than a pointer has none. */
static void store_any(closing *c, const content *all)
{
    const content input = {{0}, all->input};

    for (u32 i = 0; i < all->at.n; i++) {
        content place = {{0}, false};
        bool small = c->objects.at[all->at.at[i].object].size < LLVMPointerSize(c->layout);

        vec_push(&place.at, all->at.at[i]);
        memory_store(c, &place, ANYWHERE, small ? &input : all);
        vec_free(&place.at);
    }
}

/* Everything that it reaches may point to everything, and each function may be called. */
static void flow_any(closing *c, LLVMValueRef call, bool input)
{
    content all = {{0}, input};
    u32 made = memory_object(c, call, ANYWHERE);
    bool before;

    reach(c, call, &all);
    all.input = input; /* where it is not, nothing that can be reached depends on inputs */
    before = c->changed;
    content_target(c, &all, (target){made, 0, ANYWHERE});
    c->changed = before;
    if (!input && !MUTANT(CLOSE_LIBRARY))
        keep_in_library(c, &all);
    if (input)
        content_input(c, content_of(c, call));
    if (holds_pointer(c, LLVMTypeOf(call)))
        content_add(c, content_of(c, call), &all);
    for (u32 i = 0; i < all.at.n; i++) {
        LLVMValueRef f = body_of(c, all.at.at[i]);

        if (f)
            bind_any(c, f, &all);
    }
    store_any(c, &all);
    vec_free(&all.at);
}

static void flow_alloc(closing *c, LLVMValueRef call)
{
    u64 size = 1;
    u32 made;

    for (u32 i = 0; i < arguments(call); i++) {
        LLVMValueRef v = LLVMGetOperand(call, i);

        if (LLVMIsAConstantInt(v) && size < ANYWHERE)
            size *= LLVMConstIntGetZExtValue(v);
        else
            size = ANYWHERE;
        if (content_of(c, v)->input)
            content_input(c, content_of(c, call));
    }
    made = memory_object(c, call, size < ANYWHERE ? (u32)size : ANYWHERE);
    content_target(c, content_of(c, call), (target){made, 0, 0});
}

void library_kept(closing *c, u32 number, content *to, const content *from)
{
    bool before = c->changed;
    content place = {{0}, false};

    content_target(c, &place, (target){number, 0, 0});
    c->changed = before;
    if (from)
        memory_store(c, &place, ANYWHERE, from);
    else
        memory_load(c, to, &place, ANYWHERE);
    vec_free(&place.at);
}

/* A function that the library calls, with these values; NULL: with none. */
static void flow_started(closing *c, const content *callee, const content *first,
                         const content *second)
{
    for (u32 i = 0; i < callee->at.n; i++) {
        LLVMValueRef f = body_of(c, callee->at.at[i]);

        if (!f)
            continue;
        if (first)
            close_bind(c, f, 0, first);
        if (second)
            close_bind(c, f, 1, second);
        library_kept(c, c->results, NULL, content_returned(c, f));
    }
}

/* One that gets first what threads or the process left in this object. */
static void flow_ended(closing *c, u32 number, const content *callee, const content *second,
                       bool lost)
{
    content what = {{0}, false};
    bool before = c->changed;

    library_kept(c, number, &what, NULL);
    c->changed = before;
    if (lost) {
        what.at.n = 0;
        what.input = false;
    }
    flow_started(c, callee, &what, second);
    vec_free(&what.at);
}

/* What a thread returns, or the status of a process. */
static void flow_join(closing *c, const library_row *row, LLVMValueRef call)
{
    content what = {{0}, false};
    bool before = c->changed;

    library_kept(c, c->results, &what, NULL);
    c->changed = before;
    if (row->writes < arguments(call))
        memory_store(c, argument(c, call, row->writes), ANYWHERE, &what);
    vec_free(&what.at);
}

static void flow_set(closing *c, const library_row *row, LLVMValueRef call)
{
    const content *to = argument(c, call, 0);
    content what = {{0}, argument(c, call, 1)->input || argument(c, call, 2)->input};

    memory_store(c, to, length_of(row, call), &what);
}

static void flow_copy(closing *c, const library_row *row, LLVMValueRef call)
{
    const content *to = argument(c, call, 0), *from = argument(c, call, 1);
    content input = {{0}, true};

    memory_copy(c, to, from, length_of(row, call));
    if (to->input || from->input || argument(c, call, 2)->input)
        memory_store(c, to, ANYWHERE, &input);
}

/* The list points to the arguments, whichever way the compiler reads it. */
static void flow_variadic(closing *c, LLVMValueRef call)
{
    bool before = c->changed;
    content list = {{0}, false}, arguments_of = {{0}, false};

    content_blur(c, &list, argument(c, call, 0));
    content_target(c, &arguments_of, (target){c->variadic, 0, ANYWHERE});
    c->changed = before;
    memory_store(c, &list, ANYWHERE, &arguments_of);
    vec_free(&list.at);
    vec_free(&arguments_of.at);
}

void library_flow(closing *c, const library_row *row, LLVMValueRef call)
{
    if (row->result == RESULT_INPUT)
        content_input(c, content_of(c, call));
    if (row->result >= 0 && !computes(row) && (u32)row->result < arguments(call))
        content_add(c, content_of(c, call), argument(c, call, (u32)row->result));
    switch (row->kind) {
    case LIBRARY_SOURCE:
        content_input(c, content_of(c, call));
        write_inputs(c, row, call);
        break;
    case LIBRARY_OUTSIDE:
    case LIBRARY_UNKNOWN:
        flow_any(c, call, true);
        break;
    case LIBRARY_STRICT:
        flow_any(c, call, false);
        break;
    case LIBRARY_DATA:
    case LIBRARY_PRINT:
    case LIBRARY_PURE:
        flow_data(c, row, call);
        break;
    case LIBRARY_ALLOC:
        flow_alloc(c, call);
        break;
    case LIBRARY_CREATE:
        flow_started(c, argument(c, call, row->writes), argument(c, call, (u32)row->length), NULL);
        break;
    case LIBRARY_CALL:
        flow_started(c, argument(c, call, row->writes), NULL, NULL);
        break;
    case LIBRARY_AT_EXIT:
        flow_ended(c, c->results, argument(c, call, row->writes),
                   argument(c, call, (u32)row->length), MUTANT(CLOSE_STATUS));
        break;
    case LIBRARY_KEY:
        flow_ended(c, c->specifics, argument(c, call, row->writes), NULL, MUTANT(CLOSE_DESTRUCTOR));
        c->destructors |= argument(c, call, row->writes)->at.n > 0;
        break;
    case LIBRARY_JOIN:
        flow_join(c, row, call);
        break;
    case LIBRARY_LEAVE:
    case LIBRARY_EXIT:
        if (arguments(call))
            library_kept(c, c->results, NULL, argument(c, call, 0));
        break;
    case LIBRARY_SPECIFIC_SET:
        library_kept(c, c->specifics, NULL, argument(c, call, 1));
        break;
    case LIBRARY_SPECIFIC_GET:
        library_kept(c, c->specifics, content_of(c, call), NULL);
        break;
    case LIBRARY_VARIADIC:
        flow_variadic(c, call);
        break;
    case LIBRARY_SET:
        flow_set(c, row, call);
        break;
    case LIBRARY_COPY:
        flow_copy(c, row, call);
        break;
    case LIBRARY_ERRNO:
        content_target(c, content_of(c, call), (target){c->outside, 0, 0});
        break;
    case LIBRARY_KEEP:
    case LIBRARY_TIMED:
    case LIBRARY_FREE:
    case LIBRARY_ASSERT:
    case LIBRARY_ASSUME:
    case LIBRARY_NOTHING:
        break;
    }
}
