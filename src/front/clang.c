/* Runs clang on C and C++ files and takes the bitcode that it writes to an unnamed file in memory,
 * so that nothing has to be cleaned up whichever way the process ends.  At most two clangs run at a
 * time; what they say is shown file by file, in order.
 *
 * A file that is to be optimised and has functions named __VERIFIER_atomic_... is compiled without
 * LLVM's passes first; these functions are shielded, and a second clang runs the passes.  Whether
 * it has some is seen from its text, or else (headers, macros) from what clang made of it.  So is
 * every file when variables are to be kept. */
#define _GNU_SOURCE
#include "front/clang.h"
#include "base/process.h"
#include "front/atomic.h"
#include "front/command.h"
#include "front/inputs.h"
#include "front/keep.h"
#include "front/read.h"
#include "front/units.h"

#include <errno.h>
#include <llvm-c/BitWriter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { AT_ONCE = 2 };

/* BUILT: a source whose plain compilation is there already. */
typedef enum file_kind { FILE_SOURCE, FILE_BUILT, FILE_BITCODE, FILE_TEXT, FILE_OTHER } file_kind;

typedef struct job {
    const char *file;
    u32 number;
    file_kind kind;
    language of;
    bool apart;     /* its passes run in a second step */
    pid_t pid;      /* 0: not started or over */
    int code, said; /* files in memory */
    int listed;     /* one with the files that were read; -1: nobody asks */
    int status;
} job;

typedef struct compiler {
    const front_options *o;
    const char *include;
    LLVMContextRef context;
    string_list whole[LANGUAGES], plain[LANGUAGES], optimise; /* command lines */
    job *jobs;
    u32 n;
} compiler;

#define NOT_SOURCE "compiled code; give its C files or bitcode"
#define HEADER     "a header; give the C files"

static const struct suffix {
    const char *name;
    file_kind kind;
    const char *refused;
    language of;
} suffixes[] = {
    {".c", FILE_SOURCE, NULL, LANGUAGE_C},
    {".i", FILE_SOURCE, NULL, LANGUAGE_C},
    {".cpp", FILE_SOURCE, NULL, LANGUAGE_CXX},
    {".cc", FILE_SOURCE, NULL, LANGUAGE_CXX},
    {".cxx", FILE_SOURCE, NULL, LANGUAGE_CXX},
    {".c++", FILE_SOURCE, NULL, LANGUAGE_CXX},
    {".C", FILE_SOURCE, NULL, LANGUAGE_CXX},
    {".ii", FILE_SOURCE, NULL, LANGUAGE_CXX},
    {".bc", FILE_BITCODE, NULL, LANGUAGE_C},
    {".ll", FILE_TEXT, NULL, LANGUAGE_C},
    {".h", FILE_OTHER, HEADER, LANGUAGE_C},
    {".hpp", FILE_OTHER, HEADER, LANGUAGE_CXX},
    {".hh", FILE_OTHER, HEADER, LANGUAGE_CXX},
    {".o", FILE_OTHER, NOT_SOURCE, LANGUAGE_C},
    {".a", FILE_OTHER, NOT_SOURCE, LANGUAGE_C},
    {".so", FILE_OTHER, NOT_SOURCE, LANGUAGE_C},
    {".s", FILE_OTHER, "assembly; give C files", LANGUAGE_C},
    {".S", FILE_OTHER, "assembly; give C files", LANGUAGE_C},
};

static const struct suffix *suffix_of(const char *file)
{
    static const struct suffix none = {
        "", FILE_OTHER, "not a kind of file that heddle reads; give .c, .cpp, .i, .bc or .ll",
        LANGUAGE_C};
    const char *dot = strrchr(file, '.');

    for (u32 i = 0; dot && i < LENGTH(suffixes); i++)
        if (!strcmp(dot, suffixes[i].name))
            return &suffixes[i];
    return &none;
}

/* An empty source file is fine beside others. */
static file_kind check_file(const char *file, bool alone)
{
    const struct suffix *suffix = suffix_of(file);
    struct stat s;

    if (!*file)
        fail(EXIT_USAGE, "heddle: the name of a file is empty; give the path of a C or C++ file");
    if (stat(file, &s))
        fail(EXIT_INPUT, "%s: %s; give the path of a C or C++ file", file, strerror(errno));
    if (S_ISDIR(s.st_mode))
        fail(EXIT_INPUT, "%s: is a folder; name the files in it", file);
    if (!S_ISREG(s.st_mode))
        fail(EXIT_INPUT, "%s: is neither a file nor a folder; give a C or C++ file", file);
    if (suffix->refused)
        fail(EXIT_INPUT, "%s: %s", file, suffix->refused);
    if (access(file, R_OK))
        fail(EXIT_INPUT, "%s: %s; make it readable", file, strerror(errno));
    if (s.st_size == 0 && (alone || suffix->kind != FILE_SOURCE))
        fail(EXIT_INPUT, "%s: the file is empty; a program needs a function 'main'", file);
    return suffix->kind;
}

