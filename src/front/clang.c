/* Runs clang on C files and reads the bitcode that it writes to an unnamed file in memory, so that
 * nothing has to be cleaned up whichever way the process ends.  At most two clangs run at a time;
 * what they say is shown file by file, in order.
 *
 * The default level is unoptimised code with lifetime markers: clang's own code generation for -O1
 * with LLVM's passes switched off.  Vectorisers are off at every level: what they do is neither
 * needed nor visible in the source.
 *
 * Bitcode and text from the user are first read in a child process, because LLVM's reader can crash
 * on files that are damaged. */
#define _GNU_SOURCE
#include "front/clang.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Support.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { AT_ONCE = 2, READER_SECONDS = 60 };

typedef enum file_kind { FILE_SOURCE, FILE_BITCODE, FILE_TEXT, FILE_UNKNOWN } file_kind;

typedef struct job {
    const char *file;
    file_kind kind;
    pid_t pid;      /* 0: not started or over */
    int code, said; /* files in memory */
    int status;
} job;

static file_kind kind_of(const char *file)
{
    static const struct {
        const char *suffix;
        file_kind kind;
    } kinds[] = {
        {".c", FILE_SOURCE}, {".i", FILE_SOURCE}, {".bc", FILE_BITCODE}, {".ll", FILE_TEXT}};
    const char *dot = strrchr(file, '.');

    for (u32 i = 0; dot && i < LENGTH(kinds); i++)
        if (!strcmp(dot, kinds[i].suffix))
            return kinds[i].kind;
    return FILE_UNKNOWN;
}

/* An empty source file is fine beside others. */
static file_kind check_file(const char *file, bool alone)
{
    struct stat s;

    if (stat(file, &s))
        fail(EXIT_INPUT, "%s: %s; give the path of a C file", file, strerror(errno));
    if (S_ISDIR(s.st_mode))
        fail(EXIT_INPUT, "%s: is a folder; name the files in it", file);
    if (kind_of(file) == FILE_UNKNOWN)
        fail(EXIT_INPUT, "%s: not a kind of file that heddle reads; give .c, .i, .bc or .ll", file);
    if (access(file, R_OK))
        fail(EXIT_INPUT, "%s: %s", file, strerror(errno));
    if (S_ISREG(s.st_mode) && s.st_size == 0 && (alone || kind_of(file) != FILE_SOURCE))
        fail(EXIT_INPUT, "%s: the file is empty; a program needs a function 'main'", file);
    return kind_of(file);
}

static bool is_level(const char *option)
{
    return !strncmp(option, "-O", 2);
}

/* The last -O given; "-O0" when there is none. */
static const char *level_asked(const front_options *o)
{
    const char *level = "-O0";

    for (u32 i = 0; i < o->clang.n; i++)
        if (is_level(o->clang.at[i]))
            level = o->clang.at[i];
    return strcmp(level, "-O") ? level : "-O1";
}

const char *clang_level(const front_options *o)
{
    for (u32 i = 0; i < o->files.n; i++)
        if (kind_of(o->files.at[i]) != FILE_SOURCE)
            return "bitcode";
    return level_asked(o);
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
    bool asked = strcmp(level_asked(o), "-O0") != 0;

    for (u32 i = 0; i < o->files.n; i++)
        if (kind_of(o->files.at[i]) == FILE_SOURCE ? asked : !has_optnone(modules->at[i]))
            return true;
    return false;
}

/* Does `command --version` speak of clang 19? */
static bool is_version_19(const char *command)
{
    char line[512];
    FILE *f;
    bool found = false;

    snprintf(line, sizeof line, "'%s' --version 2>/dev/null", command);
    f = popen(line, "r");
    if (!f)
        return false;
    while (fgets(line, sizeof line, f))
        found |= strstr(line, "clang version 19.") != NULL;
    pclose(f);
    return found;
}

/* Is there an executable of that name in PATH? */
static bool in_path(const char *name)
{
    const char *path = getenv("PATH");
    char full[4096];

    for (const char *at = path; at && *at;) {
        size_t n = strcspn(at, ":");

        snprintf(full, sizeof full, "%.*s/%s", (int)n, at, name);
        if (!access(full, X_OK))
            return true;
        at += n + (at[n] == ':');
    }
    return false;
}

static const char *find_clang(void)
{
    const char *given = getenv("HEDDLE_CLANG");

    if (given && *given)
        return given;
    if (in_path("clang-19"))
        return "clang-19";
    if (!access("/usr/lib/llvm-19/bin/clang", X_OK))
        return "/usr/lib/llvm-19/bin/clang";
    if (in_path("clang") && is_version_19("clang"))
        return "clang";
    fail(EXIT_INPUT, "heddle: clang 19 is not in PATH; install clang-19 or set HEDDLE_CLANG");
}

static void add_level(const front_options *o, string_list *args)
{
    if (!strcmp(level_asked(o), "-O0")) {
        vec_push(args, "-O1");
        vec_push(args, "-U__OPTIMIZE__");
        vec_push(args, "-Xclang");
        vec_push(args, "-disable-llvm-passes");
    } else {
        vec_push(args, level_asked(o));
    }
}

