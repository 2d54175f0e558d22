/* The program and its fork server as heddle's children.
 *
 * The program is loaded once, without randomised addresses and with the library preloaded, and
 * stops before main; each run is a fork of it.  One run exists at a time, and it is gone before the
 * next begins, so that the shared memory has one writer of each word.  Kernel and library see to it
 * that nothing outlives heddle. */
#define _GNU_SOURCE
#include "native/launch.h"
#include "base/halt.h"
#include "base/process.h"

#include "native/channels.h"
#include "native/restore.h"
#include "native/symbols.h"

#include <assert.h>
#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#define START_SECONDS 20.0
#define LOOK_SECONDS  0.1 /* between looks whether the server lives */

static void wake(u32 *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

/* False: nobody woke it. */
static bool doze(u32 *word, u32 value)
{
    struct timespec t = {.tv_nsec = (long)(LOOK_SECONDS * 1e9)};

    return syscall(SYS_futex, word, FUTEX_WAIT, value, &t, NULL, 0) == 0 || errno != ETIMEDOUT;
}

static bool server_gone(launch *l)
{
    bool gone = false;

    for (u32 i = 0; i < l->shared->programs; i++) {
        if (l->servers[i] && waitpid(l->servers[i], NULL, WNOHANG) == l->servers[i])
            l->servers[i] = 0;
        gone |= !l->servers[i];
    }
    return gone;
}

/* One of the programs. */
static bool ended(const launch *l)
{
    for (u32 i = 0; i < l->shared->programs; i++)
        if (__atomic_load_n(&l->shared->servers[i].ended, __ATOMIC_ACQUIRE))
            return true;
    return false;
}

/* Is a thread of the run at work? */
static bool task_works(pid_t process, const char *task)
{
    char path[320], state = 'S', line[512];
    const char *after;
    FILE *f;

    snprintf(path, sizeof path, "/proc/%d/task/%s/stat", process, task);
    f = fopen(path, "r");
    if (f && fgets(line, sizeof line, f) && (after = strrchr(line, ')')) && after[1])
        state = after[2];
    if (f)
        fclose(f);
    return state == 'R';
}

static bool works_in(pid_t process)
{
    char path[64];
    struct dirent *e;
    bool works = false;
    DIR *d;

    snprintf(path, sizeof path, "/proc/%d/task", process);
    d = opendir(path);
    while (d && !works && (e = readdir(d)))
        works = e->d_name[0] != '.' && task_works(process, e->d_name);
    if (d)
        closedir(d);
    return works;
}

static bool at_work(const launch *l)
{
    for (u32 i = 0; i < l->shared->programs; i++)
        if (works_in((pid_t)l->shared->servers[i].instance))
            return true;
    for (u32 i = l->shared->programs; i < l->shared->threads; i++)
        if (works_in((pid_t)l->shared->slots[i].process))
            return true;
    return false;
}

/* Until the word is no longer as it was, the process is gone, or patience ends. */
static quiet wait_while(launch *l, const u32 *word, u32 value)
{
    double begin = clock_seconds();
    bool woken = true;

    for (;;) {
        u32 bell = __atomic_load_n(&l->shared->bell, __ATOMIC_ACQUIRE);

        if (__atomic_load_n(word, __ATOMIC_ACQUIRE) != value)
            return QUIET_RESTS;
        if (ended(l) || (!woken && server_gone(l)))
            return QUIET_GONE;
        if (!woken)
            halt_look();
        if (!woken && clock_seconds() - begin > l->patience)
            return at_work(l) ? QUIET_SPINS : QUIET_BLOCKED;
        woken = doze(&l->shared->bell, bell);
    }
}

static quiet wait_rest(launch *l)
{
    native_shared *m = l->shared;

    for (;;) {
        u32 running = __atomic_load_n(&m->running, __ATOMIC_ACQUIRE);
        quiet q;

        if (!running)
            return QUIET_RESTS;
        q = wait_while(l, &m->running, running);
        if (q != QUIET_RESTS)
            return q;
    }
}

static bool stop_server(native_server *s)
{
    if (__atomic_load_n(&s->ended, __ATOMIC_ACQUIRE))
        return true;
    if (s->instance)
        kill((pid_t)s->instance, SIGKILL);
    return false;
}

/* Until the program is gone, whatever the others do; it may have been about to begin. */
static void wait_end(launch *l, native_server *s)
{
    double begin = clock_seconds();

    while (!server_gone(l) && clock_seconds() - begin < l->patience) {
        u32 bell = __atomic_load_n(&l->shared->bell, __ATOMIC_ACQUIRE);

        if (stop_server(s))
            return;
        doze(&l->shared->bell, bell);
    }
}

static void stop_run(launch *l)
{
    double patience = l->patience;

    if (!l->started)
        return;
    for (u32 i = 0; i < l->shared->programs; i++)
        stop_server(&l->shared->servers[i]);
    l->patience = START_SECONDS;
    for (u32 i = 0; i < l->shared->programs; i++)
        wait_end(l, &l->shared->servers[i]);
    l->patience = patience;
    l->started = false;
}

quiet launch_run(launch *l, u32 lines)
{
    native_shared *m = l->shared;

    stop_run(l);
    restore_files(m);
    for (u32 i = 0; i < m->programs; i++)
        m->servers[i].instance = m->servers[i].ended = 0;
    m->threads = m->processes = m->programs;
    m->sets = 0;
    memset(m->passed, 0, sizeof m->passed);
    memset(m->ipc.signals, 0, sizeof m->ipc.signals);
    channels_reset(&m->ipc);
    memset(&m->sharing, 0, offsetof(native_sharing, files));
    m->handover.given = 0;
    m->end = END_NONE;
    m->line = 0;
    m->lines = lines;
    if (l->output && (ftruncate(l->output, 0) != 0 || lseek(l->output, 0, SEEK_SET) != 0))
        die("what the program printed cannot be dropped: %s", strerror(errno));
    m->running = m->programs;
    l->started = true;
    for (u32 i = 0; i < m->programs; i++) {
        __atomic_store_n(&m->servers[i].command, SERVER_RUN, __ATOMIC_RELEASE);
        wake(&m->servers[i].command);
    }
    return wait_rest(l);
}

quiet launch_turn(launch *l, u32 slot)
{
    native_slot *s = &l->shared->slots[slot];

    assert(!l->shared->running && !s->turn); /* all of them rest */
    l->shared->running = 1;
    __atomic_store_n(&s->turn, 1, __ATOMIC_RELEASE);
    wake(&s->turn);
    return wait_rest(l);
}

quiet launch_end(launch *l)
{
    quiet q = wait_while(l, &l->shared->servers[0].ended, 0);

    return q == QUIET_RESTS ? QUIET_GONE : q;
}

/* What kind of file it is: NULL when it can be controlled. */
static const char *wrong_header(const Elf64_Ehdr *h, size_t n)
{
    if (n >= 2 && memcmp(h, "#!", 2) == 0)
        return "is a script; give the program that it starts";
    if (n < sizeof *h || memcmp(h->e_ident, ELFMAG, SELFMAG) != 0)
        return "is no executable program";
    if (h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_machine != EM_X86_64)
        return "is not for x86-64, the one machine that heddle native knows";
    return NULL;
}

static bool has_interpreter(int fd, const Elf64_Ehdr *h)
{
    Elf64_Phdr p;

    for (u32 i = 0; i < h->e_phnum; i++)
        if (pread(fd, &p, sizeof p, (off_t)(h->e_phoff + i * sizeof p)) == sizeof p &&
            p.p_type == PT_INTERP)
            return true;
    return false;
}

const char *launch_wrong(const char *path)
{
    Elf64_Ehdr h = {0};
    struct stat st;
    const char *problem;
    ssize_t n;
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return strerror(errno);
    n = read(fd, &h, sizeof h);
    problem = wrong_header(&h, n < 0 ? 0 : (size_t)n);
    if (!problem && fstat(fd, &st) == 0 && st.st_mode & (S_ISUID | S_ISGID))
        problem = "is setuid or setgid: the loader would not preload heddle's library into it";
    if (!problem && getxattr(path, "security.capability", NULL, 0) >= 0)
        problem = "has capabilities: the loader would not preload heddle's library into it";
    if (!problem && access(path, X_OK) != 0)
        problem = "may not be executed";
    if (!problem && section_has(path, ".note.go.buildid", ""))
        problem = "is a Go program: its runtime makes system calls without the C library";
    if (!problem && section_has(path, ".comment", "rustc version"))
        problem = "is a Rust program: its locks are no calls of the C library";
    if (!problem && !has_interpreter(fd, &h))
        problem = "is linked statically: its calls cannot be intercepted; link it dynamically";
    close(fd);
    return problem;
}

static void add_library(const char *library)
{
    const char *before = getenv("LD_PRELOAD");
    text all = {0};

    text_add(&all, library);
    if (before && *before)
        text_addf(&all, ":%s", before);
    setenv("LD_PRELOAD", text_str(&all), 1);
    setenv("LD_BIND_NOW", "1", 1);
    text_free(&all);
}

/* Whatever heddle's own are. */
static void plain_signals(void)
{
    sigset_t none;

    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL);
}