const char *clang_level(const front_options *o)
{
    for (u32 i = 0; i < o->files.n; i++)
        if (suffix_of(o->files.at[i])->kind != FILE_SOURCE)
            return "bitcode";
    return command_level(o);
}

bool front_is_cxx(const string_list *files)
{
    for (u32 i = 0; i < files->n; i++)
        if (suffix_of(files->at[i])->kind == FILE_SOURCE &&
            suffix_of(files->at[i])->of == LANGUAGE_CXX)
            return true;
    return false;
}

bool clang_is_source(const char *file)
{
    return suffix_of(file)->kind == FILE_SOURCE;
}

language clang_language(const char *file)
{
    return suffix_of(file)->of;
}

/* clang -O0 marks every function as not to be optimised. */
static bool has_optnone(LLVMModuleRef m)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("optnone", strlen("optnone"));

    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (LLVMGetEnumAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind))
            return true;
    return false;
}

bool clang_optimised(const front_options *o, const module_list *modules)
{
    bool asked = command_optimises(o);

    for (u32 i = 0; i < o->files.n; i++)
        if (suffix_of(o->files.at[i])->kind == FILE_SOURCE ? asked : !has_optnone(modules->at[i]))
            return true;
    return false;
}

/* Has clang list what it reads in a file that the child inherits. */
static void ask_for_list(job *j, string_list *line, text *path)
{
    j->listed = memfd_create("inputs", 0);
    if (j->listed < 0)
        return;
    text_addf(path, "/proc/self/fd/%d", j->listed);
    vec_push(line, "-MD");
    vec_push(line, "-MT");
    vec_push(line, "x");
    vec_push(line, "-MF");
    vec_push(line, text_str(path));
}

/* Runs a command with `in` as its input; ->code gets its output. */
static void start(const front_options *o, job *j, const string_list *args, const char *last, int in)
{
    string_list line = {0};
    text path = {0};

    for (u32 i = 0; i < args->n; i++)
        vec_push(&line, args->at[i]);
    j->listed = -1;
    if (last && o->inputs)
        ask_for_list(j, &line, &path);
    if (last)
        vec_push(&line, last);
    vec_push(&line, (const char *)NULL);
    j->code = read_memory_file("bitcode");
    j->said = read_memory_file("messages");
    j->pid = process_start(line.at, &(process_setup){in, j->code, j->said, NULL, false});
    if (j->pid < 0)
        fail(EXIT_INPUT, "%s: cannot run %s: %s; install clang-19 or set HEDDLE_CLANG", j->file,
             line.at[0], strerror(errno));
    vec_free(&line);
    text_free(&path);
}

static void await_one(job *j)
{
    j->status = process_await(j->pid);
    if (j->status < 0)
        fail(EXIT_INPUT, "%s: lost clang: %s", j->file, strerror(errno));
    j->pid = 0;
}

/* A file in memory as a whole; it is closed. */
static void read_memory(int fd, text *out)
{
    char buffer[4096];
    ssize_t n;

    lseek(fd, 0, SEEK_SET);
    while ((n = read(fd, buffer, sizeof buffer)) > 0)
        text_addn(out, buffer, (size_t)n);
    close(fd);
}

static void take_list(const front_options *o, job *j)
{
    text list = {0};

    if (!o->inputs)
        return;
    if (j->listed >= 0)
        read_memory(j->listed, &list);
    inputs_listed(o->inputs, text_str(&list));
    text_free(&list);
}

/* Of a standard that it does not know clang lists those that it knows, a line each. */
static bool unknown_standard(const char *said)
{
    return strstr(said, "invalid value '") && strstr(said, "' in '-std=");
}

static void say_standards(const char *said, text *out)
{
    const char *at = strstr(said, "' in '") + strlen("' in '");

    text_addf(out, "%.*s is no standard that clang knows; it knows", (int)strcspn(at, "'"), at);
    while ((at = strstr(at, "use '")) != NULL) {
        at += strlen("use '");
        if (*at == 'c') /* those of GNU have the same numbers */
            text_addf(out, " %.*s", (int)strcspn(at, "'"), at);
    }
}

/* Of `f.cpp:1:10: ...` up to the line. */
static int place_length(const char *said)
{
    const char *at = said + strcspn(said, ":");

    return (int)(at + (*at == ':') + strspn(at + (*at == ':'), "0123456789") - said);
}

/* A header that libstdc++ 12 does not have: clang's `f.cpp:1:10: fatal error: 'format' file not
 * found`. */