/* The command line but for the file. */
static void command_line(const front_options *o, const char *include, string_list *args)
{
    static const char *const always[] = {
        "-g", "-fno-vectorize", "-fno-slp-vectorize", "-fno-lto", "-c", "-emit-llvm", "-o", "-"};

    /* Old programs declare less than clang now asks for; that is worth a warning only. */
    static const char *const before[] = {"-D__HEDDLE__",
                                         "-U_FORTIFY_SOURCE",
                                         "-Qunused-arguments",
                                         "-Wno-error=implicit-function-declaration",
                                         "-Wno-error=implicit-int",
                                         "-Wno-error=int-conversion",
                                         "-Wno-error=incompatible-function-pointer-types"};

    vec_push(args, find_clang());
    for (u32 i = 0; i < LENGTH(before); i++)
        vec_push(args, before[i]);
    for (u32 i = 0; i < o->clang.n; i++)
        if (!is_level(o->clang.at[i]))
            vec_push(args, o->clang.at[i]);
    add_level(o, args);
    if (isatty(STDERR_FILENO))
        vec_push(args, "-fcolor-diagnostics");
    vec_push(args, "-I");
    vec_push(args, include);
    for (u32 i = 0; i < LENGTH(always); i++)
        vec_push(args, always[i]);
}

static int memory_file(const char *name)
{
    int fd = memfd_create(name, MFD_CLOEXEC);

    if (fd < 0)
        fail(EXIT_INPUT, "heddle: no memory for clang's output: %s", strerror(errno));
    return fd;
}

static void start(job *j, const string_list *args)
{
    posix_spawn_file_actions_t actions;
    string_list line = {0};
    int error;

    for (u32 i = 0; i < args->n; i++)
        vec_push(&line, args->at[i]);
    vec_push(&line, j->file);
    vec_push(&line, (const char *)NULL);
    j->code = memory_file("bitcode");
    j->said = memory_file("messages");
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, j->code, 1);
    posix_spawn_file_actions_adddup2(&actions, j->said, 2);
    error = posix_spawnp(&j->pid, line.at[0], &actions, NULL, (char *const *)(uintptr_t)line.at,
                         environ);
    if (error)
        fail(EXIT_INPUT, "%s: cannot run %s: %s; install clang-19 or set HEDDLE_CLANG", j->file,
             line.at[0], strerror(error));
    posix_spawn_file_actions_destroy(&actions);
    vec_free(&line);
}

static void await_one(job *j)
{
    while (waitpid(j->pid, &j->status, 0) < 0)
        if (errno != EINTR)
            fail(EXIT_INPUT, "%s: lost clang: %s", j->file, strerror(errno));
    j->pid = 0;
}

/* What clang said, on our stderr. */
static void relay(int fd)
{
    char buffer[4096];
    ssize_t n;

    lseek(fd, 0, SEEK_SET);
    while ((n = read(fd, buffer, sizeof buffer)) > 0)
        fwrite(buffer, 1, (size_t)n, stderr);
    close(fd);
}

static void finish(job *j)
{
    await_one(j);
    relay(j->said);
    if (WIFSIGNALED(j->status))
        fail(EXIT_INPUT, "%s: clang was ended by signal %d", j->file, WTERMSIG(j->status));
    if (WEXITSTATUS(j->status))
        exit(EXIT_INPUT);
}

static void compile(job *jobs, u32 n, const string_list *args)
{
    u32 started = 0;

    for (u32 i = 0; i < n; i++) {
        if (jobs[i].kind != FILE_SOURCE)
            continue;
        for (u32 k = started > i ? started : i; k < n && k < i + AT_ONCE; k++) {
            if (jobs[k].kind == FILE_SOURCE)
                start(&jobs[k], args);
            started = k + 1;
        }
        finish(&jobs[i]);
    }
}

static void keep_message(LLVMDiagnosticInfoRef info, void *with)
{
    char **first = with, *message;

    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || *first)
        return;
    message = LLVMGetDiagInfoDescription(info);
    *first = mem_strdup(message);
    LLVMDisposeMessage(message);
}

static LLVMMemoryBufferRef buffer_of(const job *j)
{
    LLVMMemoryBufferRef buffer;
    struct stat s;
    void *bytes;

    if (fstat(j->code, &s) || s.st_size == 0)
        fail(EXIT_INPUT, "%s: clang wrote no code", j->file);
    bytes = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, j->code, 0);
    if (bytes == MAP_FAILED)
        fail(EXIT_INPUT, "%s: clang's output cannot be read: %s", j->file, strerror(errno));
    buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, (size_t)s.st_size, j->file);
    munmap(bytes, (size_t)s.st_size);
    close(j->code);
    return buffer;
}

/* The first line of LLVM's `message`, which vanishes: of "file:line:column: error: why" the line
 * and the reason. */
