/* heddle check --mpi.
 *
 * Every rank parses the options and makes the program; the first one does so before the others,
 * which find what was compiled in the cache if they have the same one.  Then all search together
 * (search/ranks.c).  The first rank has the result and goes on as without MPI; the others are at
 * their end.
 *
 * MPI is loaded here, and only when mpirun, or whoever does its work, has started the process.  In
 * the environment, for tests: HEDDLE_RANKS=N makes N ranks of processes of this machine.  With
 * HEDDLE_RANK_LOG=FOLDER what ranks other than the first would say is in a file each, there. */
#define _GNU_SOURCE
#include "session/mpi.h"
#include "base/process.h"
#include "search/ranks.h"
#include "session/rank_processes.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LIBRARY "heddle-mpi.so"

/* What those who start the ranks of MPI tell them by. */
static const char *const rank_variables[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"};

static const char *started_as(void)
{
    const char *rank = NULL;

    for (u32 i = 0; i < LENGTH(rank_variables) && !rank; i++)
        rank = getenv(rank_variables[i]);
    return rank;
}

static void fall_silent(const char *rank)
{
    const char *folder = getenv("HEDDLE_RANK_LOG");
    text path = {0};

    if (folder)
        text_addf(&path, "%s/rank-%s.log", folder, rank);
    else
        text_add(&path, "/dev/null");
    if (!freopen(text_str(&path), "w", stderr) || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        fail(EXIT_OUTPUT, "heddle: %s cannot be written", text_str(&path));
    text_free(&path);
}

void mpi_silence(int argc, char **argv)
{
    const char *rank = started_as();

    for (int i = 1; i < argc && rank; i++)
        if (strcmp(argv[i], "--mpi") == 0 && strcmp(rank, "0") != 0) {
            fall_silent(rank);
            return;
        }
}

/* ---- a rank that is alone ---- */

static bool receive_nothing(transport *t, u32 *from, const u8 **bytes, u32 *n)
{
    (void)t, (void)from, (void)bytes, (void)n;
    return false;
}

static u32 lost_none(transport *t)
{
    (void)t;
    return NO_RANK;
}

static void close_nothing(transport *t, bool in_order)
{
    (void)in_order;
    mem_free(t);
}

static transport *open_alone(void)
{
    transport *t = mem_alloc(sizeof *t);

    *t = (transport){.size = 1,
                     .nearby = 1,
                     .receive = receive_nothing,
                     .lost = lost_none,
                     .close = close_nothing};
    return t;
}

/* ---- the ranks ---- */

static transport *open_library(void)
{
    char *path = find_installed(LIBRARY);
    void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    transport_open *open = NULL;
    transport *t;

    if (library)
        *(void **)&open = dlsym(library, "heddle_transport");
    if (!open)
        fail(EXIT_INPUT, "heddle check: --mpi: %s", dlerror());
    t = open();
    if (!t)
        fail(EXIT_UNKNOWN, "heddle check: --mpi: MPI cannot be begun");
    mem_free(path);
    return t;
}

static transport *open_processes(const char *ranks)
{
    transport *t = rank_processes_open((u32)strtoul(ranks, NULL, 10));
    char number[16];

    if (!t)
        fail(EXIT_USAGE, "heddle check: HEDDLE_RANKS is a number from 1 to 16");
    snprintf(number, sizeof number, "%u", t->rank);
    if (t->rank)
        fall_silent(number);
    return t;
}

void mpi_begin(session *c)
{
    const char *processes = getenv("HEDDLE_RANKS");

    if (!c->o.mpi)
        return;
    if (started_as())
        c->ranks = open_library();
    else if (processes && *processes)
        c->ranks = open_processes(processes);
    else
        c->ranks = open_alone();
    if (!started_as() && !(processes && *processes) && !c->o.quiet)
        note("--mpi without mpirun is one rank; mpirun -n 8 heddle check --mpi ... starts eight");
}

/* ---- the program ---- */

/* The first message: the first rank has loaded the program. */
static void await_first(transport *t)
{
    const u8 *bytes;
    u32 from, n;

    while (!t->receive(t, &from, &bytes, &n)) {
        if (t->lost(t) != NO_RANK)
            exit(EXIT_UNKNOWN);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

void mpi_load(session *c)
{
    transport *t = c->ranks;
    u8 loaded = 1;

    if (t->rank)
        await_first(t);
    c->p = front_load(&c->o.front);
    for (u32 i = 1; t->rank == 0 && i < t->size; i++)
        t->send(t, i, &loaded, 1);
}

static void is_another(u32 rank)
{
    fail(EXIT_INPUT,
         "heddle check: rank %u has made another program of the same files; every machine needs "
         "the same sources and the same compiler",
         rank);
}

/* ---- the search ---- */

/* What belongs to a session, of one rank. */
typedef struct share {
    session *c;
    sys *machine;
} share;

static void put_bytes(byte_list *out, const void *bytes, size_t n)
{
    bytes_put(out, n);
    vec_reserve(out, n);
    if (n)
        memcpy(out->at + out->n, bytes, n);
    out->n += (u32)n;
}

/* The string stays where it is. */
static const u8 *get_bytes(const u8 **at, u32 *n)
{
    *n = (u32)bytes_get(at);
    *at += *n;
    return *at - *n;
}

static char *get_string(const u8 **at)
{
    u32 n;
    const u8 *bytes = get_bytes(at, &n);

    return mem_strndup((const char *)bytes, n);
}

static void put_growth(const growth *g, byte_list *out)
{
    bytes_put(out, g->states);
    bytes_put(out, g->rows.n);
    for (u32 i = 0; i < g->rows.n; i++) {
        const growth_row *r = &g->rows.at[i];

        put_bytes(out, r->file, strlen(r->file));
        put_bytes(out, r->where, strlen(r->where));
        bytes_put(out, r->line);
        bytes_put(out, r->states);
        put_bytes(out, r->values, sizeof r->values);
    }
    bytes_put(out, g->threads.n);
    for (u32 i = 0; i < g->threads.n; i++) {
        const char *name = g->threads.at[i].name;

        put_bytes(out, name, name ? strlen(name) : 0);
        bytes_put(out, g->threads.at[i].states);
    }
}

/* The program's own string. */
static const char *file_named(const program *p, const char *name)
{
    for (u32 i = 0; i < p->files.n; i++)
        if (strcmp(p->files.at[i], name) == 0)
            return p->files.at[i];
    return "";
}

static void get_row(const program *p, growth *g, const u8 **at)
{
    growth_row r = {0};
    char *file = get_string(at);
    u32 n;

    r.file = file_named(p, file);
    r.where = get_string(at);
    r.line = (u32)bytes_get(at);
    r.states = bytes_get(at);
    memcpy(r.values, get_bytes(at, &n), sizeof r.values);
    vec_push(&g->rows, r);
    mem_free(file);
}

static void get_thread(growth *g, u32 slot, const u8 **at)
{
    char *name = get_string(at);
    growth_thread *t;

    while (g->threads.n <= slot)
        vec_push(&g->threads, ((growth_thread){0}));
    t = &g->threads.at[slot];
    t->states += bytes_get(at);
    if (!t->name && *name) {
        t->name = name;
        return;
    }
    mem_free(name);
}

/* Rows of one line become one when they are sorted. */
static void get_growth(const program *p, growth *g, const u8 **at)
{
    g->states += bytes_get(at);
    for (u64 n = bytes_get(at); n; n--)
        get_row(p, g, at);
    for (u32 i = 0, n = (u32)bytes_get(at); i < n; i++)
        get_thread(g, i, at);
}

/* Which instructions were reached, how often queries were evaluated, what new states came from. */
static void leave(void *with, byte_list *out)
{
    const share *s = with;
    const session *c = s->c;

    bytes_put(out, vm_evaluations(s->machine));
    put_growth(&c->growth, out);
    put_bytes(out, c->reached ? c->reached[0] : NULL, c->reached ? program_marks_size(c->p) : 0);
}

static void join(void *with, const u8 *bytes, u32 n)
{
    const share *s = with;
    session *c = s->c;
    const u8 *marks;
    u32 size;

    (void)n;
    c->elsewhere += bytes_get(&bytes);
    get_growth(c->p, &c->growth, &bytes);
    marks = get_bytes(&bytes, &size);
    for (u32 i = 0; c->reached && i < size; i++)
        c->reached[0][i] |= marks[i];
}

static sys *lowest(sys *s)
{
    while (s->inner)
        s = s->inner;
    return s;
}

void mpi_search(session *c, sys *s, const search_options *o)
{
    transport *t = c->ranks;
    share of = {c, lowest(s)};
    search_options own = *o;
    ranks_options how = {.t = t,
                         .system = c->p->hash,
                         .differs = is_another,
                         .memory = c->memory_asked ? o->max.memory : 0,
                         .leave = leave,
                         .join = join,
                         .with = &of};
    bool first = t->rank == 0;

    own.workers = 1;
    if (!c->memory_asked)
        own.max.memory /= t->nearby;
    search_ranks(s, &own, &how, &c->r);
    c->ranks = NULL;
    if (!first)
        exit(0);
}
