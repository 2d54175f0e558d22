/* heddle swarm: many searches of one program, each incomplete in its own way, after Holzmann, Joshi
 * and Groce (Swarm Verification Techniques, 2011).
 *
 * A member is a `heddle check` with options that its number and the seed choose, in a process of
 * its own.  The first that finds an error, or proves that there is none, ends all others, and what
 * it said is what the swarm says.  Members know nothing of each other, so they can as well be tasks
 * of a job array on many machines. */
#include "base/process.h"
#include "base/tool.h"
#include "search/figures.h"
#include "session/interrupt.h"
#include "session/session.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MEMBERS       12
#define SECONDS       60.0
#define GRACE         10.0 /* seconds that a member may take to end at its limit */
#define STORE_BYTES   (64 << 20)
#define LEAST_BYTES   (16u << 20)
#define RUNS          "1000000000" /* more than there is time for */
#define BOUND_MOST    3
#define CHANGES_LEAST 2
#define CHANGES_MOST  9

/* The kinds of searches, which the members have in turn: KIND(name, uses stores of states). */
#define KINDS(KIND)           \
    KIND(BITSTATE_DEEP, true) \
    KIND(PCT, false)          \
    KIND(BOUNDED, false)      \
    KIND(RANDOM, false)       \
    KIND(BITSTATE_WIDE, true) \
    KIND(PCT_AGAIN, false)
typedef enum kind {
#define KIND(name, states) name,
    KINDS(KIND)
#undef KIND
        KIND_COUNT
} kind;

typedef struct searcher {
    u32 number;  /* from 1 on */
    text search; /* its options, with spaces between */
    VEC(char *) words;
    char *log, *trace;
    pid_t pid; /* 0: it does not run */
    double begun, seconds;
    int status;
    bool ended, stopped;
    text said;
} searcher;

typedef struct swarm {
    options o;
    char *heddle, *folder;
    u32 jobs;
    VEC(searcher) members;
    searcher *first; /* with a verdict; NULL: none has one */
    double begun;
} swarm;

/* ---- what a member searches ---- */

/* With store buffers there are only searches over states. */
static kind kind_of(const swarm *w, u32 number)
{
    if (w->o.vm.memory != MEMORY_SC)
        return number % 2 ? BITSTATE_DEEP : BITSTATE_WIDE;
    return (kind)((number - 1) % KIND_COUNT);
}

