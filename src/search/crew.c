/* A stateless search by several processes.
 *
 * Whoever works holds a place; there are as many as workers.  While one is free, a process that is
 * at the end of a run forks.  The new process keeps the run and all that is left to try below a
 * node, the shallowest that has a branch left; the old one goes back to that node and takes the
 * next branch, as if what was handed over were explored.  So every step sleeps in the branches that
 * were begun after its own, whoever explores it, and what sleeps is always a step that was taken.
 *
 * The nodes up to the one of the fork are fixed for the new process.  A race that asks for
 * something to be tried from one of these is told to the process that it was forked from, which
 * sees to it as if it had found the race itself, or tells it on.  A node of dpor or optimal is left
 * only when those that were handed something below it have ended; a process that waits for this has
 * no place.
 *
 * Nothing is lost by this: of the branches of a node each covers the runs that can begin with it
 * and with no branch begun before, whenever it ends; and what a race asks for is left out only when
 * a branch that it can begin with was begun, or will be.  With whole sequences a step that sleeps
 * also covers those that it is no part of, and what is lost by that its own runs ask for, below the
 * branches begun after it: too late for those that were begun while it is still explored, so that
 * in them it is doubted (races.c).  These may begin runs in vain.
 *
 * Processes are heard through pipes, not by whose children they are: what was handed over may be
 * handed on together with the process that explores a part of it.  A process that ends without its
 * last message makes the verdict UNKNOWN.  All die with the one that forked them. */
#define _GNU_SOURCE
#include "search/crew.h"
#include "base/process.h"
#include "search/tales.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATIENCE 50   /* milliseconds between looks at the clock while nothing is heard */
#define GRACE    0.5  /* seconds that a search has to end in before it is killed */
#define PAUSE    4.0  /* how many times the time of a fork passes before the next */
#define NO_PAUSE 1e-4 /* seconds until the next look for something to hand over */
#define CROWD    8u   /* processes that may exist for each place */

