/* Work stealing: a stateless search by several processes.
 *
 * A process that works holds a place; there are as many places as workers.  While a place is free,
 * a process that is at the end of a run forks.  The new process keeps the run and all that is left
 * to try below a node: the shallowest node that has a branch left.  The old process goes back to
 * that node and takes the next branch, as if what it handed over were explored.  So every step
 * sleeps in the branches that were begun after its own, whoever explores it, and what sleeps is
 * always a step that was taken.
 *
 * The nodes up to the one of the fork are fixed for the new process.  When a race asks for
 * something to be tried from one of these, the new process sends a message to the process that it
 * was forked from.  That one acts as if it had found the race itself, or sends the message on. With
 * dpor and optimal a node is left only when the processes that were handed something below it have
 * ended; a process that waits for this has no place.
 *
 * Nothing is lost by this: of the branches of a node each covers the runs that can begin with it
 * and with no branch begun before, whenever it ends; and what a race asks for is left out only when
 * a branch that it can begin with was begun, or will be.
 *
 * Messages come through pipes, and the reader need not be the parent of the process that writes:
 * what was handed over may be handed on, together with the process that explores a part of it.  A
 * process that ends without its last message makes the verdict UNKNOWN.  A process dies with the
 * one that forked it. */
#define _GNU_SOURCE
#include "search/worker_pool.h"
#include "base/process.h"
#include "search/worker_messages.h"

#include <assert.h>
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

#define PATIENCE       50   /* milliseconds between looks at the clock while nothing is received */
#define GRACE          0.5  /* seconds that a search has to end in before it is killed */
#define PAUSE          4.0  /* how many times the time of a fork passes before the next */
#define NO_PAUSE       1e-4 /* seconds until the next look for something to hand over */
#define MOST_PROCESSES 8u   /* processes that may exist for each place */

