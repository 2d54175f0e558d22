/* From files to a program, in order: compile, add the queries, link with the runtime, lower, add
 * the arguments of main, lower the queries, verify, digest. */
#include "front/front.h"
#include "base/mutant.h"
#include "front/again.h"
#include "front/cache.h"
#include "front/close.h"
#include "front/debug.h"
#include "front/exits.h"
#include "front/keep.h"
#include "front/link.h"
#include "front/lower.h"
#include "front/obligation.h"
#include "front/query.h"
#include "front/units.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The name by which a program calls itself: its first file without folder and suffix. */
static const char *own_name(program *p, const char *file)
{
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file,
               *dot = strrchr(base, '.');

    return program_string(p, base, dot && dot != base ? (size_t)(dot - base) : strlen(base));
}

static u32 add_object(program *p, const char *name, const void *bytes, size_t size, u32 align)
{
    object_init o = {
        .kind = OBJ_GLOBAL, .name = program_string(p, name, strlen(name)), .align = align};

    o.size = (u32)size;
    o.bytes = mem_alloc(size);
    if (bytes)
        memcpy(o.bytes, bytes, size);
    vec_push(&p->objects, o);
    return p->objects.n - 1;
}

static void add_arguments(program *p, const front_options *o)
{
    u32 count = o->args.n + 1;
    string_list all = {0};
    VEC(reloc) relocs = {0};
    u32 array;

    vec_push(&all, own_name(p, o->files.at[0]));
    for (u32 i = 0; i < o->args.n; i++)
        vec_push(&all, o->args.at[i]);
    for (u32 i = 0; i < count; i++) {
        u32 object = add_object(p, "argument", all.at[i], strlen(all.at[i]) + 1, 1);

        vec_push(&relocs, (reloc){i * p->pointer_bytes, POINTER(object, 0)});
    }
    array =
        add_object(p, "arguments", NULL, (size_t)(count + 1) * p->pointer_bytes, p->pointer_bytes);
    for (u32 i = 0; i < relocs.n; i++)
        vec_push(&p->objects.at[array].relocs, relocs.at[i]);
    p->argc = count;
    p->argv = POINTER(array, 0);
    vec_free(&relocs);
    vec_free(&all);
}

/* The files as one module without inputs; what was cut is said. */
static void close_first(const front_options *o, module_list *modules)
{
    text said = {0};

    close_files(o, modules, &said);
    fputs(text_str(&said), stderr);
    text_free(&said);
}

/* Compiled and linked; says whether the optimiser may have run. */
static LLVMModuleRef compile(front_options *o, LLVMContextRef context, bool *optimised)
{
    double begun = clock_seconds();
    module_list modules = {0};
    home h = {0};
    LLVMModuleRef m;

    link_find_home(&h);
    clang_load(o, h.include, context, &modules);
    *optimised = clang_optimised(o, &modules);
    if (o->close.on)
        close_first(o, &modules);
    if (o->part)
        obligation_add(o, h.include, &modules);
    keep_check(o, &modules);
    query_add(o, h.include, &modules);
    o->seconds_compile = clock_seconds() - begun;
    begun = clock_seconds();
    m = link_program(&h, &modules, &o->files);
    o->seconds_lower = clock_seconds() - begun;
    vec_free(&modules);
    link_free_home(&h);
    return m;
}

static void add_queries(struct lower *l, program *p, const front_options *o)
{
    u32 places = 0;

    for (u32 i = 0; i < o->queries.n; i++) {
        const front_query *q = &o->queries.at[i];
        query made = {.kind = q->kind, .text = program_string(p, q->text, strlen(q->text))};

        if (q->kind == QUERY_PLACE) {
            made.thread = q->thread;
            made.place = places++;
        }
        vec_push(&p->queries, made);
    }
    if (o->queries.n)
        lower_queries(l);
}

/* A word of the runtime, where the program has it, is 1. */
static void set_word(program *p, const char *name)
{
    for (u32 k = 1; k < p->objects.n; k++) {
        object_init *o = &p->objects.at[k];

        if (!o->hidden || strcmp(o->name, name) != 0)
            continue;
        o->bytes = o->bytes ? o->bytes : mem_alloc(o->size);
        o->bytes[0] = 1;
    }
}