static void refuse_header(const char *said)
{
    static const char *const later[] = {"format", "print", "generator", "mdspan", "flat_map"};

    for (u32 i = 0; i < LENGTH(later); i++) {
        text error = {0};
        const char *at;

        text_addf(&error, ": fatal error: '%s' file not found", later[i]);
        at = strstr(said, error.at);
        text_free(&error);
        while (at && at > said && *at != '\n' && at[-1] != '\n')
            at--;
        if (at)
            fail(EXIT_INPUT,
                 "%.*s: <%s> is not there: libstdc++ 12, whose headers are taken, does not have "
                 "it; leave it out where __HEDDLE__ is defined",
                 place_length(at), at, later[i]);
    }
}

static _Noreturn void fail_to_compile(const front_options *o, const job *j, const char *said)
{
    text why = {0};

    if (unknown_standard(said)) {
        say_standards(said, &why);
        fail(EXIT_INPUT, "%s: %s", j->file, text_str(&why));
    }
    if (j->of == LANGUAGE_CXX)
        refuse_header(said);
    fputs(said, stderr);
    if (j->of == LANGUAGE_CXX && !o->units && !command_standard_cxx(o))
        fail(EXIT_INPUT, "%s: does not compile as C++17 (there is -std=c++20); clang says why",
             j->file);
    fail(EXIT_INPUT, "%s: does not compile; clang says why", j->file);
}

/* `again`: the file was compiled before, what clang has to say of it is known. */
static void finish(const front_options *o, job *j, bool again)
{
    text said = {0};

    await_one(j);
    read_memory(j->said, &said);
    if (WIFSIGNALED(j->status)) {
        fputs(text_str(&said), stderr);
        fail(EXIT_INPUT, "%s: clang was ended by signal %d", j->file, WTERMSIG(j->status));
    }
    if (WEXITSTATUS(j->status))
        fail_to_compile(o, j, text_str(&said));
    if (!again) {
        fputs(text_str(&said), stderr);
        if (o->inputs)
            text_add(&o->inputs->said, text_str(&said));
    }
    text_free(&said);
}

/* Options of its own. */
static void start_unit(const compiler *c, job *j)
{
    string_list flags = {0}, args = {0};
    front_options own = units_options(c->o, j->number, &flags);

    command_compile(&own, j->of, c->include, j->apart, &args);
    start(c->o, j, &args, j->file, STREAM_NONE);
    vec_free(&args);
    vec_free(&flags);
}

static void start_compiling(const compiler *c, job *j)
{
    if (c->o->units) {
        start_unit(c, j);
        return;
    }
    start(c->o, j, j->apart ? &c->plain[j->of] : &c->whole[j->of], j->file, STREAM_NONE);
}

static bool text_names_atomic(const char *file)
{
    text t = {0};
    bool found = text_read_file(&t, file) && atomic_named(text_str(&t), t.n);

    text_free(&t);
    return found;
}

/* Strings lie in bitcode as they are. */
static bool code_names_atomic(const job *j)
{
    struct stat s;
    void *bytes;
    bool found;

    if (fstat(j->code, &s) || s.st_size == 0)
        return false;
    bytes = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, j->code, 0);
    if (bytes == MAP_FAILED)
        return false;
    found = atomic_named(bytes, (size_t)s.st_size);
    munmap(bytes, (size_t)s.st_size);
    return found;
}

/* From a plain compilation in ->code to an optimised one. */
static void optimise(const compiler *c, job *j)
{
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef m = read_compiled(j->file, j->code, context);
    int in = read_memory_file("plain");

    atomic_shield(m);
    keep_variables(m, &c->o->keep);
    if (LLVMWriteBitcodeToFD(m, in, 0, 0))
        fail(EXIT_INPUT, "%s: no memory for its bitcode", j->file);
    LLVMDisposeModule(m);
    LLVMContextDispose(context);
    lseek(in, 0, SEEK_SET);
    start(c->o, j, &c->optimise, NULL, in);
    close(in);
    finish(c->o, j, true);
}

static void finish_compiling(const compiler *c, job *j)
{
    finish(c->o, j, false);
    take_list(c->o, j);
    if (!j->apart && command_optimises(c->o) && code_names_atomic(j)) {
        j->apart = true;
        close(j->code);
        start_compiling(c, j);
        finish(c->o, j, true);
        take_list(c->o, j);
    }
    if (j->apart)
        optimise(c, j);
}

static void compile(const compiler *c)
{
    u32 started = 0;

    for (u32 i = 0; i < c->n; i++) {
        if (c->jobs[i].kind != FILE_SOURCE)
            continue;
        for (u32 k = started > i ? started : i; k < c->n && k < i + AT_ONCE; k++) {
            if (c->jobs[k].kind == FILE_SOURCE)
                start_compiling(c, &c->jobs[k]);
            started = k + 1;
        }
        finish_compiling(c, &c->jobs[i]);
    }
}