worker_pool *worker_pool_open(u32 workers)
{
    worker_pool *c = mem_alloc(sizeof *c);

    *c = (worker_pool){.size = workers, .up = -1, .failure = -1};
    if (getenv("HEDDLE_LATE"))
        c->late = (u32)atoi(getenv("HEDDLE_LATE"));
    c->shared =
        mmap(NULL, sizeof *c->shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    c->failure = memfd_create("failure", MFD_CLOEXEC);
    if (c->shared != MAP_FAILED && c->failure >= 0 && pipe2(c->places, O_CLOEXEC | O_NONBLOCK) == 0)
        return c;
    if (c->failure >= 0)
        close(c->failure);
    mem_free(c);
    return NULL;
}

void worker_pool_close(worker_pool *c)
{
    munmap(c->shared, sizeof *c->shared);
    close(c->places[0]);
    close(c->places[1]);
    close(c->failure);
    vec_free(&c->parts);
    vec_free(&c->children);
    vec_free(&c->polled);
    vec_free(&c->out);
    vec_free(&c->in);
    vec_free(&c->received);
    mem_free(c);
}

u32 worker_pool_size(const worker_pool *c)
{
    return c->size;
}

static u32 now(const u32 *word)
{
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

/* Places. */

static void free_place(worker_pool *c, u8 place)
{
    __atomic_add_fetch(&c->shared->free, 1, __ATOMIC_SEQ_CST);
    if (write(c->places[1], &place, 1) != 1)
        die("a place of the workers is lost: %s", strerror(errno));
}

/* -1: none is free. */
static int take_place(worker_pool *c)
{
    u8 place;

    if (read(c->places[0], &place, 1) != 1)
        return -1;
    __atomic_sub_fetch(&c->shared->free, 1, __ATOMIC_SEQ_CST);
    return place;
}

static void adopt(stateless *ss, int place)
{
    assert(place >= 0 && (u32)place < ss->pool->size);
    ss->pool->place = place;
    ss->idle = false;
    if (!ss->x.s->ops->places)
        return;
    ss->x.s->ops->places->adopt(ss->x.s, (u32)place);
    ss->cursor = NOWHERE;
}

static void leave_place(stateless *ss)
{
    worker_pool *c = ss->pool;

    if (c->place >= 0)
        free_place(c, (u8)c->place);
    c->place = -1;
    ss->idle = true;
}

static void set_waiting(worker_pool *c, bool waiting)
{
    if (waiting != c->waiting)
        __atomic_add_fetch(&c->shared->waiting, waiting ? 1 : -1, __ATOMIC_SEQ_CST);
    c->waiting = waiting;
}

/* All places but the first are free. */
void worker_pool_begin(stateless *ss)
{
    worker_pool *c = ss->pool;

    if (ftruncate(c->failure, 0) != 0)
        die("the workers' file cannot be emptied: %s", strerror(errno));
    while (take_place(c) >= 0)
        continue;
    *c->shared = (pool_shared){0};
    for (u32 i = 1; i < c->size && !c->late; i++)
        free_place(c, (u8)i);
    if (c->place != 0)
        adopt(ss, 0);
    ss->idle = false;
    c->next = 0;
    ss->x.common = &c->shared->common;
}

void worker_pool_quit(worker_pool *c, const char *why)
{
    if (!c->child)
        return;
    messages_halt(c->shared, why);
    _exit(0);
}

/* Until somebody tells something, or a place is free where that is wanted, or for a while. */
static void wait_for_messages(worker_pool *c, bool place)
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
static bool ways_left(const run_node *n)
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
static bool leads_on(const run_node *n, const wake *b)
{
    return can_move(n, b->thread) && !node_sleeps(n, b->thread) &&
           !(n->step && n->step->thread == b->thread);
}

/* What is below a branch that cannot be taken may have to be explored without it. */
static bool branches_left(const run_node *n)
{
    for (const wake *b = n->tree; b; b = b->next)
        if (leads_on(n, b) || b->child)
            return true;
    return false;
}

static bool has_work(const run_node *n)
{
    return branches_left(n) || ways_left(n);
}

/* The first node with work, of this process's own from `from` on; NOWHERE: none has. */
static u32 find_work(const stateless *ss, u32 from)
{
    for (u32 i = from; i <= ss->depth; i++)
        if (has_work(&ss->nodes.at[i]))
            return i;
    return NOWHERE;
}

/* Handing over. */

/* Gives away the parts below the node, or all others: another process reads their messages. */
static void give_parts(worker_pool *c, u32 at, bool below)
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
    worker_pool_quit(p->with, why);
}

/* A new process that cannot go on ends the search of all. */
static void guard(stateless *ss)
{
    const search_options *o = ss->x.o;

    ss->pool->halt = (halt_point){.to = quit,
                                  .with = ss->pool,
                                  .interrupted = o->interrupted,
                                  .since = ss->x.start,
                                  .seconds = o->max.seconds};
    halt_begin(&ss->pool->halt);
}

/* In the new process: what is below the node is its own, and nothing is counted yet. */
static void begin_child(stateless *ss, u32 at, int up, pid_t parent)
{
    worker_pool *c = ss->pool;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    if (c->child)
        close(c->up);
    c->child = true;
    c->up = up;
    c->waiting = false;
    vec_clear(&c->children);
    give_parts(c, at, false);
    ss->floor = at + 1;
    explore_part(&ss->x);
    guard(ss);
}

static void watch(stateless *ss)
{
    explore_tick(&ss->x);
    explore_look(&ss->x);
}

/* At this place, or, -1, the next that is free. */
static void begin_work(stateless *ss, int place)
{
    worker_pool *c = ss->pool;

    c->place = -1;
    ss->idle = true;
    set_waiting(c, place < 0);
    while (place < 0 && !ss->x.stopped) {
        wait_for_messages(c, true);
        messages_receive(ss);
        watch(ss);
        place = take_place(c);
    }
    set_waiting(c, false);
    if (place >= 0)
        adopt(ss, place);
}

/* In the old one: goes back to the node. */
static void leave(stateless *ss, u32 at)
{
    give_parts(ss->pool, at, true);
    for (;;) {
        run_pop(ss);
        if (ss->depth == at)
            return;
        if (top_node(ss)->step) {
            run_unstep(ss);
            act_drop(&ss->acts, top_node(ss)->step);
            top_node(ss)->step = NULL;
        }
    }
}

/* A new process with a pipe to this one, *end: -1: there is none. */
static pid_t fork_with_pipe(worker_pool *c, int *end)
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
static void fork_worker(stateless *ss, u32 at, int place)
{
    worker_pool *c = ss->pool;
    bool idle = ss->idle;
    pid_t self = getpid(), child;
    int end;

    child = fork_with_pipe(c, &end);
    if (child < 0) {
        if (place >= 0)
            free_place(c, (u8)place);
        return;
    }
    if (child == 0) {
        begin_child(ss, at, end, self);
        if (!idle)
            begin_work(ss, place);
        return;
    }
    __atomic_add_fetch(&c->shared->alive, 1, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&c->shared->forked, 1, __ATOMIC_SEQ_CST);
    leave(ss, at);
    vec_push(&c->parts, (pool_part){end, at});
    vec_push(&c->children, child);
    if (idle)
        adopt(ss, place);
}

static bool crowded(const worker_pool *c)
{
    return now(&c->shared->alive) >= MOST_PROCESSES * c->size;
}

static bool sharing(const worker_pool *c)
{
    if (c->late)
        return now(&c->shared->forked) < c->late;
    return now(&c->shared->free) > now(&c->shared->waiting) && !crowded(c) &&
           clock_seconds() >= c->next;
}

/* Hands over what is left below the first node with work, if something is. */
static void hand_over(stateless *ss)
{
    u32 at = find_work(ss, ss->floor);
    int place;

    if (at == NOWHERE || find_work(ss, at + 1) == NOWHERE) {
        ss->pool->next = clock_seconds() + NO_PAUSE;
        return;
    }
    place = take_place(ss->pool);
    if (place >= 0 || ss->pool->late)
        fork_worker(ss, at, place);
}

/* Forgets the children that have ended. */
static void reap(worker_pool *c)
{
    u32 kept = 0;

    for (u32 i = 0; i < c->children.n; i++)
        if (waitpid(c->children.at[i], NULL, WNOHANG) == 0)
            c->children.at[kept++] = c->children.at[i];
    c->children.n = kept;
}

void worker_pool_look(stateless *ss)
{
    u32 parts = ss->pool->parts.n;

    if (parts)
        messages_receive(ss);
    if (ss->pool->parts.n < parts)
        reap(ss->pool);
    if (sharing(ss->pool))
        hand_over(ss);
}

/* Waiting. */

static bool awaited(const worker_pool *c, u32 at)
{
    for (u32 i = 0; i < c->parts.n; i++)
        if (c->parts.at[i].node >= at)
            return true;
    return false;
}

bool worker_pool_await(stateless *ss)
{
    worker_pool *c = ss->pool;

    if (!dynamic(ss) || !awaited(c, ss->depth))
        return false;
    leave_place(ss);
    while (!ss->x.stopped) {
        bool wait = awaited(c, ss->depth);
        u32 at = has_work(top_node(ss)) ? ss->depth
                 : wait && crowded(c)   ? NOWHERE
                                        : find_work(ss, ss->floor);
        int place = at == NOWHERE ? -1 : take_place(c);

        set_waiting(c, at != NOWHERE && place < 0);
        if (place >= 0 && (at == ss->depth || !wait)) {
            adopt(ss, place);
            return at == ss->depth;
        }
        if (place >= 0) {
            fork_worker(ss, at, place);
            if (!ss->idle)
                return true;
        }
        if (at == NOWHERE && !wait)
            return false;
        wait_for_messages(c, at != NOWHERE);
        messages_receive(ss);
        watch(ss);
    }
    set_waiting(c, false);
    return true;
}

/* The end. */

static void end_children(worker_pool *c, bool kill_them)
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

static void receive_to_the_end(stateless *ss)
{
    worker_pool *c = ss->pool;
    bool posted = false;

    for (;;) {
        if (ss->x.stopped && !posted) {
            messages_post(ss);
            posted = true;
        }
        if (!c->parts.n || (posted && clock_seconds() > c->shared->halted + GRACE))
            break;
        wait_for_messages(c, false);
        messages_receive(ss);
        if (!ss->x.stopped)
            watch(ss);
    }
    end_children(c, ss->x.stopped);
}

void worker_pool_end(stateless *ss)
{
    worker_pool *c = ss->pool;
    pool_shared *b = c->shared;
    result *r = ss->x.r;

    leave_place(ss);
    receive_to_the_end(ss);
    if (c->child) {
        messages_end(ss);
        __atomic_sub_fetch(&b->common.bytes, ss->x.counted_bytes, __ATOMIC_RELAXED);
        __atomic_sub_fetch(&b->alive, 1, __ATOMIC_SEQ_CST);
        _exit(0);
    }
    r->forked = b->forked;
    if (!r->failed && b->found)
        messages_take_failure(c, r);
    if (!r->failed && b->common.halt)
        snprintf(r->reason, sizeof r->reason, "%s",
                 *b->reason ? b->reason : "the search was ended");
    ss->x.stopped |= b->common.halt;
    ss->x.common = NULL;
}
