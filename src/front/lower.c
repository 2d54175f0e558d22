/* A module as a program.
 *
 * Work goes from the roots: lowering a function or an initialiser asks for the numbers of the
 * globals and functions it names, and whatever is asked for the first time is queued.  So only what
 * can be reached is lowered, and an undefined function matters only where something reachable names
 * it. A function goes through scan (numbering, laziness, uses), slots (locals in registers), and
 * then block by block through insn, access, call, intrinsic, vector and flow. Complaints are
 * collected, so that the user sees all of them at once. */
#include "front/clocks.h"
#include "front/demangle.h"
#include "front/lower_state.h"
#include "front/query.h"

#include <llvm-c/DebugInfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- messages ---- */

static bool library_file(const lower *l, srcloc at)
{
    return program_header(l->p->files.at[at.file]);
}

/* Where messages point: of what headers and the runtime have at the user's line that leads there.
 */
static srcloc message_place(const lower *l)
{
    bool theirs = !l->at.line || (l->now && l->now->out->runtime) || library_file(l, l->at);

    return theirs && l->user.line ? l->user : l->at;
}

static void complain(lower *l, const char *message)
{
    complaint c = {message_place(l), l->complaints.n, mem_strdup(message)};

    vec_push(&l->complaints, c);
}

/* Its number among what the program has and the machine does not understand. */
static u32 add_gap(lower *l, const char *what)
{
    srcloc at = message_place(l);

    for (u32 i = 0; i < l->p->gaps.n; i++) {
        const program_gap *g = &l->p->gaps.at[i];

        if (g->at.file == at.file && g->at.line == at.line && strcmp(g->what, what) == 0)
            return i;
    }
    vec_push(&l->p->gaps, (program_gap){at, program_string(l->p, what, strlen(what))});
    return l->p->gaps.n - 1;
}

static bool must_understand(const lower *l)
{
    return l->o.strict || l->querying;
}

void lower_reject(lower *l, const char *format, ...)
{
    char line[2048];
    va_list args;

    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (must_understand(l) || !l->now)
        complain(l, line);
    else
        emit_xy(l->now, OP_CUT, 0, 0, 0, add_gap(l, line), 0);
}

void lower_refuse(lower *l, const char *format, ...)
{
    char line[2048];
    va_list args;

    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    complain(l, line);
}

static int by_place(const void *a, const void *b)
{
    const complaint *x = a, *y = b;

    if (x->at.file != y->at.file)
        return x->at.file < y->at.file ? -1 : 1;
    if (x->at.line != y->at.line)
        return x->at.line < y->at.line ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

static void stop_on_errors(lower *l)
{
    size_t n;

    if (!l->complaints.n)
        return;
    qsort(l->complaints.at, l->complaints.n, sizeof *l->complaints.at, by_place);
    for (u32 i = 0; i < l->complaints.n; i++) {
        const complaint *c = &l->complaints.at[i];
        if (i && strcmp(c[-1].message, c->message) == 0 && c[-1].at.line == c->at.line)
            continue;
        if (c->at.line)
            fprintf(stderr, "%s:%u: %s\n", l->p->files.at[c->at.file], c->at.line, c->message);
        else
            fprintf(stderr, "%s: %s\n", LLVMGetSourceFileName(l->m, &n), c->message);
    }
    exit(EXIT_INPUT);
}

/* ---- numbers ---- */

u32 lower_signature(lower *l, const char *s)
{
    for (u32 i = 0; i < l->p->signatures.n; i++)
        if (strcmp(l->p->signatures.at[i], s) == 0)
            return i;
    vec_push(&l->p->signatures, program_string(l->p, s, strlen(s)));
    return l->p->signatures.n - 1;
}

LLVMValueRef lower_aliasee(LLVMValueRef v)
{
    while (LLVMIsAGlobalAlias(v))
        v = LLVMAliasGetAliasee(v);
    return v;
}

static u32 new_object(lower *l, object_init o)
{
    if (l->p->objects.n >= OBJECT_LIMIT)
        fail(EXIT_INPUT, "the program has more than %u static objects; split it", OBJECT_LIMIT);
    vec_push(&l->p->objects, o);
    return l->p->objects.n - 1;
}

bool lower_has_attribute(LLVMValueRef v, const char *name)
{
    return LLVMGetStringAttributeAtIndex(v, (unsigned)LLVMAttributeFunctionIndex, name,
                                         (unsigned)strlen(name)) != NULL;
}

static bool runtime_function(LLVMValueRef v)
{
    return lower_has_attribute(v, LOWER_RUNTIME_ATTRIBUTE);
}

/* Only the flags of its debug information tell `f()` from `f(void)`, and only printing shows them.
 */
bool lower_lacks_prototype(LLVMValueRef v)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(v));
    LLVMMetadataRef sp = LLVMGetSubprogram(v);

    if (LLVMCountParams(v) != 0 || !sp || runtime_function(v))
        return false;
    char *printed = LLVMPrintValueToString(LLVMMetadataAsValue(context, sp));
    bool lacks = !strstr(printed, "DIFlagPrototyped");
    LLVMDisposeMessage(printed);
    return lacks;
}

