/* The messages of worker processes.
 *
 * Each process has a pipe to one that reads it.  It sends what is to be explored from nodes that
 * are not its own as soon as it finds it, and at its end its outcomes and figures.  A reader that
 * is in the middle of a run makes writers wait until that run is over, no longer.  The first
 * process sends nothing, so that every message is read at some time.  A failure does not go through
 * the pipes but through a file that all have open: the processes between may be busy, or be killed.
 */
#define _GNU_SOURCE
#include "search/worker_messages.h"
#include "base/mutant.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef enum message_kind { DEMAND, OUTCOME, END } message_kind;

typedef struct message {
    u32 kind, bytes; /* of what follows */
    u32 node, count; /* DEMAND: where, and how many steps */
} message;

/* What a process leaves. */
typedef struct share {
    u64 transitions, depth, peak_bytes;
    u64 done, deadlocks, pruned, spun, limited, ended, endless, redundant, bounded;
    bool preemption_cut, depth_cut, hangs_unsure;
    char cut[REASON_BYTES];
} share;

typedef struct finding {
    failure error;
    u32 file, message, steps; /* bytes, bytes, how many */
} finding;

static bool first_to(u32 *word)
{
    return __atomic_exchange_n(word, 1, __ATOMIC_SEQ_CST) == 0;
}

static void end_all(pool_shared *b)
{
    b->halted = clock_seconds();
    __atomic_store_n(&b->common.halt, 1, __ATOMIC_SEQ_CST);
}

void messages_halt(pool_shared *b, const char *why)
{
    if (first_to(&b->teller))
        snprintf(b->reason, sizeof b->reason, "%s", why);
    if (!b->common.halt)
        end_all(b);
}

static void add_bytes(byte_list *to, const void *bytes, size_t n)
{
    vec_reserve(to, n);
    memcpy(to->at + to->n, bytes, n);
    to->n += (u32)n;
}

static void leave_failure(worker_pool *c, const result *r)
{
    finding f = {.error = r->error,
                 .file = (u32)strlen(r->error.file),
                 .message = (u32)strlen(r->error.message),
                 .steps = r->steps.n};

    vec_clear(&c->out);
    add_bytes(&c->out, &f, sizeof f);
    add_bytes(&c->out, r->error.file, f.file);
    add_bytes(&c->out, r->error.message, f.message);
    add_bytes(&c->out, r->steps.at, f.steps * sizeof *r->steps.at);
    if (pwrite(c->failure, c->out.at, c->out.n, 0) == (ssize_t)c->out.n)
        __atomic_store_n(&c->shared->found, c->out.n, __ATOMIC_SEQ_CST);
    else
        messages_halt(c->shared, "an error was found, but there is no room for its trace");
}

void messages_post(stateless *ss)
{
    pool_shared *b = ss->pool->shared;
    const result *r = ss->x.r;

    if (r->failed && first_to(&b->finder))
        leave_failure(ss->pool, r);
    if (!r->failed)
        messages_halt(b, r->reason);
    else if (!b->common.halt)
        end_all(b);
}

void messages_take_failure(worker_pool *c, result *r)
{
    u32 n = c->shared->found;
    finding f;
    const char *at;
    text file = {0}, words = {0};

    vec_clear(&c->in);
    vec_reserve(&c->in, n);
    if (pread(c->failure, c->in.at, n, 0) != (ssize_t)n)
        die("the failure that was found cannot be read: %s", strerror(errno));
    memcpy(&f, c->in.at, sizeof f);
    at = (const char *)c->in.at + sizeof f;
    text_addn(&file, at, f.file);
    text_addn(&words, at + f.file, f.message);
    f.error.file = text_str(&file);
    f.error.message = text_str(&words);
    r->failed = true;
    result_error(r, &f.error);
    vec_clear(&r->steps);
    for (u32 i = 0; i < f.steps; i++) {
        step_taken step;

        memcpy(&step, at + f.file + f.message + i * sizeof step, sizeof step);
        vec_push(&r->steps, step);
    }
    text_free(&file);
    text_free(&words);
}

/* What processes tell. */

static void write_all(int to, const void *bytes, size_t n)
{
    const char *at = bytes;

    while (n) {
        ssize_t did = write(to, at, n);

        if (did < 0 && errno != EINTR)
            _exit(1); /* nobody is there any more */
        at += did > 0 ? did : 0;
        n -= did > 0 ? (size_t)did : 0;
    }
}

static bool read_all(int from, void *bytes, size_t n)
{
    char *at = bytes;

    while (n) {
        ssize_t did = read(from, at, n);

        if (did == 0 || (did < 0 && errno != EINTR))
            return false;
        at += did > 0 ? did : 0;
        n -= did > 0 ? (size_t)did : 0;
    }
    return true;
}

