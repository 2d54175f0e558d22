/* Reads modules.  Bitcode and text from the user are first read in a child process, because LLVM's
 * reader can crash on files that are damaged; what clang wrote a moment ago is trusted. */
#define _GNU_SOURCE
#include "front/read.h"
#include "base/process.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Support.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { READER_SECONDS = 60 };

int read_memory_file(const char *name)
{
    int fd = memfd_create(name, MFD_CLOEXEC);

    if (fd < 0)
        fail(EXIT_INPUT, "heddle: no memory for clang's output: %s", strerror(errno));
    return fd;
}

/* Reading bitcode would verify it and end the process on what clang itself gets wrong now and then
 * (atomic accesses of one bit).  The lowering looks at each instruction anyway. */
void read_trust_clang(void)
{
    static const char *const line[] = {"heddle", "-disable-auto-upgrade-debug-info"};

    LLVMParseCommandLineOptions(LENGTH(line), line, "");
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

static LLVMMemoryBufferRef buffer_of(const char *file, int code)
{
    LLVMMemoryBufferRef buffer;
    struct stat s;
    void *bytes;

    if (fstat(code, &s) || s.st_size == 0)
        fail(EXIT_INPUT, "%s: clang wrote no code", file);
    bytes = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, code, 0);
    if (bytes == MAP_FAILED)
        fail(EXIT_INPUT, "%s: clang's output cannot be read: %s", file, strerror(errno));
    buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, (size_t)s.st_size, file);
    munmap(bytes, (size_t)s.st_size);
    close(code);
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

LLVMModuleRef read_compiled(const char *file, int code, LLVMContextRef context)
{
    LLVMModuleRef m;
    char *reason = parse_bitcode(buffer_of(file, code), context, &m);

    if (reason)
        fail(EXIT_INPUT,
             "%s: clang's output is not LLVM 19 bitcode: %s; set HEDDLE_CLANG to clang 19", file,
             reason);
    return m;
}

/* NULL and *m, or why not. */
static char *read_module(const char *file, bool is_text, LLVMContextRef context, LLVMModuleRef *m)
{
    LLVMMemoryBufferRef buffer;
    char *message = NULL, *reason = NULL;

    if (LLVMCreateMemoryBufferWithContentsOfFile(file, &buffer, &message))
        return take_reason(message, file);
    if (!is_text)
        reason = parse_bitcode(buffer, context, m);
    else if (LLVMParseIRInContext(context, buffer, m, &message))
        reason = take_reason(message, file);
    if (reason)
        return reason;
    if (LLVMVerifyModule(*m, LLVMReturnStatusAction, &message))
        return take_reason(message, file);
    LLVMDisposeMessage(message);
    return NULL;
}

static _Noreturn void try_reading(const char *file, bool is_text, int out)
{
    const struct rlimit none = {0, 0}, seconds = {READER_SECONDS, READER_SECONDS};
    LLVMModuleRef m;
    char *reason;

    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_CPU, &seconds);
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    reason = read_module(file, is_text, LLVMContextCreate(), &m);
    if (reason && write(out, reason, strlen(reason)) < 0)
        _exit(2);
    _exit(reason ? 1 : 0);
}

static const char *name_of_kind(bool is_text)
{
    return is_text ? "text of LLVM 19" : "LLVM 19 bitcode";
}

/* Reads the file in a child process and gives up with its reason if that fails. */
static void try_first(const char *file, bool is_text)
{
    int out = read_memory_file("reason"), status = 0;
    char reason[1024];
    ssize_t n;
    pid_t pid;

    fflush(stdout);
    pid = fork();
    if (pid == 0)
        try_reading(file, is_text, out);
    if (pid > 0)
        status = process_await(pid);
    n = pread(out, reason, sizeof reason, 0);
    close(out);
    if (pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return;
    if (n <= 0)
        fail(EXIT_INPUT, "%s: not %s: the reader failed on it", file, name_of_kind(is_text));
    fail(EXIT_INPUT, "%s: not %s: %.*s", file, name_of_kind(is_text), (int)n, reason);
}

LLVMModuleRef read_given(const char *file, bool is_text, LLVMContextRef context)
{
    LLVMModuleRef m;
    char *reason;

    try_first(file, is_text);
    reason = read_module(file, is_text, context, &m);
    if (reason)
        fail(EXIT_INPUT, "%s: not %s: %s", file, name_of_kind(is_text), reason);
    return m;
}