/* The name of a value as the program's, and as people write it. */
static const char *shown_name(lower *l, LLVMValueRef v, const char *name, size_t n)
{
    bool as_is = *name == 1; /* __asm__("name") */
    char *plain = demangle(name, LLVMIsAFunction(v) != NULL);
    const char *kept = plain ? program_string(l->p, plain, strlen(plain))
                             : program_string(l->p, name + as_is, n - as_is);

    mem_free(plain);
    return kept;
}

/* Code of the headers of C++'s library is the library's, though it is compiled with the program: a
 * trace speaks of the line that called it. */
static bool library_function(const lower *l, const func *f)
{
    return strcmp(f->name, "__clang_call_terminate") == 0 ||
           (f->decl.line && library_file(l, f->decl));
}

static bool users_instruction(lower *l, LLVMValueRef i)
{
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(i);
    srcloc at;

    if (!loc || !LLVMDILocationGetInlinedAt(loc))
        return false;
    debug_loc(l->dbg, i, &at);
    return at.line && !library_file(l, at) &&
           strncmp(l->p->files.at[at.file], "/usr/", strlen("/usr/")) != 0;
}

/* The optimiser put a function of the user's into one of the library's: a thread may be in no
 * other. */
static bool hosts_users(lower *l, LLVMValueRef f)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (users_instruction(l, i))
                return true;
    return false;
}

/* What has no debug information at -O0 though the program has: the functions of <immintrin.h> and
 * its kin, and the compiler's own that find a thread-local variable of another file. */
static bool intrinsic_function(const lower *l, LLVMValueRef v)
{
    size_t n;

    if (LLVMGetSubprogram(v))
        return false;
    if (strncmp(LLVMGetValueName2(v, &n), "_ZTW", 4) == 0)
        return true;
    return LLVMCountBasicBlocks(v) == 1 && LLVMGetLinkage(v) == LLVMInternalLinkage &&
           LLVMGetEnumAttributeAtIndex(v, (unsigned)LLVMAttributeFunctionIndex, l->inline_kind);
}

static func *new_func(lower *l, LLVMValueRef v)
{
    func *f = mem_alloc(sizeof *f);
    const char prefix[] = "__VERIFIER_atomic_", *name, *adapter;
    size_t n;

    name = LLVMGetValueName2(v, &n);
    adapter = strstr(name, LOWER_ADAPTER_SUFFIX);
    if (adapter)
        n = (size_t)(adapter - name), f->adapts = !lower_has_attribute(v, LOWER_NAMED_ATTRIBUTE);
    f->name = shown_name(l, v, name, n);
    f->atomic = text_starts(f->name, prefix) && strcmp(f->name, "__VERIFIER_atomic_begin") != 0 &&
                strcmp(f->name, "__VERIFIER_atomic_end") != 0;
    f->runtime = runtime_function(v) || call_synthesised(v);
    f->defined = true;
    f->unprototyped = lower_lacks_prototype(v);
    debug_function(l->dbg, v, &f->decl);
    f->hosts = !f->runtime && library_function(l, f) && hosts_users(l, v);
    f->runtime |= library_function(l, f) || intrinsic_function(l, v);
    return f;
}

static u32 add_function(lower *l, LLVMValueRef v, func *f)
{
    object_init o = {.kind = OBJ_FUNC, .size = 1, .align = 1, .constant = true};

    o.name = f->name;
    o.func = l->p->funcs.n;
    o.hidden = f->runtime;
    o.decl = f->decl;
    f->object = new_object(l, o);
    map_put(&l->functions, map_key(v), l->p->funcs.n);
    vec_push(&l->p->funcs, f);
    return f->object;
}

static u32 function_object(lower *l, LLVMValueRef v)
{
    u32 object = add_function(l, v, new_func(l, v));

    vec_push(&l->todo_functions, v);
    return object;
}