/* In the child. */
static _Noreturn void become(const launch *l, const char *library, char *const *argv, int memory,
                             u32 which, pid_t parent)
{
    int nothing = open("/dev/null", O_RDWR);
    char number[32];

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127);
    snprintf(number, sizeof number, "%d:%u", memory, which);
    setenv(NATIVE_ENV, number, 1);
    add_library(library);
    plain_signals();
    personality(ADDR_NO_RANDOMIZE);
    dup2(nothing, STDIN_FILENO);
    dup2(l->output ? l->output : nothing, STDOUT_FILENO);
    if (nothing > STDERR_FILENO)
        close(nothing);
    setsid();
    execv(argv[0], argv);
    _exit(127);
}

static const char *await_server(launch *l, u32 which)
{
    double patience = l->patience;
    quiet q;

    l->patience = START_SECONDS;
    q = wait_while(l, &l->shared->servers[which].ready, 0);
    l->patience = patience;
    if (q == QUIET_RESTS)
        return NULL;
    return q == QUIET_GONE ? "ended before its main: heddle's library was not loaded, or the "
                             "program's own libraries or constructors failed"
                           : "did not come to its main";
}

/* Threads hand over to each other all the time; on one processor that costs least. */
static void stay_there(const launch *l)
{
    cpu_set_t one;

    CPU_ZERO(&one);
    CPU_SET((size_t)l->processor, &one);
    sched_setaffinity(0, sizeof one, &one);
}

