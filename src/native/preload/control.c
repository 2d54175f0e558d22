/* Control of a program from inside: the fork server before main, and the rest of a thread before
 * each operation.
 *
 * The program is loaded and linked once; __libc_start_main is ours, and what it hands on as main is
 * the server.  For each run that heddle asks for the server forks: the child goes on to the real
 * main, its parent waits for its end.  Exactly one thread of the child runs at a time: each writes
 * its next operation into its slot, counts itself out, rings when it was the last and sleeps until
 * its turn.  Nothing here blocks on anything else.  A run whose heddle is gone is killed by the
 * kernel (PR_SET_PDEATHSIG). */
#define _GNU_SOURCE
#include "native/preload/control.h"
#include "native/preload/access.h"
#include "native/preload/exec.h"
#include "native/preload/files.h"
#include "native/preload/locks.h"
#include "native/preload/memory.h"
#include "native/preload/probes.h"
#include "native/preload/sharing.h"
#include "native/preload/signals.h"
#include "native/preload/sysv.h"

#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <unwind.h>

#define SIGNAL_STACK 65536

typedef int main_function(int, char **, char **);
typedef int start_function(main_function *, int, char **, void (*)(void), void (*)(void),
                           void (*)(void), void *);

native_shared *control;
uint32_t control_process;
bool control_threaded;
int control_descriptor = -1;
__thread uint32_t control_self;
__thread bool control_inside;
static native_shared *shared; /* known to the server already */
static uint32_t program;      /* which of those that run together */
static uint32_t leaving;      /* slot + 1 of the thread that called exit */
static __thread bool ending;  /* the next operation is the first of the process's end */
static main_function *real_main;

static _Noreturn void leave(int status)
{
    for (;;)
        control_call(SYS_exit_group, status, 0, 0, 0, 0, 0);
}

void *control_real(const char *name)
{
    void *f = dlsym(RTLD_NEXT, name);

    if (!f)
        leave(127);
    return f;
}

static long futex(uint32_t *word, int operation, uint32_t value)
{
    return control_call(SYS_futex, (long)word, operation, value, 0, 0, 0);
}

static void await(uint32_t *word, uint32_t value)
{
    while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value)
        futex(word, FUTEX_WAIT, value);
}

static void ring(uint32_t *bell)
{
    __atomic_add_fetch(bell, 1, __ATOMIC_RELEASE);
    futex(bell, FUTEX_WAKE, 1);
}

static bool is_line(const native_line *l)
{
    const native_slot *s = &control->slots[l->slot];

    return s->operation == l->operation && s->object == l->object && s->caller == l->caller;
}

/* Gives the turn to the thread of the script's next line. */
static bool next_line(void)
{
    const native_line *l = &control->script[control->line];
    native_slot *s = &control->slots[l->slot];

    if (!is_line(l)) {
        control->end = END_OTHERWISE;
        return false;
    }
    control->line++;
    s->status = l->status;
    s->result = l->result;
    __atomic_store_n(&s->turn, 1, __ATOMIC_RELEASE);
    if (l->slot != control_self)
        futex(&s->turn, FUTEX_WAKE, 1);
    return true;
}