/* Where it has a body, the gap says why that is not taken. */
static u32 undefined_function(lower *l, LLVMValueRef v, u32 gap)
{
    func *f = mem_alloc(sizeof *f);
    size_t n;
    const char *name = LLVMGetValueName2(v, &n);

    f->name = shown_name(l, v, name, n);
    f->signature = func_signature(l, LLVMGlobalGetValueType(v));
    f->decl = l->at;
    f->gap = LLVMIsDeclaration(v) ? 0 : gap + 1;
    return add_function(l, v, f);
}

static u32 global_align(lower *l, LLVMValueRef g, LLVMTypeRef t)
{
    u32 align = LLVMGetAlignment(g);

    return align ? align : LLVMABIAlignmentOfType(l->layout, t);
}

static bool runtime_variable(LLVMValueRef g)
{
    const char *section = LLVMGetSection(g);

    return section && strcmp(section, LOWER_RUNTIME_SECTION) == 0;
}

static object_init global_init(lower *l, LLVMValueRef g)
{
    object_init o = {.kind = OBJ_GLOBAL};
    LLVMTypeRef t = LLVMGlobalGetValueType(g);
    bool sized = LLVMTypeIsSized(t); /* else of a type that is declared only, as the variable */
    u64 size = sized ? LLVMABISizeOfType(l->layout, t) : 0;
    const char *name;
    size_t n;

    name = LLVMGetValueName2(g, &n);
    if (size > INT32_MAX)
        lower_refuse(l, "variable '%s' has %llu bytes; at most %d are supported", name,
                     (unsigned long long)size, INT32_MAX);
    o.name = shown_name(l, g, name, n);
    o.size = (u32)size;
    o.align = sized ? global_align(l, g, t) : 1;
    o.constant = LLVMIsGlobalConstant(g);
    o.hidden = LLVMGetLinkage(g) == LLVMPrivateLinkage || runtime_variable(g);
    debug_global(l->dbg, g, &o);
    if (l->querying) /* nothing in the program reaches it */
        o.constant = o.hidden = true;
    return o;
}

static u32 global_object(lower *l, LLVMValueRef g)
{
    u32 object = new_object(l, global_init(l, g));

    vec_push(&l->todo_globals, g);
    return object;
}

static const char *undefined_words(LLVMValueRef v, const char *name)
{
    if (LLVMIsAGlobalIFunc(v))
        return "is resolved at load time (ifunc), which is not supported";
    if (strncmp(name, "std::", 5) == 0)
        return "is not in heddle's library of C++ (docs/cpp.md lists what is there); define it, or "
               "leave it out where __HEDDLE__ is defined";
    return LLVMIsAFunction(v)
               ? "is not defined; define it, or use what 'heddle list functions' shows"
               : "is not defined; define it in one of the files";
}

/* What is said of a function or variable that is nowhere defined, or that clocks.h is about. */
static void say_undefined(LLVMValueRef v, text *out)
{
    bool function = LLVMIsAFunction(v) || LLVMIsAGlobalIFunc(v);
    size_t n;
    const char *name = LLVMGetValueName2(v, &n);
    char *plain = demangle(name, false);
    const char *wait = LLVMIsAFunction(v) ? clocks_own(name) : NULL;

    if (wait)
        text_addf(out, "function '%s' " CLOCKS_OWN, wait);
    else if (plain && strncmp(plain, "std::filesystem::", 17) == 0)
        text_add(out, "std::filesystem is not supported, there are no files; leave it out where "
                      "__HEDDLE__ is defined");
    else
        text_addf(out, "%s '%.800s' %s", function ? "function" : "variable", plain ? plain : name,
                  undefined_words(v, plain ? plain : name));
    mem_free(plain);
}

/* Who calls it, or touches it, is cut. */
static u32 undefined_object(lower *l, LLVMValueRef v)
{
    text what = {0};
    u32 number = 0;
    bool refused = must_understand(l);

    say_undefined(v, &what);
    if (refused)
        complain(l, text_str(&what));
    else
        number = add_gap(l, text_str(&what));
    text_free(&what);
    if (refused)
        return 0;
    if (LLVMIsAFunction(v) || LLVMIsAGlobalIFunc(v))
        return undefined_function(l, v, number);
    object_init o = global_init(l, v);
    o.hidden = o.constant = true;
    o.gap = number + 1;
    return new_object(l, o);
}