static void send_up(const worker_pool *c, message m, const void *bytes)
{
    write_all(c->up, &m, sizeof m);
    write_all(c->up, bytes, m.bytes);
}

void messages_pack(stateless *ss, const act_list *w)
{
    vec_clear(&ss->pool->out);
    for (u32 i = 0; i < w->n; i++)
        act_pack(w->at[i], &ss->pool->out);
}

void messages_demand(stateless *ss, u32 at, u32 count)
{
    worker_pool *c = ss->pool;

    if (!MUTANT(WORKERS_DEMAND))
        send_up(c, (message){DEMAND, c->out.n, at, count}, c->out.at);
}

static void receive_demand(stateless *ss, const message *m)
{
    worker_pool *c = ss->pool;
    const u8 *at = c->in.at;

    vec_clear(&c->received);
    vec_clear(&ss->sequence);
    for (u32 i = 0; i < m->count; i++) {
        act *a = act_unpack(&ss->acts, &at);

        vec_push(&c->received, a);
        vec_push(&ss->sequence, a);
    }
    races_demand(ss, m->node);
    act_list_clear(&ss->acts, &c->received);
}

void messages_end(stateless *ss)
{
    const result *r = ss->x.r;
    share s = {.transitions = r->transitions,
               .depth = r->depth,
               .peak_bytes = r->peak_bytes,
               .done = r->done,
               .deadlocks = r->deadlocks,
               .pruned = r->pruned,
               .spun = r->spun,
               .limited = r->limited,
               .ended = r->ended,
               .endless = r->endless,
               .redundant = r->redundant,
               .bounded = r->bounded,
               .preemption_cut = r->preemption_cut,
               .hangs_unsure = r->hangs_unsure,
               .depth_cut = ss->x.depth_cut};

    for (u32 i = 0; i < ss->x.outcomes.n; i++)
        send_up(ss->pool,
                (message){.kind = OUTCOME, .bytes = (u32)strlen(ss->x.outcomes.at[i]) + 1},
                ss->x.outcomes.at[i]);
    snprintf(s.cut, sizeof s.cut, "%s", ss->x.cut);
    send_up(ss->pool, (message){.kind = END, .bytes = sizeof s}, &s);
}

static u64 most(u64 a, u64 b)
{
    return a > b ? a : b;
}

static void add_share(stateless *ss)
{
    result *r = ss->x.r;
    share s;

    memcpy(&s, ss->pool->in.at, sizeof s);
    r->transitions += s.transitions;
    r->depth = most(r->depth, s.depth);
    r->peak_bytes = most(r->peak_bytes, s.peak_bytes);
    r->done += s.done;
    r->deadlocks += s.deadlocks;
    r->pruned += s.pruned;
    r->spun += s.spun;
    r->limited += s.limited;
    r->ended += s.ended;
    r->endless += s.endless;
    r->redundant += s.redundant;
    r->bounded += s.bounded;
    ss->x.preemptions = ss->how->preemptions;
    if (MUTANT(WORKERS_CUT))
        return;
    r->preemption_cut |= s.preemption_cut;
    r->hangs_unsure |= s.hangs_unsure;
    ss->x.depth_cut |= s.depth_cut;
    if (s.cut[0])
        explore_cut(&ss->x, s.cut);
}

/* False: it tells no more. */
static bool receive_one(stateless *ss, const pool_part *p)
{
    worker_pool *c = ss->pool;
    message m;

    if (!read_all(p->from, &m, sizeof m))
        m = (message){.kind = END};
    vec_clear(&c->in);
    vec_reserve(&c->in, m.bytes);
    if (!m.bytes || !read_all(p->from, c->in.at, m.bytes)) {
        explore_stop(&ss->x, "a process of the search ended before its part was explored");
        return false;
    }
    if (m.kind == DEMAND)
        receive_demand(ss, &m);
    else if (m.kind == OUTCOME)
        explore_outcome(&ss->x, (const char *)c->in.at);
    else
        add_share(ss);
    return m.kind != END;
}

static bool readable(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};

    return poll(&p, 1, 0) > 0;
}

void messages_receive(stateless *ss)
{
    worker_pool *c = ss->pool;
    u32 kept = 0;

    for (u32 i = 0; i < c->parts.n; i++) {
        pool_part p = c->parts.at[i];
        bool more = true;

        while (more && readable(p.from))
            more = receive_one(ss, &p);
        if (more)
            c->parts.at[kept++] = p;
        else
            close(p.from);
    }
    c->parts.n = kept;
}