/* What the program was built from, as clang's output. */
static int memory_code(const unit *u)
{
    int fd = read_memory_file("built");

    if (write(fd, u->code, u->code_length) != (ssize_t)u->code_length)
        fail(EXIT_INPUT, "%s: no memory for its bitcode: %s", u->file, strerror(errno));
    return fd;
}

static LLVMModuleRef take_module(const compiler *c, job *j)
{
    LLVMModuleRef m;

    if (j->kind == FILE_BUILT) {
        j->code = memory_code(&c->o->units->all.at[j->number]);
        j->apart = command_optimises(c->o);
        if (j->apart)
            optimise(c, j);
    } else if (j->kind != FILE_SOURCE)
        return read_given(j->file, j->kind == FILE_TEXT, c->context);
    m = read_compiled(j->file, j->code, c->context);
    if (j->apart)
        atomic_unshield(m);
    return m;
}

/* By clang, not only read. */
static bool is_compiled(file_kind kind)
{
    return kind == FILE_SOURCE || kind == FILE_BUILT;
}

/* The jobs; says whether there is a source among them. */
static bool prepare(compiler *c)
{
    bool sources = false, cxx = false;

    c->n = c->o->files.n;
    c->jobs = mem_alloc(c->n * sizeof *c->jobs);
    for (u32 i = 0; i < c->n; i++) {
        job *j = &c->jobs[i];

        j->file = c->o->files.at[i];
        j->number = i;
        j->kind = c->o->units && c->o->units->all.at[i].code ? FILE_BUILT
                                                             : check_file(j->file, c->n == 1);
        j->of = suffix_of(j->file)->of;
        j->apart = j->kind == FILE_SOURCE && command_optimises(c->o) &&
                   (c->o->keep.n || (j->of == LANGUAGE_CXX && command_inlines_strings(c->o)) ||
                    text_names_atomic(j->file));
        sources |= is_compiled(j->kind);
        cxx |= j->of == LANGUAGE_CXX;
        if (j->of == LANGUAGE_CXX && j->kind == FILE_SOURCE && command_narrow(c->o))
            fail(EXIT_INPUT, "%s: C++ for 32 bits is not supported; leave -m32 out", j->file);
    }
    if (!cxx && command_standard_cxx(c->o))
        fail(EXIT_INPUT, "heddle: %s: no C++ file is given", command_standard_cxx(c->o));
    return sources;
}

void clang_load(const front_options *o, const char *include, LLVMContextRef context,
                module_list *out)
{
    compiler c = {.o = o, .include = include, .context = context};

    read_trust_clang();
    command_check(o);
    if (prepare(&c)) {
        for (language of = 0; of < LANGUAGES; of++) {
            command_compile(o, of, include, false, &c.whole[of]);
            command_compile(o, of, include, true, &c.plain[of]);
        }
        command_optimise(o, &c.optimise);
        compile(&c);
    }
    for (u32 i = 0; i < c.n; i++) {
        vec_push(out, take_module(&c, &c.jobs[i]));
        LLVMSetIsNewDbgInfoFormat(out->at[i], 0);
    }
    for (language of = 0; of < LANGUAGES; of++) {
        vec_free(&c.whole[of]);
        vec_free(&c.plain[of]);
    }
    vec_free(&c.optimise);
    mem_free(c.jobs);
}

static int memory_text(const text *source)
{
    int fd = read_memory_file("source");

    if (write(fd, text_str(source), source->n) != (ssize_t)source->n)
        fail(EXIT_INPUT, "heddle: no memory for a source text: %s", strerror(errno));
    lseek(fd, 0, SEEK_SET);
    return fd;
}

LLVMModuleRef clang_text(const front_options *o, const char *include, const char *like,
                         const char *file, const text *source, LLVMContextRef context, text *said)
{
    language of = suffix_of(like)->of;
    job j = {.file = file};
    string_list args = {0};
    int in = memory_text(source);
    LLVMModuleRef m = NULL;

    command_compile(o, of, include, true, &args);
    vec_push(&args, of == LANGUAGE_CXX ? "-xc++" : "-xc");
    start(o, &j, &args, "-", in);
    close(in);
    await_one(&j);
    read_memory(j.said, said);
    take_list(o, &j);
    if (WIFSIGNALED(j.status))
        fail(EXIT_INPUT, "%s: clang was ended by signal %d", file, WTERMSIG(j.status));
    if (j.status) {
        close(j.code);
    } else {
        m = read_compiled(file, j.code, context);
        LLVMSetIsNewDbgInfoFormat(m, 0);
    }
    vec_free(&args);
    return m;
}
