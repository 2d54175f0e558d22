/* Advice at UNKNOWN.
 *
 * Where a limit of time, memory or states ended the search, the lines that most new states come
 * from, the variables that take most values there, and searches that find errors in a small part of
 * the runs.  Where a run was cut at a function that only a real process can do, heddle native. */
#include "session/advice.h"
#include "session/abstraction.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 3 };

/* Functions of processes, signals and the kernel that heddle native has and heddle check has not.
 */
static const char *const of_native[] = {
    "fork",           "vfork",         "wait",         "waitpid",    "waitid",  "execl",
    "execlp",         "execle",        "execv",        "execvp",     "execve",  "execvpe",
    "posix_spawn",    "posix_spawnp",  "system",       "popen",      "pipe",    "pipe2",
    "socket",         "socketpair",    "bind",         "listen",     "accept",  "accept4",
    "connect",        "send",          "sendto",       "sendmsg",    "recv",    "recvfrom",
    "recvmsg",        "shutdown",      "poll",         "ppoll",      "select",  "pselect",
    "epoll_create",   "epoll_create1", "epoll_ctl",    "epoll_wait", "eventfd", "signalfd",
    "timerfd_create", "timer_create",  "alarm",        "setitimer",  "pause",   "sigsuspend",
    "shm_open",       "mmap",          "shmget",       "shmat",      "semget",  "semop",
    "msgget",         "msgsnd",        "msgrcv",       "mq_open",    "mq_send", "mq_receive",
    "flock",          "lockf",         "inotify_init", "futex",
};

/* What the machine itself says of what it cannot do. */
static const char *const cuts[] = {"(pthread_kill)", "syscall() other than", "(kill)",
                                   "(sigqueue)"};

static void push(text *line, note_list *out)
{
    vec_push(out, mem_strdup(text_str(line)));
    text_free(line);
}

/* `function 'fork' is not defined`. */
static bool names_function(const char *reason, const char *name)
{
    const char *at = strstr(reason, "function '");
    size_t n = strlen(name);

    at = at ? at + strlen("function '") : NULL;
    return at && strncmp(at, name, n) == 0 && at[n] == '\'';
}

static bool needs_native(const char *reason)
{
    for (u32 i = 0; i < LENGTH(of_native); i++)
        if (names_function(reason, of_native[i]))
            return true;
    for (u32 i = 0; i < LENGTH(cuts); i++)
        if (strstr(reason, cuts[i]))
            return true;
    return false;
}

static void add_files(const options *o, text *line)
{
    for (u32 i = 0; i < o->front.files.n; i++)
        text_addf(line, " %s", o->front.files.at[i]);
}

static void advise_native(const options *o, note_list *out)
{
    text line = {0};

    text_add(&line, "heddle native checks programs with processes, sockets, signals and futexes as "
                    "they run: heddle cc -o prog");
    add_files(o, &line);
    text_add(&line, " && heddle native -- ./prog");
    push(&line, out);
}

/* Where new states come from. */
static void advise_growth(const session *c, note_list *out)
{
    text line = {0};

    text_add(&line, "new states come from ");
    if (growth_say(&c->growth, LINES, &line))
        push(&line, out);
    text_free(&line);
}

static bool uses(const program *p, const char *function)
{
    for (u32 i = 0; i < p->funcs.n; i++)
        if (p->funcs.at[i]->runtime && !strcmp(p->funcs.at[i]->name, function))
            return true;
    return false;
}

/* What else is no error for the user: a trace does not need it, a search does. */
static void add_allowed(const options *o, text *line)
{
    if (o->rules.allow_deadlock)
        text_add(line, " --allow-deadlock");
    if (o->rules.allow_hang)
        text_add(line, " --allow-hang");
    if (o->rules.allow_partial)
        text_add(line, " --allow-partial-deadlock");
}

static bool allows(const options *o)
{
    return o->rules.allow_deadlock || o->rules.allow_hang || o->rules.allow_partial;
}

/* The user's own words, as a shell takes them, but for the one numbered `but`, which becomes
 * `other`; which reductions there are is the search's. */
static void add_words(const options *o, u32 but, const char *other, text *line)
{
    add_allowed(o, line);
    for (u32 i = 0; i < o->shaping.n; i++) {
        const char *word = i == but ? other : o->shaping.at[i];

        if (strncmp(word, "--reduction", strlen("--reduction")) == 0) {
            i += !strchr(word, '=');
            continue;
        }
        text_addc(line, ' ');
        text_shell(line, word);
    }
}

static void advise(const session *c, const char *what, const char *option, note_list *out)
{
    text line = {0};

    text_addf(&line, "%s: heddle %s", what, option);
    add_words(&c->o, UINT32_MAX, NULL, &line);
    push(&line, out);
}

/* Does word i begin with a name that may be a size: `-DN=5`, or `N=5` after `--set`? */
static bool defines(const string_list *words, u32 i)
{
    return strncmp(words->at[i], "-D", 2) == 0 || (i > 0 && strcmp(words->at[i - 1], "--set") == 0);
}

