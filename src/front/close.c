/* Closing an open program, in order: the modules become one, contents of values are computed, what
 * depends on inputs is cut.  A variable part of which depends on inputs gets another name, so that
 * no invariant or formula can speak of what is no longer there. */
#include "front/close.h"
#include "front/link.h"
#include "front/units.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <stdio.h>
#include <string.h>

static const char *name_of(LLVMValueRef v)
{
    size_t n;

    return LLVMGetValueName2(v, &n);
}

static void add_input_object(closing *c, u32 number)
{
    content place = {{0}, false}, input = {{0}, true};

    content_target(c, &place, (target){number, 0, ANYWHERE});
    memory_store(c, &place, ANYWHERE, &input);
    vec_free(&place.at);
}

bool close_is_named(const closing *c, const char *name)
{
    for (u32 i = 0; i < c->o->inputs.n; i++)
        if (!strcmp(c->o->inputs.at[i], name))
            return true;
    return false;
}

/* One that is named, or that nobody defines. */
static void begin_variables(closing *c)
{
    static const char *const environments[] = {"environ", "__environ"};

    for (LLVMValueRef v = LLVMGetFirstGlobal(c->module); v; v = LLVMGetNextGlobal(v)) {
        bool outside = LLVMIsDeclaration(v) && !library_has(name_of(v));
        bool environment = LLVMIsDeclaration(v) && (!strcmp(name_of(v), environments[0]) ||
                                                    !strcmp(name_of(v), environments[1]));

        if (!outside && !environment && !close_is_named(c, name_of(v)))
            continue;
        c->inputs++;
        close_say(c, &c->said, NULL, "the variable '%s' is an input", name_of(v));
        add_input_object(c, memory_object(c, v, size_of(c, LLVMGlobalGetValueType(v))));
        if (outside)
            LLVMSetInitializer(v, LLVMConstNull(LLVMGlobalGetValueType(v)));
    }
}

static void begin_arguments(closing *c)
{
    LLVMValueRef f = LLVMGetNamedFunction(c->module, "main");

    if (!c->o->arguments || !f)
        return;
    c->inputs++;
    close_say(c, &c->said, NULL, "the arguments of 'main' are inputs");
    for (u32 i = 0; i < LLVMCountParams(f); i++) {
        content *v = content_of(c, LLVMGetParam(f, i));

        content_input(c, v);
        content_target(c, v, (target){c->outside, 0, ANYWHERE});
    }
}

typedef const char *const name_list[];

static bool calls_one(LLVMModuleRef m, const char *const *names, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (LLVMGetNamedFunction(m, names[i]))
            return true;
    return false;
}

/* Does the program make channels between its own threads or processes? */
static void find_channels(closing *c)
{
    static name_list makers = {"pipe",   "pipe2",   "socketpair", "mkfifo",   "mkfifoat",
                               "socket", "accept",  "eventfd",    "popen",    "signalfd",
                               "mknod",  "accept4", "mq_open",    "shm_open", "timerfd_create"};
    static name_list streams = {"fdopen", "popen"};
    static name_list replacing = {"dup", "dup2", "dup3", "freopen"};
    static name_list meeting = {"mkfifo", "mkfifoat", "mknod", "flock", "lockf"};

    c->channels = calls_one(c->module, makers, LENGTH(makers));
    c->streams = c->channels && calls_one(c->module, streams, LENGTH(streams));
    c->replaced = c->channels && calls_one(c->module, replacing, LENGTH(replacing));
    c->files = calls_one(c->module, meeting, LENGTH(meeting));
}

static void check_names(const closing *c)
{
    for (u32 i = 0; i < c->o->inputs.n; i++) {
        const char *name = c->o->inputs.at[i];

        if (!LLVMGetNamedFunction(c->module, name) && !LLVMGetNamedGlobal(c->module, name))
            fail(EXIT_USAGE,
                 "heddle: --input %s: the program has no function or variable of that name", name);
    }
}

static void begin(closing *c)
{
    content place = {{0}, false}, all = {{0}, true};

    check_names(c);
    find_channels(c);
    c->results = memory_object(c, NULL, ANYWHERE);
    c->variadic = memory_object(c, NULL, ANYWHERE);
    c->specifics = memory_object(c, NULL, ANYWHERE);
    c->library = memory_object(c, NULL, ANYWHERE);
    c->outside = memory_object(c, NULL, ANYWHERE);
    content_target(c, &place, (target){c->outside, 0, ANYWHERE});
    content_add(c, &all, &place);
    memory_store(c, &place, ANYWHERE, &all);
    vec_free(&place.at);
    vec_free(&all.at);
    close_names(c);
    begin_variables(c);
    begin_arguments(c);
}