static void reach(lower *l, u32 object)
{
    while (l->reached.n <= object)
        vec_push(&l->reached, (srcloc){0});
    l->reached.at[object] = l->user;
}

u32 lower_object(lower *l, LLVMValueRef v)
{
    u64 known;
    u32 object = 0;
    size_t n;

    v = lower_aliasee(v);
    if (map_get(&l->objects, map_key(v), &known))
        return (u32)known;
    if (LLVMIsAFunction(v) && (!LLVMIsDeclaration(v) || call_synthesised(v)) &&
        !clocks_own(LLVMGetValueName2(v, &n)))
        object = function_object(l, v);
    else if (LLVMIsAGlobalVariable(v) && !LLVMIsDeclaration(v))
        object = global_object(l, v);
    else
        object = undefined_object(l, v);
    reach(l, object);
    map_put(&l->objects, map_key(v), object);
    return object;
}

u32 lower_function(lower *l, LLVMValueRef v)
{
    u64 index = 0;

    v = lower_aliasee(v);
    lower_object(l, v);
    map_get(&l->functions, map_key(v), &index);
    return (u32)index;
}

/* ---- thread-local variables ---- */

static void grow_tls(lower *l, u32 size)
{
    object_init *o = &l->p->tls;

    o->bytes = mem_resize(o->bytes, size);
    memset(o->bytes + o->size, 0, size - o->size);
    o->size = l->p->tls_size = size;
}

u32 lower_tls(lower *l, LLVMValueRef g)
{
    u64 known;
    size_t n;

    if (l->querying) {
        if (!runtime_variable(g))
            lower_refuse(l, "'%s' has a value in each thread; a query belongs to none",
                         LLVMGetValueName2(g, &n));
        return 0; /* the machine lets no query come there */
    }
    if (map_get(&l->tls, map_key(g), &known))
        return (u32)known;
    if (LLVMIsDeclaration(g)) {
        text what = {0};

        say_undefined(g, &what);
        lower_reject(l, "%s", text_str(&what));
        text_free(&what);
        return 0;
    }
    object_init o = global_init(l, g);
    u64 offset = ((u64)l->p->tls_size + o.align - 1) / o.align * o.align;
    if (offset + o.size > INT32_MAX)
        fail(EXIT_INPUT, "thread-local variables take more than %d bytes", INT32_MAX);
    variable v = {
        .name = o.name, .type = o.type, .place = VAR_MEM, .from = (u32)offset, .line = o.decl.line};
    if (!o.hidden)
        vec_push(&l->p->tls_vars, v);
    if (o.align > l->p->tls_align)
        l->p->tls_align = l->p->tls.align = o.align;
    grow_tls(l, (u32)offset + o.size);
    map_put(&l->tls, map_key(g), offset);
    vec_push(&l->todo_tls, g);
    return (u32)offset;
}

/* ---- the work ---- */

static void initialise(lower *l, LLVMValueRef g)
{
    u32 object = lower_object(l, g);

    l->at = l->p->objects.at[object].decl;
    l->user = l->reached.at[object];
    konst_store(l, object, 0, LLVMGetInitializer(g));
}

static void initialise_tls(lower *l, LLVMValueRef g)
{
    l->at = l->user = (srcloc){0};
    konst_store(l, 0, lower_tls(l, g), LLVMGetInitializer(g));
}

static void work(lower *l)
{
    while (l->todo_functions.n || l->todo_globals.n || l->todo_tls.n) {
        if (l->todo_globals.n) {
            initialise(l, vec_pop(&l->todo_globals));
        } else if (l->todo_tls.n) {
            initialise_tls(l, vec_pop(&l->todo_tls));
        } else {
            LLVMValueRef v = vec_pop(&l->todo_functions);
            if (LLVMIsDeclaration(v))
                call_synthesise(l, v, lower_function(l, v));
            else
                func_lower(l, v, lower_function(l, v));
        }
    }
}

static u32 root(lower *l, const char *name)
{
    LLVMValueRef v = LLVMGetNamedFunction(l->m, name);

    if (!v || LLVMIsDeclaration(v))
        die("there is no function %s", name);
    return lower_function(l, v);
}

/* ---- addresses of labels ---- */

static u32 label_pc(lower *l, LLVMBasicBlockRef b)
{
    u64 pc = 0;

    map_get(&l->labels, map_key(b), &pc);
    return (u32)pc;
}