crew *crew_open(u32 workers)
{
    crew *c = mem_alloc(sizeof *c);

    *c = (crew){.workers = workers, .up = -1, .failure = -1};
    if (getenv("HEDDLE_LATE"))
        c->late = (u32)atoi(getenv("HEDDLE_LATE"));
    c->board =
        mmap(NULL, sizeof *c->board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    c->failure = memfd_create("failure", MFD_CLOEXEC);
    if (c->board != MAP_FAILED && c->failure >= 0 && pipe2(c->places, O_CLOEXEC | O_NONBLOCK) == 0)
        return c;
    if (c->failure >= 0)
        close(c->failure);
    mem_free(c);
    return NULL;
}

void crew_close(crew *c)
{
    munmap(c->board, sizeof *c->board);
    close(c->places[0]);
    close(c->places[1]);
    close(c->failure);
    vec_free(&c->parts);
    vec_free(&c->children);
    vec_free(&c->polled);
    vec_free(&c->out);
    vec_free(&c->in);
    vec_free(&c->heard);
    mem_free(c);
}

u32 crew_workers(const crew *c)
{
    return c->workers;
}

static u32 now(const u32 *word)
{
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

/* Places. */

static void free_place(crew *c, u8 place)
{
    __atomic_add_fetch(&c->board->free, 1, __ATOMIC_SEQ_CST);
    if (write(c->places[1], &place, 1) != 1)
        die("a place of the crew is lost: %s", strerror(errno));
}

/* -1: none is free. */
static int take_place(crew *c)
{
    u8 place;

    if (read(c->places[0], &place, 1) != 1)
        return -1;
    __atomic_sub_fetch(&c->board->free, 1, __ATOMIC_SEQ_CST);
    return place;
}

static void adopt(stateless *z, int place)
{
    z->crew->place = place;
    z->idle = false;
    if (!z->x.s->ops->places)
        return;
    z->x.s->ops->places->adopt(z->x.s, (u32)place);
    z->cursor = NOWHERE;
}

static void rest(stateless *z)
{
    crew *c = z->crew;

    if (c->place >= 0)
        free_place(c, (u8)c->place);
    c->place = -1;
    z->idle = true;
}

static void set_hungry(crew *c, bool hungry)
{
    if (hungry != c->hungry)
        __atomic_add_fetch(&c->board->hungry, hungry ? 1 : -1, __ATOMIC_SEQ_CST);
    c->hungry = hungry;
}

/* All places but the first are free. */
void crew_begin(stateless *z)
{
    crew *c = z->crew;

    if (ftruncate(c->failure, 0) != 0)
        die("the crew's file cannot be emptied: %s", strerror(errno));
    while (take_place(c) >= 0)
        continue;
    *c->board = (board){0};
    for (u32 i = 1; i < c->workers && !c->late; i++)
        free_place(c, (u8)i);
    if (c->place != 0)
        adopt(z, 0);
    z->idle = false;
    c->next = 0;
    z->x.common = &c->board->common;
}

void crew_quit(crew *c, const char *why)
{
    if (!c->hired)
        return;
    tales_halt(c->board, why);
    _exit(0);
}

/* Until somebody tells something, or a place is free where that is wanted, or for a while. */
static void listen(crew *c, bool place)
{
    vec_clear(&c->polled);
    for (u32 i = 0; i < c->parts.n; i++)
        vec_push(&c->polled, (struct pollfd){.fd = c->parts.at[i].from, .events = POLLIN});
    if (place)
        vec_push(&c->polled, (struct pollfd){.fd = c->places[0], .events = POLLIN});
    poll(c->polled.at, c->polled.n, PATIENCE);
}

/* Work. */

/* Is another way of the step's thread to be taken? */
static bool ways_left(const node *n)
{
    const act *first = n->tried.n ? n->tried.at[0] : n->step;

    for (u32 i = n->at_way; n->step && i < n->ways.n; i++) {
        const way *w = &n->ways.at[i];
        u32 from = i == n->at_way ? n->at_choice : 0;
        bool one = w->kind == first->kind && first->choice >= from && first->choice < w->choices;

        if (w->thread == first->thread && from + one < w->choices)
            return true;
    }
    return false;
}

/* Can the branch be taken from the node? */
static bool leads_on(const node *n, const wake *b)
{
    return can_move(n, b->thread) && !node_sleeps(n, b->thread) &&
           !(n->step && n->step->thread == b->thread);
}

/* What is below a branch that cannot be taken, or aside, may have to be explored without it. */
static bool branches_left(const node *n)
{
    for (const wake *b = n->tree; b; b = b->next)
        if (leads_on(n, b) || b->child || b->aside)
            return true;
    return false;
}

static bool has_work(const node *n)
{
    return branches_left(n) || ways_left(n);
}

/* The first node with work, of this process's own from `from` on; NOWHERE: none has. */
static u32 find_work(const stateless *z, u32 from)
{
    for (u32 i = from; i <= z->depth; i++)
        if (has_work(&z->nodes.at[i]))
            return i;
    return NOWHERE;
}

/* Handing over. */

/* Of the parts below the node, or of the others, those are somebody else's from now on. */
static void give_parts(crew *c, u32 at, bool below)
{
    u32 kept = 0;

    for (u32 i = 0; i < c->parts.n; i++) {
        if ((c->parts.at[i].node > at) == below)
            close(c->parts.at[i].from);
        else
            c->parts.at[kept++] = c->parts.at[i];
    }
    c->parts.n = kept;
}

static void quit(halt_point *p, const char *why)
{
    crew_quit(p->with, why);
}

/* A new process that cannot go on ends the search of all. */
static void guard(stateless *z)
{
    const search_options *o = z->x.o;

    z->crew->halt = (halt_point){.to = quit,
                                 .with = z->crew,
                                 .interrupted = o->interrupted,
                                 .since = z->x.start,
                                 .seconds = o->max.seconds};
    halt_begin(&z->crew->halt);
}

/* In the new process: what is below the node is its own, and nothing is counted yet. */
static void start(stateless *z, u32 at, int up, pid_t parent)
{
    crew *c = z->crew;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    if (c->hired)
        close(c->up);
    c->hired = true;
    c->up = up;
    c->hungry = false;
    vec_clear(&c->children);
    give_parts(c, at, false);
    z->floor = at + 1;
    explore_part(&z->x);
    guard(z);
}

static void watch(stateless *z)
{
    explore_tick(&z->x);
    explore_look(&z->x);
}

/* At this place, or, -1, the next that is free. */
static void begin_work(stateless *z, int place)
{
    crew *c = z->crew;

    c->place = -1;
    z->idle = true;
    set_hungry(c, place < 0);
    while (place < 0 && !z->x.stopped) {
        listen(c, true);
        tales_hear(z);
        watch(z);
        place = take_place(c);
    }
    set_hungry(c, false);
    if (place >= 0)
        adopt(z, place);
}

/* In the old one: goes back to the node. */
static void leave(stateless *z, u32 at)
{
    give_parts(z->crew, at, true);
    for (;;) {
        stateless_pop(z);
        if (z->depth == at)
            return;
        if (top_node(z)->step) {
            stateless_unstep(z);
            act_drop(&z->acts, top_node(z)->step);
            top_node(z)->step = NULL;
        }
    }
}

/* A new process with a pipe to this one, *end: -1: there is none. */
static pid_t split(crew *c, int *end)
{
    double begin = clock_seconds();
    int ends[2];
    pid_t child;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    fflush(stdout);
    child = fork();
    c->next = clock_seconds() + PAUSE * (clock_seconds() - begin);
    *end = ends[child == 0];
    close(ends[child != 0]);
    if (child < 0)
        close(*end);
    return child;
}

/* Forks at the node.  The place is for the one of the two that has none. */
static void hire(stateless *z, u32 at, int place)
{
    crew *c = z->crew;
    bool idle = z->idle;
    pid_t self = getpid(), child;
    int end;

    child = split(c, &end);
    if (child < 0) {
        if (place >= 0)
            free_place(c, (u8)place);
        return;
    }
    if (child == 0) {
        start(z, at, end, self);
        if (!idle)
            begin_work(z, place);
        return;
    }
    __atomic_add_fetch(&c->board->alive, 1, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&c->board->hired, 1, __ATOMIC_SEQ_CST);
    leave(z, at);
    vec_push(&c->parts, (part){end, at});
    vec_push(&c->children, child);
    if (idle)
        adopt(z, place);
}

static bool crowded(const crew *c)
{
    return now(&c->board->alive) >= CROWD * c->workers;
}

static bool sharing(const crew *c)
{
    if (c->late)
        return now(&c->board->hired) < c->late;
    return now(&c->board->free) > now(&c->board->hungry) && !crowded(c) &&
           clock_seconds() >= c->next;
}

/* Hands over what is left below the first node with work, if something is. */
static void hand_over(stateless *z)
{
    u32 at = find_work(z, z->floor);
    int place;

    if (at == NOWHERE || find_work(z, at + 1) == NOWHERE) {
        z->crew->next = clock_seconds() + NO_PAUSE;
        return;
    }
    place = take_place(z->crew);
    if (place >= 0 || z->crew->late)
        hire(z, at, place);
}

/* Those that have ended are no more. */
static void reap(crew *c)
{
    u32 kept = 0;

    for (u32 i = 0; i < c->children.n; i++)
        if (waitpid(c->children.at[i], NULL, WNOHANG) == 0)
            c->children.at[kept++] = c->children.at[i];
    c->children.n = kept;
}

void crew_look(stateless *z)
{
    u32 parts = z->crew->parts.n;

    if (parts)
        tales_hear(z);
    if (z->crew->parts.n < parts)
        reap(z->crew);
    if (sharing(z->crew))
        hand_over(z);
}

bool crew_below(const stateless *z, u32 at)
{
    for (u32 i = 0; i < z->crew->parts.n; i++)
        if (z->crew->parts.at[i].node == at)
            return true;
    return false;
}

/* Waiting. */

static bool awaited(const crew *c, u32 at)
{
    for (u32 i = 0; i < c->parts.n; i++)
        if (c->parts.at[i].node >= at)
            return true;
    return false;
}

bool crew_await(stateless *z)
{
    crew *c = z->crew;

    if (!dynamic(z) || !awaited(c, z->depth))
        return false;
    rest(z);
    while (!z->x.stopped) {
        bool wait = awaited(c, z->depth);
        u32 at = has_work(top_node(z)) ? z->depth
                 : wait && crowded(c)  ? NOWHERE
                                       : find_work(z, z->floor);
        int place = at == NOWHERE ? -1 : take_place(c);

        set_hungry(c, at != NOWHERE && place < 0);
        if (place >= 0 && (at == z->depth || !wait)) {
            adopt(z, place);
            return at == z->depth;
        }
        if (place >= 0) {
            hire(z, at, place);
            if (!z->idle)
                return true;
        }
        if (at == NOWHERE && !wait)
            return false;
        listen(c, at != NOWHERE);
        tales_hear(z);
        watch(z);
    }
    set_hungry(c, false);
    return true;
}

/* The end. */

static void dismiss(crew *c, bool kill_them)
{
    for (u32 i = 0; i < c->children.n; i++) {
        if (kill_them)
            kill(c->children.at[i], SIGKILL);
        process_await(c->children.at[i]);
    }
    for (u32 i = 0; i < c->parts.n; i++)
        close(c->parts.at[i].from);
    vec_clear(&c->children);
    vec_clear(&c->parts);
}

static void hear_to_the_end(stateless *z)
{
    crew *c = z->crew;
    bool posted = false;

    for (;;) {
        if (z->x.stopped && !posted) {
            tales_post(z);
            posted = true;
        }
        if (!c->parts.n || (posted && clock_seconds() > c->board->halted + GRACE))
            break;
        listen(c, false);
        tales_hear(z);
        if (!z->x.stopped)
            watch(z);
    }
    dismiss(c, z->x.stopped);
}

void crew_end(stateless *z)
{
    crew *c = z->crew;
    board *b = c->board;
    result *r = z->x.r;

    rest(z);
    hear_to_the_end(z);
    if (c->hired) {
        tales_end(z);
        __atomic_sub_fetch(&b->common.bytes, z->x.told, __ATOMIC_RELAXED);
        __atomic_sub_fetch(&b->alive, 1, __ATOMIC_SEQ_CST);
        _exit(0);
    }
    r->hired = b->hired;
    if (!r->failed && b->found)
        tales_failure(c, r);
    if (!r->failed && b->common.halt)
        snprintf(r->reason, sizeof r->reason, "%s",
                 *b->reason ? b->reason : "the search was ended");
    z->x.stopped |= b->common.halt;
    z->x.common = NULL;
}