/* As long as there is a script the last one to rest goes on with it; false: heddle is to. */
static bool hand_over(void)
{
    uint32_t running = __atomic_load_n(&control->running, __ATOMIC_ACQUIRE);

    if (control->line == control->lines || control->end != END_NONE)
        return false;
    while (running > 1)
        if (__atomic_compare_exchange_n(&control->running, &running, running - 1, false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            return true;
    return next_line();
}

static void count_out(void)
{
    if (hand_over())
        return;
    if (__atomic_sub_fetch(&control->running, 1, __ATOMIC_ACQ_REL) == 0)
        ring(&control->bell);
}

enum { UNWOUND = NATIVE_FRAMES + 8 };

typedef struct unwound {
    uint64_t frames[UNWOUND], below[UNWOUND]; /* below: the stack pointer where the frame calls */
    int n;
} unwound;

static _Unwind_Reason_Code note_frame(struct _Unwind_Context *c, void *of)
{
    unwound *u = of;

    if (u->n == UNWOUND)
        return _URC_END_OF_STACK;
    u->frames[u->n] = _Unwind_GetIP(c);
    u->below[u->n++] = _Unwind_GetCFA(c);
    return _URC_NO_REASON;
}

/* The stack without what lies above the call into the library.  A frame ends where its caller's
 * stack pointer was. */
static uint32_t keep_stack(uint64_t *frames, uint64_t *bases, uint64_t caller)
{
    unwound all = {.n = 0};
    int first = 0;
    uint32_t kept = 0;

    control_inside = true; /* the unwinder has locks */
    _Unwind_Backtrace(note_frame, &all);
    control_inside = false;

    for (int i = 0; i < all.n && !first; i++)
        if (all.frames[i] == caller || all.frames[i] + 1 == caller) { /* a crash's own place */
            all.frames[i] = caller;
            first = i;
        }
    for (int i = first; i < all.n && kept < NATIVE_FRAMES; i++, kept++) {
        frames[kept] = all.frames[i];
        if (bases)
            bases[kept] = i + 1 < all.n ? all.below[i + 1] : 0;
    }
    return kept;
}

static void announce(const ask *a)
{
    native_slot *s = &control->slots[control_self];

    s->operation = a->operation;
    s->object = a->object;
    s->argument = a->argument;
    s->other = a->other;
    s->caller = a->caller;
    s->word = a->word;
    s->stranded = 0;
    if (a->access)
        s->access = *a->access;
    s->depth = control->stacks ? keep_stack(s->frames, s->bases, a->caller) : 0;
    __atomic_store_n(&s->turn, 0, __ATOMIC_RELEASE);
    access_rest();
    count_out();
    await(&s->turn, 0);
}

void control_check_turn(void)
{
    static const char words[] = "heddle: a thread runs that does not have the turn\n";

    if (__atomic_load_n(&control->slots[control_self].turn, __ATOMIC_RELAXED))
        return;
    control_call(SYS_write, STDERR_FILENO, (long)words, sizeof words - 1, 0, 0, 0);
    leave(127);
}

/* Calls that a handler ends, even one that asks for a restart, and those that it never does. */
static bool restarts(uint32_t operation, bool asked)
{
    return !native_is(operation, IS_ENDED) && (asked || !native_is(operation, IS_RESTARTED));
}

int control_ask(const ask *a)
{
    native_slot *s = &control->slots[control_self];
    ask next = *a;
    int saved = errno;
    bool closes = ending;

    if (a->operation != NATIVE_START)
        control_check_turn();
    ending = false; /* a handler has operations too */
    for (;;) {
        bool waited, asked;

        announce(&next);
        if (s->status == ECANCELED && a->operation != NATIVE_COND_WOKEN &&
            a->operation != NATIVE_COND_TIMED)
            control_cancelled();
        if (s->status != NATIVE_INTERRUPTED)
            break;
        waited = s->result == NATIVE_WAITED;
        signals_note(a->operation);
        if (signals_deliver(&asked, a->caller) && waited && !restarts(a->operation, asked)) {
            s->status = EINTR;
            break;
        }
        if (!native_is(a->operation, IS_MAKER))
            next.word = next.word ? next.word : NATIVE_SEEN; /* the object is not new any more */
    }
    if (closes)
        control->ipc.signals[control_self].closed = 1;
    access_operated(a, s->status);
    errno = saved;
    return s->status;
}

uint64_t control_result(void)
{
    return control->slots[control_self].result;
}

/* Where it ended may lie in a library: then the stack tells the program's place. */
static bool needs_stack(uint32_t end)
{
    return control->stacks || end == END_SIGNAL || end == END_DOUBLE_FREE ||
           end == END_INVALID_FREE;
}

_Noreturn void control_end(uint32_t end, uint32_t number, const char *words, uint64_t caller)
{
    uint32_t none = END_NONE;

    if (!control) {
        fprintf(stderr, "heddle: before main: %s\n", words);
        leave(127);
    }
    if (__atomic_compare_exchange_n(&control->end, &none, end, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_RELAXED)) {
        control->number = number;
        control->slot = control_self;
        control->caller = caller;
        control->depth = needs_stack(end) ? keep_stack(control->frames, NULL, caller) : 0;
        strncpy(control->words, words, NATIVE_WORDS - 1);
    }
    count_out();
    for (;;)
        control_call(SYS_pause, 0, 0, 0, 0, 0, 0);
}

uint32_t control_enter(uint64_t caller)
{
    if (control->threads == NATIVE_THREADS)
        control_end(END_THREADS, 0, "", caller);
    __atomic_add_fetch(&control->running, 1, __ATOMIC_ACQ_REL);
    access_start(control->threads);
    sharing_begin(control->threads);
    return control->threads++;
}

uint32_t control_enter_timer(uint64_t caller)
{
    native_slot *s;

    if (control->threads == NATIVE_THREADS)
        control_end(END_THREADS, 0, "", caller);
    s = &control->slots[control->threads];
    *s = (native_slot){.caller = caller,
                       .process = control->slots[control_self].process,
                       .task = control->slots[control_self].task};
    return control->threads++;
}

static void begin(uint32_t slot, uint64_t routine, uint64_t data)
{
    control_self = slot;
    control->slots[slot].process = (uint32_t)control_call(SYS_getpid, 0, 0, 0, 0, 0, 0);
    control->slots[slot].task = (uint32_t)control_call(SYS_gettid, 0, 0, 0, 0, 0, 0);
    if (control->stacks) /* a report: gdb may want to look */
        prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    control->slots[slot].routine = routine;
    control->slots[slot].data = data;
}

void control_begin(uint32_t slot, uint64_t routine, uint64_t data)
{
    begin(slot, routine, data);
    access_stack(__builtin_frame_address(0));
    control_ask(&(ask){.operation = NATIVE_START, .caller = routine + 1});
}

/* A crash: the handler runs on a stack of its own, since the other may be what is used up. */
static void crash(int number, siginfo_t *info, void *context)
{
    static uint32_t crashes;
    const ucontext_t *c = context;

    (void)info;
    if (number == SIGTRAP && probes_hit(context))
        return;
    if (__atomic_add_fetch(&crashes, 1, __ATOMIC_RELAXED) > NATIVE_THREADS) /* in here */
        leave(127);
    control_end(END_SIGNAL, (uint32_t)number, "", (uint64_t)c->uc_mcontext.gregs[REG_RIP] + 1);
}

bool control_crashes(const struct sigaction *a)
{
    return a->sa_sigaction == crash;
}

static void catch_crashes(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
    struct sigaction a = {.sa_sigaction = crash, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    stack_t stack = {.ss_size = SIGNAL_STACK, .ss_sp = malloc(SIGNAL_STACK)};

    sigaltstack(&stack, NULL);
    for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &a, NULL);
}

_Noreturn void control_park(void)
{
    count_out();
    for (;;)
        control_call(SYS_pause, 0, 0, 0, 0, 0, 0);
}

/* Of several: with what waitpid is to say. */
static _Noreturn void end_one(uint32_t how, uint64_t caller)
{
    if (control_threaded)
        control_ask(&(ask){.operation = NATIVE_GROUP_EXIT, .caller = caller});
    sysv_exit(caller);
    files_exit(caller);
    locks_exit(caller);
    control_ask(&(ask){.operation = NATIVE_PROCESS_EXIT,
                       .object = NATIVE_CHILD(control_process),
                       .word = NATIVE_SEEN,
                       .argument = how,
                       .caller = caller});
    control_park();
}

_Noreturn void control_killed(int number, uint64_t caller)
{
    control->ipc.signals[control_self].closed = 1;
    end_one((uint32_t)number, caller);
}

/* A signal may come before the first operation of the end, and none after it. */
static void end_process(int status, uint64_t caller)
{
    ending = true;
    if (control->processes > 1 ||
        control_ask(
            &(ask){.operation = NATIVE_EXIT, .argument = (uint64_t)status, .caller = caller}))
        end_one((uint32_t)(status & 0xff) << 8, caller);
}

/* The last of what exit runs. */
static void last(int status, void *unused)
{
    (void)unused;
    if (!control)
        return;
    files_flush();
    end_process(status, 0);
}

/* The C library runs what is to be run at the end once: a thread that comes when another is at it
 * has nothing left to do but to end the process. */
EXPORT _Noreturn void exit(int status)
{
    void (*real)(int) = (void (*)(int))control_real("exit");

    if (control && leaving && leaving != control_self + 1) {
        end_process(status, CALLER);
        leave(status);
    }
    leaving = control_self + 1;
    real(status);
    __builtin_unreachable();
}

EXPORT _Noreturn void _exit(int status)
{
    if (control)
        end_process(status, CALLER);
    leave(status);
}

EXPORT _Noreturn void _Exit(int status)
{
    _exit(status);
}

static void die_with_parent(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (control_call(SYS_getppid, 0, 0, 0, 0, 0, 0) != parent)
        leave(127);
}

void control_become(uint32_t slot)
{
    die_with_parent((pid_t)control_call(SYS_getppid, 0, 0, 0, 0, 0, 0));
    control_process = slot;
    control_self = slot;
    control_threaded = false;
    leaving = 0;
    ending = false;
}

static native_server *server(void)
{
    return &shared->servers[program];
}

static void instance(pid_t parent)
{
    die_with_parent(parent);
    control = shared;
    control_process = program;
    server()->instance = (uint32_t)control_call(SYS_getpid, 0, 0, 0, 0, 0, 0);
    control_begin(program, (uint64_t)real_main, program);
}

/* The processes of the run die with the one above them, and so become the server's: not one is left
 * when it asks for the next run. */
static void reap_all(void)
{
    while (control_call(SYS_wait4, -1, 0, 0, 0, 0, 0) != -ECHILD)
        continue;
}

/* Returns in each run, and never in the server. */
static void serve(void)
{
    pid_t (*real_fork)(void) = (pid_t(*)(void))control_real("fork");
    pid_t self = (pid_t)control_call(SYS_getpid, 0, 0, 0, 0, 0, 0);

    prctl(PR_SET_CHILD_SUBREAPER, 1);
    shared->instrumented = access_watched();
    server()->ready = 1;
    ring(&shared->bell);
    for (;;) {
        pid_t child;

        await(&server()->command, SERVER_IDLE);
        if (server()->command == SERVER_QUIT)
            leave(0);
        server()->command = SERVER_IDLE;
        probes_set(shared, program);
        child = real_fork();
        if (child == 0) {
            instance(self);
            return;
        }
        server()->instance = (uint32_t)child;
        while (control_call(SYS_wait4, child, (long)&server()->status, 0, 0, 0, 0) < 0)
            continue;
        reap_all();
        __atomic_store_n(&server()->ended, 1, __ATOMIC_RELEASE);
        ring(&shared->bell);
    }
}

/* What the program prints is no part of a run. */
static void silence(void)
{
    int nothing = open("/dev/null", O_WRONLY);
    struct stat st;

    if (fstat(STDOUT_FILENO, &st) == 0) {
        shared->output_device = st.st_dev;
        shared->output_inode = st.st_ino;
    }

    dup2(nothing, STDERR_FILENO);
    close(nothing);
}

static int main_here(int argc, char **argv, char **environment)
{
    void *warm[2];

    backtrace(warm, 2); /* loads what it needs while nobody watches */
    silence();
    catch_crashes();
    serve();
    access_stack(__builtin_frame_address(0));
    exit(real_main(argc, argv, environment));
}

bool control_awaited(void)
{
    return shared || getenv(NATIVE_ENV) || getenv(NATIVE_EXEC_ENV);
}

static bool map(int fd)
{
    void *at = mmap(NULL, sizeof(native_shared), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

    if (at == MAP_FAILED)
        return false;
    shared = at;
    return true;
}

/* The descriptor stays, where the program does not see it, for programs that it becomes. */
static bool attach(void)
{
    const char *word = getenv(NATIVE_ENV);
    int fd;

    if (!word)
        return false;
    fd = atoi(word);
    program = strchr(word, ':') ? (uint32_t)atoi(strchr(word, ':') + 1) : 0;
    if (!map(fd))
        return false;
    control_descriptor = memory_hide(fd);
    close(fd);
    unsetenv(NATIVE_ENV);
    unsetenv("LD_PRELOAD");
    return true;
}

/* The environment is as it was given. */
static void leave_environment(void)
{
    const char *all = getenv("LD_PRELOAD"), *theirs = all ? strchr(all, ':') : NULL;

    unsetenv(NATIVE_EXEC_ENV);
    if (theirs)
        setenv("LD_PRELOAD", theirs + 1, 1);
    else
        unsetenv("LD_PRELOAD");
}

/* In a process of a run that became this program: it goes on there, before main. */
static void take_up(int fd)
{
    native_handover *h;
    void *warm[2];

    if (!map(fd))
        leave(127);
    h = &shared->handover;
    die_with_parent((pid_t)h->above);
    leave_environment();
    backtrace(warm, 2);
    catch_crashes();
    on_exit(last, NULL);
    control_descriptor = fd;
    control_process = control_self = h->self;
    control = shared;
    exec_take_up(h);
    h->given = 0;
    begin(control_self, (uint64_t)real_main, control_self);
    control_ask(&(ask){.operation = NATIVE_EXECUTED, .caller = (uint64_t)real_main + 1});
}

void control_resume(void)
{
    const char *word = control ? NULL : getenv(NATIVE_EXEC_ENV);

    if (word)
        take_up(atoi(word));
}

/* What the kernel draws anew for each program that is executed is the same in each run: stacks have
 * a word of it.  Frames that are left have none. */
static void settle_chance(void)
{
    void *drawn = (void *)getauxval(AT_RANDOM);

    if (drawn)
        memset(drawn, 1, 16);
    __asm__ volatile("movq %0, %%fs:0x28" : : "r"(0x6c646465680000ull));
}

static int main_again(int argc, char **argv, char **environment)
{
    access_stack(__builtin_frame_address(0));
    exit(real_main(argc, argv, environment));
}

EXPORT int __libc_start_main(main_function *f, int argc, char **argv, void (*init)(void),
                             void (*fini)(void), void (*loader_fini)(void), void *stack_end);
EXPORT int __libc_start_main(main_function *f, int argc, char **argv, void (*init)(void),
                             void (*fini)(void), void (*loader_fini)(void), void *stack_end)
{
    start_function *real = (start_function *)control_real("__libc_start_main");

    real_main = f;
    control_resume();
    if (control) {
        control->slots[control_self].routine = (uint64_t)f;
        settle_chance();
        return real(main_again, argc, argv, init, fini, loader_fini, stack_end);
    }
    if (!attach())
        return real(f, argc, argv, init, fini, loader_fini, stack_end);
    on_exit(last, NULL);
    return real(main_here, argc, argv, init, fini, loader_fini, stack_end);
}

EXPORT _Noreturn void __assert_fail(const char *text, const char *file, unsigned line,
                                    const char *function)
{
    char words[NATIVE_WORDS];

    (void)function;
    if (!control)
        control_end(END_ASSERTION, 0, text, CALLER);
    snprintf(words, sizeof words, "%s\n%u\n%s", text, line, file);
    control_end(END_ASSERTION, line, words, CALLER);
}

/* A handler of the program's runs first, and may not come back. */
EXPORT _Noreturn void abort(void)
{
    if (control)
        signals_abort();
    if (control)
        control_end(END_ABORT, 0, "", CALLER);
    fprintf(stderr, "heddle: the program aborted before main\n");
    leave(134);
}