/* The number of `NAME=NUMBER`, where it can be smaller; else 0. */
static u64 size_of(const string_list *words, u32 i)
{
    const char *equals = defines(words, i) ? strchr(words->at[i], '=') : NULL;
    char *end;
    u64 n = equals ? strtoull(equals + 1, &end, 10) : 0;

    return equals && equals[1] && !*end && n > 2 ? n : 0;
}

/* Most defects show in a small instance. */
static void advise_smaller(const session *c, note_list *out)
{
    for (u32 i = 0; i < c->o.shaping.n; i++) {
        const char *word = c->o.shaping.at[i];
        u64 n = size_of(&c->o.shaping, i);
        text smaller = {0}, line = {0};

        if (!n)
            continue;
        text_addf(&smaller, "%.*s%" PRIu64, (int)(strchr(word, '=') + 1 - word), word, n - 1);
        text_addf(&line, "a smaller size keeps most defects: heddle %s", c->p ? "check" : "asm");
        add_words(&c->o, i, text_str(&smaller), &line);
        push(&line, out);
        text_free(&smaller);
        return;
    }
}

/* Does the search of the whole program have nothing that other searches know nothing of? */
static bool is_plain(const session *c)
{
    return c->o.vm.memory == MEMORY_SC && !c->live.goals.n && !c->properties.branches.n &&
           !c->o.abstract.n && !c->o.thread_symmetry;
}

static bool can_merge_threads(const session *c)
{
    return is_plain(c) && !c->o.context_bound.set && !c->o.rules.leaks &&
           c->o.vm.addresses != ADDRESSES_LAYOUT && uses(c->p, "pthread_create");
}

/* Not the whole of a variable that has many values. */
static void advise_abstraction(const session *c, note_list *out)
{
    text what = {0}, option = {0}, name = {0};

    text_add(&option, "check");
    if (abstraction_find(c, &option, &name)) {
        text_addf(&what,
                  "errors that need few values of %s show early where states are told apart by "
                  "whether it is 0; nothing is proved by that",
                  text_str(&name));
        advise(c, text_str(&what), text_str(&option), out);
    }
    text_free(&what);
    text_free(&option);
    text_free(&name);
}

static void advise_searches(const session *c, note_list *out)
{
    const options *o = &c->o;
    bool by_chance = o->stateless.kind == SEARCH_RANDOM || o->stateless.kind == SEARCH_PCT;

    if (is_plain(c) && !o->context_bound.set && o->engine != ENGINE_STATELESS)
        advise(c, "errors with few preemptions come early in", "check --context-bound 0..3", out);
    if (is_plain(c) && !by_chance)
        advise(c, "errors in large programs are often met by chance",
               "check --engine stateless --search pct --runs 100000", out);
    if (is_plain(c) && !o->context_bound.set && !o->invariant.n && !allows(o))
        advise(c, "many searches that differ find more than a large one", "swarm", out);
    if (!o->rules.no_spurious && (uses(c->p, "pthread_cond_wait") || uses(c->p, "cnd_wait")))
        advise(c, "fewer states, where no wait ends without a signal", "check --no-spurious", out);
    if (can_merge_threads(c) && !by_chance)
        advise(c, "fewer states, where several threads run the same function",
               "check --thread-symmetry", out);
    if (is_plain(c) && !o->context_bound.set && o->engine != ENGINE_STATELESS)
        advise_abstraction(c, out);
    advise_smaller(c, out);
}

static void advise_running(const session *c, note_list *out)
{
    const options *o = &c->o;
    bool by_chance = o->stateless.kind == SEARCH_RANDOM || o->stateless.kind == SEARCH_PCT;

    if (!o->preemption_bound.set)
        advise(c, "errors with few preemptions come early in",
               "native --search full --preemption-bound 2", out);
    if (!by_chance)
        advise(c, "errors in large programs are often met by chance",
               "native --search pct --runs 100000", out);
    if (!o->rules.no_spurious && c->condition && strstr(c->condition, "spurious"))
        advise(c, "fewer runs, where no wait ends without a signal", "native --no-spurious", out);
}

/* Diagrams know no store buffers, no common clock and no labels to switch at. */
static bool fits_diagrams(const options *o)
{
    return o->vm.memory == MEMORY_SC && o->asm_system.arch != ARCH_SMP &&
           !o->asm_machine.switch_at && !o->outcomes && !o->mu.n && o->fair != FAIR_STRONG;
}

static void advise_system(const session *c, note_list *out)
{
    if (c->o.asm_engine == ASM_DFS)
        advise(c, "errors near the start come early in", "asm --engine bfs", out);
    if (asm_searches(c->o.asm_engine) && fits_diagrams(&c->o))
        advise(c, "sets of states may have small diagrams where there are many states",
               "asm --engine bdd", out);
    advise_smaller(c, out);
}

static bool limited(const char *reason)
{
    return strstr(reason, "--max-time") || strstr(reason, "--max-memory") ||
           strstr(reason, "--max-states") || strstr(reason, "interrupted");
}

void advice_find(const session *c, note_list *out)
{
    if (needs_native(c->r.reason))
        advise_native(&c->o, out);
    if (!limited(c->r.reason))
        return;
    advise_growth(c, out);
    if (c->p)
        advise_searches(c, out);
    else if (c->runs)
        advise_running(c, out);
    else if (strcmp(c->command, "asm") == 0)
        advise_system(c, out);
}