void launch_spread(launch *all, u32 n)
{
    int cpu = sched_getcpu();
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof set, &set) != 0 || !CPU_COUNT(&set))
        CPU_SET(0, &set);
    for (u32 i = 0, at = cpu < 0 ? 0 : (u32)cpu; i < n; at = (at + 1) % CPU_SETSIZE)
        if (CPU_ISSET(at, &set))
            all[i++].processor = at;
}

void launch_adopt(launch *l)
{
    l->started = l->shared->servers[0].instance != 0;
    stay_there(l);
}

static const char *share(launch *l, int *memory)
{
    *memory = memfd_create("heddle", 0);
    if (*memory < 0 || ftruncate(*memory, sizeof *l->shared) != 0)
        return strerror(errno);
    l->shared = mmap(NULL, sizeof *l->shared, PROT_READ | PROT_WRITE, MAP_SHARED, *memory, 0);
    return l->shared == MAP_FAILED ? strerror(errno) : NULL;
}

static const char *start(launch *l, const char *library, char *const *argv, int memory)
{
    u32 which = l->shared->programs++;
    pid_t self = getpid();

    l->servers[which] = fork();
    if (l->servers[which] == 0)
        become(l, library, argv, memory, which, self);
    return l->servers[which] < 0 ? strerror(errno) : await_server(l, which);
}

const char *launch_open(launch *l, const char *library, char *const *const *programs, text *problem)
{
    char *const *const *p = programs;
    const char *wrong = NULL;
    int memory = -1;

    while (*p && !(wrong = launch_wrong((*p)[0])))
        p++;
    if (!wrong && p - programs > NATIVE_PROGRAMS)
        wrong = "is one of more than eight programs";
    p = wrong ? p : programs;
    if (!wrong)
        wrong = share(l, &memory);
    if (!wrong && l->output && (l->output = memfd_create("output", MFD_CLOEXEC)) < 0)
        wrong = strerror(errno);
    if (!wrong)
        stay_there(l);
    while (!wrong && *p && !(wrong = start(l, library, *p, memory)))
        p++;
    if (memory >= 0)
        close(memory);
    if (!wrong)
        return NULL;
    text_addf(problem, "%s: %s", *p ? (*p)[0] : programs[0][0], wrong);
    return text_str(problem);
}

void launch_close(launch *l)
{
    if (!l->shared)
        return;
    stop_run(l);
    restore_files(l->shared);
    for (u32 i = 0; i < l->shared->programs; i++)
        if (l->servers[i] > 0) {
            kill(l->servers[i], SIGKILL);
            process_await(l->servers[i]);
        }
    munmap(l->shared, sizeof *l->shared);
    l->shared = NULL;
    if (l->output)
        close(l->output);
}