/* Does the program send signals to the process? */
static bool sends(const program *p)
{
    for (u32 k = 0; k < p->funcs.n; k++) {
        const func *f = p->funcs.at[k];

        if (f->runtime && (!strcmp(f->name, "kill") || !strcmp(f->name, "sigqueue")))
            return true;
    }
    return false;
}

/* What is done to the module before it is lowered. */
typedef struct marking {
    marker_visit mark;
    void *with;
} marking;

static void mark_module(LLVMModuleRef m, const marking *by)
{
    program *scratch = mem_alloc(sizeof *scratch); /* for names of files */
    marker k = {.d = debug_open(scratch, m), .context = LLVMGetModuleContext(m), .with = by->with};

    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                by->mark(&k, i);
    debug_close(k.d);
    program_free(scratch);
}

/* From the files, which have their options where they are units. */
static program *build(front_options *o, const front_options *given, const marking *also)
{
    LLVMContextRef context = LLVMContextCreate();
    lower_options lowering = {.overflow = o->overflow,
                              .strict = o->strict,
                              .whole = o->whole,
                              .jumps = o->jumps,
                              .queries = o->queries.at,
                              .nqueries = o->queries.n};
    LLVMModuleRef m = compile(o, context, &lowering.optimised);
    const char *level = clang_level(o);
    double begun = clock_seconds();
    struct lower *l;
    program *p;
    bool doubt;

    if (also)
        mark_module(m, also);
    l = lower_open(m, &lowering);
    p = lower_program(l);
    p->level = program_string(p, level, strlen(level));
    add_arguments(p, given);
    add_queries(l, p, o);
    lower_close(l);
    LLVMDisposeModule(m);
    LLVMContextDispose(context);
    if (o->placed)
        set_word(p, "__heddle_reuses");
    if (sends(p) && !MUTANT(SIGNAL_COUNT))
        set_word(p, "__heddle_sends");
    program_verify(p);
    doubt = exits_doubted(p, lowering.optimised && !o->part);
    program_digest(p);
    if (doubt)
        exits_find(p, given, o->inputs);
    if (o->part) {
        apart_check(p);
        obligation_observe(p);
    }
    o->seconds_lower += clock_seconds() - begun;
    return p;
}

/* Builds it, and keeps it with what it was made from. */
static program *build_and_keep(front_options *o, const front_options *given, const cache *c)
{
    program *p;

    inputs_begin(o->inputs);
    note_keep(&o->inputs->said);
    p = build(o, given, NULL);
    note_keep(NULL);
    cache_put(c, o, o->inputs, p);
    return p;
}

program *front_load(front_options *o)
{
    unit_list units = {0};
    front_options all = units_open(o, &units);
    cache kept = {0};
    inputs read = {0};
    program *p;

    cache_open(&kept, &all);
    p = cache_find(&kept);
    if (!p && kept.folder.n) {
        all.inputs = &read;
        p = build_and_keep(&all, o, &kept);
        inputs_free(&read);
    } else if (!p) {
        p = build(&all, o, NULL);
    }
    o->seconds_compile = all.seconds_compile;
    o->seconds_lower = all.seconds_lower;
    cache_close(&kept);
    units_close(&all, &units);
    return p;
}

void front_library(text *library, text *include)
{
    home h = {0};

    link_find_home(&h);
    text_addf(library, "%s/libheddle.a", h.runtime);
    if (access(text_str(library), R_OK)) {
        text_clear(library);
        text_addf(library, "%s/../../lib/libheddle.a", h.runtime);
    }
    text_add(include, h.include);
    if (access(text_str(library), R_OK))
        fail(EXIT_INPUT, "%s/libheddle.a is missing; install heddle again", h.runtime);
    link_free_home(&h);
}

char *front_include(void)
{
    home h;
    char *include;

    link_find_home(&h);
    include = mem_strdup(h.include);
    link_free_home(&h);
    return include;
}

program *front_again(const front_options *o, marker_visit mark, void *with)
{
    front_options quiet = *o, all;
    unit_list units = {0};
    program *p;

    quiet.clang = (string_list){0};
    for (u32 i = 0; i < o->clang.n; i++)
        vec_push(&quiet.clang, o->clang.at[i]);
    vec_push(&quiet.clang, "-w");
    all = units_open(&quiet, &units);
    p = build(&all, o, &(marking){mark, with});
    units_close(&all, &units);
    vec_free(&quiet.clang);
    return p;
}