static char *take_reason(char *message, const char *file)
{
    const char *error = strstr(message, "error: ");
    const char *at = error ? error + strlen("error: ") : message;
    size_t prefix = strlen(file);
    text reason = {0};

    if (error && !strncmp(message, file, prefix) && message[prefix] == ':')
        text_addf(&reason, "line %lu: ", strtoul(message + prefix + 1, NULL, 10));
    text_addn(&reason, at, strcspn(at, "\n"));
    LLVMDisposeMessage(message);
    return reason.at;
}

static char *parse_bitcode(LLVMMemoryBufferRef buffer, LLVMContextRef context, LLVMModuleRef *m)
{
    char *message = NULL;
    bool bad;

    LLVMContextSetDiagnosticHandler(context, keep_message, &message);
    bad = LLVMParseBitcodeInContext2(context, buffer, m);
    LLVMContextSetDiagnosticHandler(context, NULL, NULL);
    LLVMDisposeMemoryBuffer(buffer);
    if (bad && !message)
        return mem_strdup("unreadable");
    return message;
}

static LLVMModuleRef read_compiled(const job *j, LLVMContextRef context)
{
    LLVMModuleRef m;
    char *reason = parse_bitcode(buffer_of(j), context, &m);

    if (reason)
        fail(EXIT_INPUT,
             "%s: clang's output is not LLVM 19 bitcode: %s; set HEDDLE_CLANG to clang 19", j->file,
             reason);
    return m;
}

/* NULL and *m, or why not. */
static char *read_module(const job *j, LLVMContextRef context, LLVMModuleRef *m)
{
    LLVMMemoryBufferRef buffer;
    char *message = NULL, *reason = NULL;

    if (LLVMCreateMemoryBufferWithContentsOfFile(j->file, &buffer, &message))
        return take_reason(message, j->file);
    if (j->kind == FILE_BITCODE)
        reason = parse_bitcode(buffer, context, m);
    else if (LLVMParseIRInContext(context, buffer, m, &message))
        reason = take_reason(message, j->file);
    if (reason)
        return reason;
    if (LLVMVerifyModule(*m, LLVMReturnStatusAction, &message))
        return take_reason(message, j->file);
    LLVMDisposeMessage(message);
    return NULL;
}

static _Noreturn void try_reading(const job *j, int out)
{
    const struct rlimit none = {0, 0}, seconds = {READER_SECONDS, READER_SECONDS};
    LLVMModuleRef m;
    char *reason;

    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_CPU, &seconds);
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    reason = read_module(j, LLVMContextCreate(), &m);
    if (reason && write(out, reason, strlen(reason)) < 0)
        _exit(2);
    _exit(reason ? 1 : 0);
}

static const char *name_of_kind(file_kind kind)
{
    return kind == FILE_TEXT ? "text of LLVM 19" : "LLVM 19 bitcode";
}

/* Reads the file in a child process and gives up with its reason if that fails. */
static void try_first(const job *j)
{
    int out = memory_file("reason"), status = 0;
    char reason[1024];
    ssize_t n;
    pid_t pid;

    fflush(stdout);
    pid = fork();
    if (pid == 0)
        try_reading(j, out);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    n = pread(out, reason, sizeof reason, 0);
    close(out);
    if (pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return;
    if (n <= 0)
        fail(EXIT_INPUT, "%s: not %s: the reader failed on it", j->file, name_of_kind(j->kind));
    fail(EXIT_INPUT, "%s: not %s: %.*s", j->file, name_of_kind(j->kind), (int)n, reason);
}

static LLVMModuleRef read_given(const job *j, LLVMContextRef context)
{
    LLVMModuleRef m;
    char *reason;

    try_first(j);
    reason = read_module(j, context, &m);
    if (reason)
        fail(EXIT_INPUT, "%s: not %s: %s", j->file, name_of_kind(j->kind), reason);
    return m;
}

/* Reading bitcode would verify it and end the process on what clang itself gets wrong now and then
 * (atomic accesses of one bit).  The lowering looks at each instruction anyway. */
static void trust_clang(void)
{
    static const char *const line[] = {"heddle", "-disable-auto-upgrade-debug-info"};

    LLVMParseCommandLineOptions(LENGTH(line), line, "");
}

void clang_load(const front_options *o, const char *include, LLVMContextRef context,
                module_list *out)
{
    job *jobs = mem_alloc(o->files.n * sizeof *jobs);
    string_list args = {0};
    bool sources = false;

    trust_clang();
    for (u32 i = 0; i < o->files.n; i++) {
        jobs[i] =
            (job){.file = o->files.at[i], .kind = check_file(o->files.at[i], o->files.n == 1)};
        sources |= jobs[i].kind == FILE_SOURCE;
    }
    if (sources) {
        command_line(o, include, &args);
        compile(jobs, o->files.n, &args);
    }
    for (u32 i = 0; i < o->files.n; i++) {
        bool source = jobs[i].kind == FILE_SOURCE;

        vec_push(out, source ? read_compiled(&jobs[i], context) : read_given(&jobs[i], context));
        LLVMSetIsNewDbgInfoFormat(out->at[i], 0);
    }
    vec_free(&args);
    mem_free(jobs);
}