static void fix_label(lower *l, const label_fix *x)
{
    u64 value;
    object_init *o = x->object ? &l->p->objects.at[x->object] : &l->p->tls;

    if (x->other)
        value = (u64)((i64)label_pc(l, x->label) - (i64)label_pc(l, x->other));
    else
        value =
            POINTER(lower_object(l, LLVMGetBasicBlockParent(x->label)), label_pc(l, x->label) + 1);
    if (x->func != NO_REG)
        l->p->funcs.at[x->func]->code[x->pc].imm = value;
    else if (x->other)
        memcpy(o->bytes + x->offset, &value, x->bytes);
    else
        o->relocs.at[x->reloc].value = value;
}

/* ---- the program ---- */

static void choose_offset_bits(program *p)
{
    u32 bits = 20;

    for (u32 i = 1; i < p->objects.n; i++)
        while (bits < 31 && p->objects.at[i].size >> bits)
            bits++;
    p->offset_bits = bits;
}

lower *lower_open(LLVMModuleRef m, const lower_options *o)
{
    lower *l = mem_alloc(sizeof *l);
    program *p = mem_alloc(sizeof *p);

    *l = (lower){.p = p, .m = m, .o = *o, .layout = LLVMGetModuleDataLayout(m)};
    p->pointer_bytes = LLVMPointerSize(l->layout);
    l->pointer_bits = p->pointer_bytes * 8;
    p->tls = (object_init){.kind = OBJ_GLOBAL, .align = 1};
    p->tls.name = program_string(p, "thread-local", 12);
    p->tls_align = 1;
    vec_push(&p->objects, (object_init){0});
    l->byval_kind = LLVMGetEnumAttributeKindForName("byval", 5);
    l->inline_kind = LLVMGetEnumAttributeKindForName("alwaysinline", 12);
    l->returns_twice_kind = LLVMGetEnumAttributeKindForName("returns_twice", 13);
    l->dbg = debug_open(p, m);
    if (!p->types.n)
        vec_push(&p->types, (type){0});
    if (l->pointer_bits != 32 && l->pointer_bits != 64)
        fail(EXIT_INPUT, "pointers of %u bits are not supported; compile for x86", l->pointer_bits);
    return l;
}

void lower_close(lower *l)
{
    debug_close(l->dbg);
    shape_free(l);
    map_free(&l->objects);
    map_free(&l->functions);
    map_free(&l->tls);
    map_free(&l->labels);
    map_free(&l->intrinsics);
    map_free(&l->landings);
    map_free(&l->own_clocks);
    vec_free(&l->todo_functions);
    vec_free(&l->todo_globals);
    vec_free(&l->todo_tls);
    vec_free(&l->fixes);
    vec_free(&l->c_labels);
    vec_free_items(&l->guessed);
    vec_free(&l->complaints);
    vec_free(&l->reached);
    mem_free(l);
}

/* All that the roots asked for. */
static void finish(lower *l)
{
    work(l);
    stop_on_errors(l);
    if (!l->querying)
        places_mark(l);
    for (u32 i = 0; i < l->fixes.n; i++)
        fix_label(l, &l->fixes.at[i]);
    vec_clear(&l->fixes);
}

static bool has_attribute(LLVMValueRef f, const char *name)
{
    return LLVMGetStringAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name,
                                         (unsigned)strlen(name)) != NULL;
}

/* The program's own functions that a driver may call by name. */
static void add_external(lower *l)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f)) {
        size_t n;

        if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMExternalLinkage &&
            !has_attribute(f, LOWER_RUNTIME_ATTRIBUTE) && !has_attribute(f, QUERY_ATTRIBUTE))
            root(l, LLVMGetValueName2(f, &n));
    }
}

program *lower_program(lower *l)
{
    l->p->entry = root(l, "__heddle_start");
    l->p->thread_entry = root(l, "__heddle_thread_main");
    if (l->o.whole)
        add_external(l);
    finish(l);
    if (l->pointer_bits == 32)
        choose_offset_bits(l->p);
    return l->p;
}

void lower_queries(lower *l)
{
    program *p = l->p;
    char name[64];

    l->querying = true;
    p->query_funcs = p->funcs.n;
    p->query_objects = p->objects.n;
    for (u32 i = 0; i < p->queries.n; i++) {
        if (p->queries.at[i].kind == QUERY_PLACE)
            continue;
        snprintf(name, sizeof name, QUERY_FUNCTION, i);
        p->queries.at[i].func = root(l, name);
    }
    finish(l);
}
