/* What the processes of a crew tell each other.
 *
 * Each has a pipe to the one that hears it, and sends what is to be explored from nodes that are
 * not its own as it finds it, and at its end its outcomes and figures.  A process that does not
 * hear at the moment makes the others wait at most until its run is over; the first one tells
 * nobody, so that all are heard at some time.  A failure goes another way, through a file that all
 * have open: those between may be busy, or be killed. */
#define _GNU_SOURCE
#include "search/tales.h"
#include "base/mutant.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef enum tale { DEMAND, OUTCOME, END } tale;

typedef struct message {
    u32 kind, bytes; /* of what follows */
    u32 node, count; /* DEMAND: where, and how many steps */
} message;

/* What a process leaves. */
typedef struct share {
    u64 transitions, depth, peak_bytes;
    u64 done, deadlocks, pruned, spun, limited, endless, redundant, bounded;
    bool preemption_cut, depth_cut, hangs_unsure;
    char cut[TALE_WORDS];
} share;

typedef struct finding {
    failure error;
    u32 file, message, steps; /* bytes, bytes, how many */
} finding;

static bool first_to(u32 *word)
{
    return __atomic_exchange_n(word, 1, __ATOMIC_SEQ_CST) == 0;
}

static void end_all(board *b)
{
    b->halted = clock_seconds();
    __atomic_store_n(&b->common.halt, 1, __ATOMIC_SEQ_CST);
}

void tales_halt(board *b, const char *why)
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

static void leave_failure(crew *c, const result *r)
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
        __atomic_store_n(&c->board->found, c->out.n, __ATOMIC_SEQ_CST);
    else
        tales_halt(c->board, "an error was found, but there is no room for its trace");
}

void tales_post(stateless *z)
{
    board *b = z->crew->board;
    const result *r = z->x.r;

    if (r->failed && first_to(&b->finder))
        leave_failure(z->crew, r);
    if (!r->failed)
        tales_halt(b, r->reason);
    else if (!b->common.halt)
        end_all(b);
}

void tales_failure(crew *c, result *r)
{
    u32 n = c->board->found;
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

static void tell(const crew *c, message m, const void *bytes)
{
    write_all(c->up, &m, sizeof m);
    write_all(c->up, bytes, m.bytes);
}

void tales_pack(stateless *z, const act_list *w)
{
    vec_clear(&z->crew->out);
    for (u32 i = 0; i < w->n; i++)
        act_pack(w->at[i], &z->crew->out);
}

void tales_demand(stateless *z, u32 at, u32 count)
{
    crew *c = z->crew;

    if (!MUTANT(CREW_DEMAND))
        tell(c, (message){DEMAND, c->out.n, at, count}, c->out.at);
}

static void hear_demand(stateless *z, const message *m)
{
    crew *c = z->crew;
    const u8 *at = c->in.at;

    vec_clear(&c->heard);
    vec_clear(&z->sequence);
    for (u32 i = 0; i < m->count; i++) {
        act *a = act_unpack(&z->acts, &at);

        vec_push(&c->heard, a);
        vec_push(&z->sequence, a);
    }
    races_demand(z, m->node);
    act_list_clear(&z->acts, &c->heard);
}

void tales_end(stateless *z)
{
    const result *r = z->x.r;
    share s = {.transitions = r->transitions,
               .depth = r->depth,
               .peak_bytes = r->peak_bytes,
               .done = r->done,
               .deadlocks = r->deadlocks,
               .pruned = r->pruned,
               .spun = r->spun,
               .limited = r->limited,
               .endless = r->endless,
               .redundant = r->redundant,
               .bounded = r->bounded,
               .preemption_cut = r->preemption_cut,
               .hangs_unsure = r->hangs_unsure,
               .depth_cut = z->x.depth_cut};

    for (u32 i = 0; i < z->x.outcomes.n; i++)
        tell(z->crew, (message){.kind = OUTCOME, .bytes = (u32)strlen(z->x.outcomes.at[i]) + 1},
             z->x.outcomes.at[i]);
    snprintf(s.cut, sizeof s.cut, "%s", z->x.cut);
    tell(z->crew, (message){.kind = END, .bytes = sizeof s}, &s);
}

static u64 most(u64 a, u64 b)
{
    return a > b ? a : b;
}

static void add_share(stateless *z)
{
    result *r = z->x.r;
    share s;

    memcpy(&s, z->crew->in.at, sizeof s);
    r->transitions += s.transitions;
    r->depth = most(r->depth, s.depth);
    r->peak_bytes = most(r->peak_bytes, s.peak_bytes);
    r->done += s.done;
    r->deadlocks += s.deadlocks;
    r->pruned += s.pruned;
    r->spun += s.spun;
    r->limited += s.limited;
    r->endless += s.endless;
    r->redundant += s.redundant;
    r->bounded += s.bounded;
    z->x.preemptions = z->how->preemptions;
    if (MUTANT(CREW_CUT))
        return;
    r->preemption_cut |= s.preemption_cut;
    r->hangs_unsure |= s.hangs_unsure;
    z->x.depth_cut |= s.depth_cut;
    if (s.cut[0])
        explore_cut(&z->x, s.cut);
}

/* False: it tells no more. */
static bool hear_one(stateless *z, const part *p)
{
    crew *c = z->crew;
    message m;

    if (!read_all(p->from, &m, sizeof m))
        m = (message){.kind = END};
    vec_clear(&c->in);
    vec_reserve(&c->in, m.bytes);
    if (!m.bytes || !read_all(p->from, c->in.at, m.bytes)) {
        explore_stop(&z->x, "a process of the search ended before its part was explored");
        return false;
    }
    if (m.kind == DEMAND)
        hear_demand(z, &m);
    else if (m.kind == OUTCOME)
        explore_outcome(&z->x, (const char *)c->in.at);
    else
        add_share(z);
    return m.kind != END;
}

static bool readable(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};

    return poll(&p, 1, 0) > 0;
}

void tales_hear(stateless *z)
{
    crew *c = z->crew;
    u32 kept = 0;

    for (u32 i = 0; i < c->parts.n; i++) {
        part p = c->parts.at[i];
        bool more = true;

        while (more && readable(p.from))
            more = hear_one(z, &p);
        if (more)
            c->parts.at[kept++] = p;
        else
            close(p.from);
    }
    c->parts.n = kept;
}