static void refuse_unclosed(closing *c)
{
    text out = {0};

    if (!c->refused.n)
        return;
    close_print(&c->refused, &out);
    fail(EXIT_INPUT, "%sheddle: the program cannot be closed; nothing was written", text_str(&out));
}

/* Variables with a part that depended on inputs. */
static void rename_cut(closing *c)
{
    for (u32 i = 0; i < c->objects.n; i++) {
        LLVMValueRef v = c->objects.at[i].origin;
        bool cut = false;
        text name = {0};

        for (u32 k = 0; k < c->objects.at[i].cells.n; k++)
            cut |= c->objects.at[i].cells.at[k].holds.input;
        if (!cut || !v || !LLVMIsAGlobalVariable(v) || LLVMIsDeclaration(v))
            continue;
        text_addf(&name, "%s.cut", name_of(v));
        LLVMSetValueName2(v, text_str(&name), name.n);
        text_free(&name);
    }
}

/* Functions that nothing calls any more, because they were inputs. */
static void remove_unused(closing *c)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(c->module), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        if (!LLVMGetFirstUse(f) && (LLVMIsDeclaration(f) || close_is_named(c, name_of(f))))
            LLVMDeleteFunction(f);
    }
}

static void verify(closing *c)
{
    char *message = NULL;

    if (LLVMVerifyModule(c->module, LLVMReturnStatusAction, &message))
        die("the closed program is no valid module: %s", message);
    LLVMDisposeMessage(message);
}

static void summarise(const closing *c, text *out)
{
    text_addf(out, "%u input%s, %u statement%s cut, %u toss%s", c->inputs,
              c->inputs == 1 ? "" : "s", c->cuts, c->cuts == 1 ? "" : "s", c->tosses,
              c->tosses == 1 ? "" : "es");
    if (c->unsure)
        text_addf(out, ", %u place%s that may fail for some inputs: %s", c->unsure,
                  c->unsure == 1 ? "" : "s",
                  c->o->errors == CLOSE_DROP ? "not looked for" : "a toss each");
    text_addf(out, "\n");
}

static void free_all(closing *c)
{
    for (u32 i = 0; i < c->contents.n; i++) {
        vec_free(&c->contents.at[i]->at);
        mem_free(c->contents.at[i]);
    }
    for (u32 i = 0; i < c->objects.n; i++) {
        for (u32 k = 0; k < c->objects.at[i].cells.n; k++)
            vec_free(&c->objects.at[i].cells.at[k].holds.at);
        vec_free(&c->objects.at[i].cells);
    }
    for (u32 i = 0; i < c->strings.n; i++)
        mem_free(c->strings.at[i]);
    vec_free(&c->contents);
    vec_free(&c->objects);
    vec_free(&c->strings);
    map_free(&c->numbers);
    map_free(&c->origins);
    map_free(&c->names);
    close_forget(&c->said);
    close_forget(&c->refused);
}

static void close_module(LLVMModuleRef m, const close_options *o, text *said)
{
    closing c = {.module = m, .layout = LLVMGetModuleDataLayout(m), .o = o};

    begin(&c);
    close_flow(&c);
    close_cut(&c);
    refuse_unclosed(&c);
    rename_cut(&c);
    remove_unused(&c);
    verify(&c);
    close_print(&c.said, said);
    summarise(&c, said);
    free_all(&c);
}

void close_files(const front_options *o, module_list *modules, text *said)
{
    u32 files = o->files.n;

    for (u32 i = 1; i < files; i++)
        link_join(modules->at[0], modules->at[i], o->files.at[i]);
    for (u32 i = files; i < modules->n; i++)
        modules->at[i - files + 1] = modules->at[i];
    modules->n -= files - 1;
    close_module(modules->at[0], &o->close, said);
}

/* What clang -fsanitize=thread is to instrument, as heddle cc has it do, has this mark. */
static void mark_instrumented(LLVMModuleRef m)
{
    static const char name[] = "sanitize_thread";
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAttributeRef mark = LLVMCreateEnumAttribute(LLVMGetModuleContext(m), kind, 0);

    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, mark);
}

void front_close(const front_options *o, const char *to, text *said)
{
    LLVMContextRef context = LLVMContextCreate();
    unit_list units = {0};
    front_options all = units_open(o, &units);
    module_list modules = {0};
    home h = {0};

    link_find_home(&h);
    clang_load(&all, h.include, context, &modules);
    close_files(&all, &modules, said);
    mark_instrumented(modules.at[0]);
    if (LLVMWriteBitcodeToFile(modules.at[0], to))
        fail(EXIT_OUTPUT, "heddle close: %s cannot be written", to);
    LLVMDisposeModule(modules.at[0]);
    vec_free(&modules);
    link_free_home(&h);
    units_close(&all, &units);
    LLVMContextDispose(context);
}