static void add_word(searcher *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add_word(searcher *m, const char *format, ...)
{
    char word[80];
    va_list args;

    va_start(args, format);
    vsnprintf(word, sizeof word, format, args);
    va_end(args);
    vec_push(&m->words, mem_strdup(word));
    text_addf(&m->search, "%s%s", m->search.n ? " " : "", word);
}

static void add_search(const swarm *w, searcher *m)
{
    u32 turn = (m->number - 1) / KIND_COUNT;
    u64 seed = w->o.stateless.seed + m->number,
        bytes = w->o.store_size ? w->o.store_size : STORE_BYTES;
    kind k = kind_of(w, m->number);

    switch (k) {
    case BITSTATE_DEEP:
    case BITSTATE_WIDE:
        add_word(m, "--engine=%s", k == BITSTATE_DEEP ? "dfs" : "bfs");
        add_word(m, "--store=bitstate");
        add_word(m, "--store-size=%" PRIu64, bytes);
        add_word(m, "--store-seed=%" PRIu64, seed);
        break;
    case BOUNDED:
        add_word(m, "--context-bound=%u", turn < BOUND_MOST ? turn : BOUND_MOST);
        break;
    case PCT:
    case PCT_AGAIN:
        add_word(m, "--engine=stateless");
        add_word(m, "--search=pct");
        add_word(m, "--changes=%u",
                 CHANGES_LEAST + (2 * turn + (k == PCT_AGAIN)) % (CHANGES_MOST - 1));
        add_word(m, "--seed=%" PRIu64, seed);
        add_word(m, "--runs=" RUNS);
        break;
    case RANDOM:
    case KIND_COUNT:
        add_word(m, "--engine=stateless");
        add_word(m, "--search=random");
        add_word(m, "--seed=%" PRIu64, seed);
        add_word(m, "--runs=" RUNS);
        break;
    }
}

static double limit_of(const swarm *w)
{
    return w->o.max.seconds > 0 ? w->o.max.seconds : SECONDS;
}

static u64 memory_of(const swarm *w)
{
    u64 share = session_memory() / w->jobs;

    return w->o.max.memory ? w->o.max.memory : share > LEAST_BYTES ? share : LEAST_BYTES;
}

/* The file without its folder and what follows its last dot. */
static void add_name(const char *file, text *out)
{
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file,
               *dot = strrchr(name, '.');

    text_addn(out, name, dot && dot != name ? (size_t)(dot - name) : strlen(name));
}

/* Files that are asked for: of the member whose word counts. */
enum { FORMATS = 3 };
typedef struct format {
    const char *option, *path; /* path: NULL, it was not asked for */
} format;

static void formats_of(const swarm *w, format out[static FORMATS])
{
    out[0] = (format){"--html", w->o.html};
    out[1] = (format){"--sarif", w->o.sarif};
    out[2] = (format){"--junit", w->o.junit};
}

/* Where the member writes one: a member that is all of the swarm, where it is asked for. */
static void add_format_path(const swarm *w, u32 number, const format *f, text *out)
{
    if (w->o.member)
        text_add(out, f->path);
    else
        text_addf(out, "%s/%u%s", w->folder, number, f->option);
}

static void add_formats(const swarm *w, searcher *m)
{
    format formats[FORMATS];

    formats_of(w, formats);
    for (u32 i = 0; i < FORMATS; i++) {
        text word = {0};

        if (!formats[i].path)
            continue;
        text_addf(&word, "%s=", formats[i].option);
        add_format_path(w, m->number, &formats[i], &word);
        vec_push(&m->words, word.at);
    }
}

/* The files of the member whose word counts, of UNKNOWN those of the first that came to its end. */
static void keep_formats(const swarm *w)
{
    const searcher *m = w->first;
    format formats[FORMATS];

    for (u32 i = 0; i < w->members.n && !m; i++)
        if (w->members.at[i].ended && !w->members.at[i].stopped)
            m = &w->members.at[i];
    formats_of(w, formats);
    for (u32 i = 0; i < FORMATS && m; i++) {
        text path = {0}, contents = {0};
        FILE *to = formats[i].path ? fopen(formats[i].path, "w") : NULL;

        add_format_path(w, m->number, &formats[i], &path);
        if (to && text_read_file(&contents, text_str(&path)))
            fputs(text_str(&contents), to);
        if (formats[i].path && (!to || fclose(to) != 0))
            fail(EXIT_OUTPUT, "heddle swarm: %s: %s", formats[i].path, strerror(errno));
        text_free(&path);
        text_free(&contents);
    }
}

static void make_member(swarm *w, u32 number)
{
    searcher m = {.number = number};
    text path = {0}, log = {0}, word = {0};

    add_name(w->o.front.files.at[0], &path);
    text_addf(&path, ".%u.trace", number);
    text_addf(&log, "%s/%u", w->folder, number);
    add_search(w, &m);
    text_addf(&word, "--max-memory=%" PRIu64, memory_of(w));
    vec_push(&m.words, mem_strdup(text_str(&word)));
    text_clear(&word);
    text_addf(&word, "--max-time=%g", limit_of(w));
    vec_push(&m.words, mem_strdup(text_str(&word)));
    text_clear(&word);
    text_addf(&word, "--trace=%s", text_str(&path));
    vec_push(&m.words, mem_strdup(text_str(&word)));
    text_free(&word);
    add_formats(w, &m);
    m.trace = path.at;
    m.log = log.at;
    vec_push(&w->members, m);
}

static void command_of(const swarm *w, const searcher *m, string_list *out)
{
    vec_push(out, w->heddle);
    vec_push(out, "check");
    for (u32 i = 0; i < m->words.n; i++)
        vec_push(out, m->words.at[i]);
    for (u32 i = 0; i < w->o.shaping.n; i++)
        vec_push(out, w->o.shaping.at[i]);
    vec_push(out, NULL);
}

/* ---- running them ---- */

static void begin(swarm *w, searcher *m)
{
    string_list words = {0};
    int log = open(m->log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

    command_of(w, m, &words);
    m->begun = clock_seconds();
    m->pid =
        log < 0 ? -1 : process_start(words.at, &(process_setup){STREAM_NONE, log, log, NULL, true});
    if (m->pid < 0)
        fail(EXIT_UNKNOWN, "heddle swarm: %s cannot be run: %s", w->heddle, strerror(errno));
    close(log);
    vec_free(&words);
}

static int exit_of(const searcher *m)
{
    return WIFEXITED(m->status) ? WEXITSTATUS(m->status) : EXIT_BUG;
}

/* FAILED and VERIFIED end the swarm, and so does what is wrong with the program or the options. */
static bool decides(const searcher *m)
{
    return m->ended && !m->stopped && exit_of(m) != EXIT_UNKNOWN;
}

static void look(swarm *w, searcher *m)
{
    double now = clock_seconds();

    if (waitpid(m->pid, &m->status, WNOHANG) == m->pid) {
        m->pid = 0;
        m->ended = true;
        m->seconds = now - m->begun;
        text_read_file(&m->said, m->log);
        if (decides(m) && !w->first)
            w->first = m;
        else if (m->stopped || exit_of(m) == EXIT_FAILED)
            unlink(m->trace); /* another was first */
    } else if (!m->stopped && (w->first || interrupted || now - m->begun > limit_of(w) + GRACE)) {
        m->stopped = true;
        kill(-m->pid, SIGKILL);
    }
}

static void run_all(swarm *w)
{
    u32 next = 0, alive;

    do {
        alive = 0;
        for (u32 i = 0; i < next; i++) {
            if (w->members.at[i].pid)
                look(w, &w->members.at[i]);
            alive += w->members.at[i].pid != 0;
        }
        for (; alive < w->jobs && next < w->members.n && !w->first && !interrupted; alive++)
            begin(w, &w->members.at[next++]);
        if (alive)
            usleep(5000);
    } while (alive);
}

/* ---- what is said ---- */

static const char *word_of(const searcher *m)
{
    static const char *const words[] = {"VERIFIED", "FAILED", "UNKNOWN"};

    if (!m->ended)
        return "-";
    if (m->stopped)
        return "stopped";
    return exit_is_verdict(exit_of(m)) ? words[exit_of(m)] : "refused";
}

static void print_table(const swarm *w)
{
    printf("member  verdict    seconds  search\n");
    for (u32 i = 0; i < w->members.n; i++) {
        const searcher *m = &w->members.at[i];

        printf("%6u  %-8s  %8.1f  %s\n", m->number, word_of(m), m->seconds, text_str(&m->search));
    }
}

static const char *last_line(const char *said)
{
    size_t n = strlen(said);

    while (n && said[n - 1] == '\n')
        n--;
    while (n && said[n - 1] != '\n')
        n--;
    return said + n;
}

static int tell(const swarm *w)
{
    u32 ended = 0;
    char seconds[FIGURE];

    if (w->first && !exit_is_verdict(exit_of(w->first))) {
        fputs(text_str(&w->first->said), stderr); /* all others would say the same */
        return exit_of(w->first);
    }
    if (!w->o.quiet)
        print_table(w);
    if (w->first) {
        const char *said = text_str(&w->first->said);

        fputs(w->o.quiet ? last_line(said) : said, stdout);
        return exit_of(w->first);
    }
    for (u32 i = 0; i < w->members.n; i++)
        ended += w->members.at[i].ended && !w->members.at[i].stopped;
    printf("UNKNOWN: no error was found by %u of %u searches, none of which is exhaustive%s; %s\n",
           ended, w->members.n, interrupted ? "; interrupted" : "",
           figure_seconds(seconds, clock_seconds() - w->begun));
    return EXIT_UNKNOWN;
}

/* ---- other machines ---- */

/* A task of the array is a member. */
static void print_slurm(const swarm *w, u32 members)
{
    u64 megabytes = (memory_of(w) >> 20) + 256, minutes = (u64)((limit_of(w) + 90) / 60) + 1;
    text words = {0};

    printf("#!/bin/sh\n"
           "#SBATCH --job-name=heddle-swarm\n"
           "#SBATCH --array=1-%u\n"
           "#SBATCH --ntasks=1\n"
           "#SBATCH --cpus-per-task=1\n"
           "#SBATCH --mem=%" PRIu64 "M\n"
           "#SBATCH --time=%" PRIu64 "\n"
           "#SBATCH --output=swarm-%%A-%%a.out\n"
           "# sbatch this file; a task that ends with status 1 has found an error, and ends the "
           "others.\n",
           members, megabytes, minutes);
    text_shell(&words, w->heddle);
    printf("%s", text_str(&words));
    printf(
        " swarm --members %u --member \"$SLURM_ARRAY_TASK_ID\" --max-time %g --max-memory %" PRIu64,
        members, limit_of(w), memory_of(w));
    if (w->o.stateless.seed)
        printf(" --seed %" PRIu64, w->o.stateless.seed);
    if (w->o.store_size)
        printf(" --store-size %" PRIu64, w->o.store_size);
    for (u32 i = 0; i < w->o.shaping.n; i++) {
        text_clear(&words);
        text_shell(&words, w->o.shaping.at[i]);
        printf(" %s", text_str(&words));
    }
    text_free(&words);
    printf("\nstatus=$?\n"
           "[ $status = 1 ] && scancel \"$SLURM_ARRAY_JOB_ID\"\n"
           "exit $status\n");
}

static _Noreturn void become(const swarm *w, const searcher *m)
{
    string_list words = {0};

    command_of(w, m, &words);
    execv(w->heddle, (char *const *)(uintptr_t)words.at);
    fail(EXIT_UNKNOWN, "heddle swarm: %s cannot be run: %s", w->heddle, strerror(errno));
}

/* ---- */

static void refuse(const swarm *w, u32 members)
{
    const options *o = &w->o;

    if (!o->front.files.n)
        fail(EXIT_USAGE, "heddle swarm: no file was given; heddle help swarm says more");
    if (o->reduction.given)
        fail(EXIT_USAGE, "heddle swarm: --reduction is for one kind of search, and a swarm has "
                         "several");
    if (o->vm.memory == MEMORY_RC11)
        fail(EXIT_USAGE, "heddle swarm: --memory rc11 has one search alone, that of heddle check");
    if (o->member > members)
        fail(EXIT_USAGE, "heddle swarm: --member %u of %u members", o->member, members);
}

static void close_swarm(swarm *w)
{
    for (u32 i = 0; i < w->members.n; i++) {
        searcher *m = &w->members.at[i];

        for (u32 k = 0; k < m->words.n; k++)
            mem_free(m->words.at[k]);
        vec_free(&m->words);
        text_free(&m->search);
        text_free(&m->said);
        mem_free(m->log);
        mem_free(m->trace);
    }
    vec_free(&w->members);
    folder_remove(w->folder);
    mem_free(w->folder);
    mem_free(w->heddle);
    options_free(&w->o);
}

int cmd_swarm(int argc, char **argv)
{
    swarm w = {.begun = clock_seconds()};
    u32 members;
    int exit_status;

    options_parse(&w.o, FOR_SWARM, argc, argv);
    members = w.o.members ? w.o.members : MEMBERS;
    refuse(&w, members);
    w.jobs = w.o.jobs ? (u32)w.o.jobs : (u32)sysconf(_SC_NPROCESSORS_ONLN);
    w.heddle = find_self();
    if (w.o.slurm) {
        print_slurm(&w, members);
        return 0;
    }
    w.folder = w.o.member ? mem_strdup("") : folder_temporary("heddle-swarm");
    for (u32 k = 1; k <= members; k++)
        make_member(&w, k);
    if (w.o.member)
        become(&w, &w.members.at[w.o.member - 1]);
    interrupt_listen();
    run_all(&w);
    keep_formats(&w);
    exit_status = tell(&w);
    close_swarm(&w);
    return exit_status;
}
