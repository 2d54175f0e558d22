/* The end of a search by ranks.
 *
 * Each rank tells the first one what it has found, and all others that it sends no more states: so
 * every message has been received when the transport is closed.  Of several errors, which are all
 * of one level, the first rank takes one that is nearest to the start.  It asks for the states on
 * the way there, one after the other, from the ranks that they belong to, and finds the steps
 * between them again by taking them.
 *
 * A rank that has ended before its time is not waited for.  The figures that it sent last are then
 * what is known of it.  After an interrupt nobody waits for the others at the end: mpirun sends it
 * to all of them, and kills those that are still there a moment later. */
#include "search/bfs.h"
#include "search/ranks_parts.h"

#include <string.h>

/* Whoever starts ranks kills all of them a second after the first that ends. */
#define GRACE_SECONDS 0.5

/* The counts that are told. */
#define COUNTS(X) \
    X(states) X(transitions) X(depth) X(peak_bytes) X(done) X(deadlocks) X(pruned) X(exit_status)

/* ---- what a rank tells ---- */

static void put_failure(const ranks *k, byte_list *out)
{
    const failure *f = &k->x.r->error;

    bytes_put(out, k->failed_at);
    bytes_put(out, k->x.last.thread);
    bytes_put(out, k->x.last.kind);
    bytes_put(out, k->x.last.choice);
    bytes_put(out, f->kind);
    bytes_put(out, f->thread);
    bytes_put(out, f->line);
    ranks_put_string(out, f->file);
    ranks_put_string(out, f->message);
}

static void put_outcomes(const explorer *x, byte_list *out)
{
    bytes_put(out, x->outcomes.n);
    for (u32 i = 0; i < x->outcomes.n; i++)
        ranks_put_string(out, x->outcomes.at[i]);
}

static void tell_part(ranks *k)
{
    const explorer *x = &k->x;
    const result *r = x->r;
    byte_list *out = &k->message;

    ranks_begin_message(k, MSG_FINAL);
#define X(name) bytes_put(out, r->name);
    COUNTS(X)
#undef X
    bytes_put(out, (u64)r->hangs_unsure | (u64)x->depth_cut << 1 | (u64)x->stopped << 2 |
                       (u64)r->failed << 3 | (u64)x->by_step << 4 | (u64)k->unsure << 5);
    ranks_put_string(out, r->reason);
    ranks_put_string(out, x->cut);
    if (r->failed)
        put_failure(k, out);
    put_outcomes(x, out);
    if (k->how->leave)
        k->how->leave(k->how->with, out);
    ranks_send(k, FIRST_RANK);
}

/* ---- what the first one hears ---- */

static void get_words(char *to, size_t room, const u8 **at)
{
    char *words = ranks_get_string(at);
    size_t n = strlen(words);

    n = n < room ? n : room - 1;
    memcpy(to, words, n);
    to[n] = 0;
    mem_free(words);
}

static void get_failure(rank_part *p, const u8 **at)
{
    failure *f = &p->r.error;

    p->entry = (u32)bytes_get(at);
    p->step.thread = (u16)bytes_get(at);
    p->step.kind = (u8)bytes_get(at);
    p->step.choice = (u32)bytes_get(at);
    f->kind = (error_kind)bytes_get(at);
    f->thread = (u16)bytes_get(at);
    f->line = (u32)bytes_get(at);
    f->file = ranks_get_string(at);
    f->message = ranks_get_string(at);
}

static void get_outcomes(explorer *x, const u8 **at)
{
    for (u64 n = bytes_get(at); n; n--) {
        char *line = ranks_get_string(at);

        explore_outcome(x, line);
        mem_free(line);
    }
}

static void get_part(ranks *k, u32 from, const u8 *at, const u8 *end)
{
    rank_part *p = &k->parts[from];
    u64 flags;

#define X(name) p->r.name = (__typeof__(p->r.name))bytes_get(&at);
    COUNTS(X)
#undef X
    flags = bytes_get(&at);
    p->r.hangs_unsure = flags & 1;
    p->depth_cut = flags >> 1 & 1;
    p->stopped = flags >> 2 & 1;
    p->failed = flags >> 3 & 1;
    p->by_step = flags >> 4 & 1;
    p->unsure = flags >> 5 & 1;
    get_words(p->r.reason, sizeof p->r.reason, &at);
    get_words(p->cut, sizeof p->cut, &at);
    if (p->failed)
        get_failure(p, &at);
    get_outcomes(&k->x, &at);
    if (k->how->join)
        k->how->join(k->how->with, at, (u32)(end - at));
    p->told = true;
}

static void tell_entry(ranks *k, u32 to, const u8 *at)
{
    const rank_entry *e = &k->queue.at[bytes_get(&at)];

    ranks_begin_message(k, MSG_ENTRY);
    bytes_put(&k->message, e->rank);
    bytes_put(&k->message, e->parent);
    sys_pack_saved(k->x.s, e->key, &k->message);
    ranks_send(k, to);
}

void ranks_end_message(ranks *k, message what, u32 from, const u8 *at, const u8 *end)
{
    if (what == MSG_FINAL) {
        get_part(k, from, at, end);
    } else if (what == MSG_LAST) {
        k->parts[from].last = true;
    } else if (what == MSG_PATH) {
        tell_entry(k, from, at);
    } else if (what == MSG_ENTRY) {
        vec_clear(&k->path);
        ranks_put_bytes(&k->path, at, (u32)(end - at));
        k->path_came = true;
    } else if (what == MSG_BYE) {
        k->bye = true;
        k->at_once = *at;
    } else {
        die("a message of an unknown kind from rank %u", from);
    }
}

/* ---- waiting ---- */

bool ranks_too_late(ranks *k)
{
    double now = clock_seconds();

    if (k->missing == NO_RANK && !(k->o.interrupted && *k->o.interrupted))
        return false;
    if (k->deadline <= 0)
        k->deadline = now + GRACE_SECONDS;
    return now > k->deadline;
}

static bool all_have(const ranks *k, bool (*told)(const rank_part *p))
{
    for (u32 i = 0; i < k->t->size; i++)
        if (i != k->t->rank && !told(&k->parts[i]))
            return false;
    return true;
}

static bool sends_no_more(const rank_part *p)
{
    return p->last;
}

static bool told_all(const rank_part *p)
{
    return p->last && p->told;
}

/* ---- the steps to the error ---- */

/* The state of an entry, behind the rank and the entry that it was reached from, in k->path; false:
 * its rank does not answer. */
static bool ask_entry(ranks *k, u32 rank, u32 entry)
{
    u32 times = 0;

    if (rank == k->t->rank) {
        const rank_entry *e = &k->queue.at[entry];

        vec_clear(&k->path);
        bytes_put(&k->path, e->rank);
        bytes_put(&k->path, e->parent);
        sys_pack_saved(k->x.s, e->key, &k->path);
        return true;
    }
    k->path_came = false;
    ranks_begin_message(k, MSG_PATH);
    bytes_put(&k->message, entry);
    ranks_send(k, rank);
    while (!k->path_came && !ranks_too_late(k))
        ranks_wait(k, &times);
    return k->path_came;
}

/* Keys of the states on the way, from the failure's back to the start. */
static bool walk_back(ranks *k, u32 rank, u32 entry, word_list *keys)
{
    while (entry != NO_ENTRY) {
        const u8 *at;

        if (!ask_entry(k, rank, entry))
            return false;
        at = k->path.at;
        rank = (u32)bytes_get(&at);
        entry = (u32)bytes_get(&at);
        sys_unpack(k->x.s, at, (u32)(k->path.at + k->path.n - at));
        k->x.at = 0;
        vec_push(keys, key_word(sys_save(k->x.s)));
    }
    return true;
}

static void find_steps(ranks *k, const rank_part *p, const word_list *keys)
{
    bfs b = {.x = k->x};

    for (u32 i = 0; i < keys->n; i++)
        vec_push(&b.queue, (bfs_entry){keys->at[keys->n - 1 - i], i ? i - 1 : 0});
    b.at = keys->n - 1;
    b.x.by_step = p->by_step;
    b.x.last = p->step;
    bfs_path(&b, &b.x.r->steps);
    k->x = b.x;
    vec_free(&b.queue);
}

/* Of a rank that failed: an error in a state is one step nearer than one by a step from it. */
static const rank_part *nearest(const ranks *k)
{
    const rank_part *best = NULL;

    for (u32 i = 0; i < k->t->size; i++) {
        const rank_part *p = &k->parts[i];

        if (p->failed && (!best || (best->by_step && !p->by_step)))
            best = p;
    }
    return best;
}

static void take_failure(ranks *k, const rank_part *p)
{
    explorer *x = &k->x;
    word_list keys = {0};

    x->r->failed = x->stopped = false;
    if (x->r->halted) {
        explore_stop(x, "an error was found, and the steps to it were not");
    } else if (walk_back(k, (u32)(p - k->parts), p->entry, &keys)) {
        find_steps(k, p, &keys);
        x->r->failed = x->stopped = true;
        result_error(x->r, &p->r.error);
        x->r->shortest = !x->cut[0] && !k->unsure && !error_lasts(p->r.error.kind);
    } else {
        explore_stop(x, "an error was found by a rank that ended before it could tell the steps");
    }
    vec_free(&keys);
}

/* ---- all together ---- */

/* The first rank's own part. */
static void own_part(ranks *k)
{
    rank_part *p = &k->parts[k->t->rank];
    const explorer *x = &k->x;

    p->failed = x->r->failed;
    p->by_step = x->by_step;
    p->entry = k->failed_at;
    p->step = x->last;
    p->r.error = x->r->error;
    p->r.error.file = p->failed ? mem_strdup(x->r->error.file) : NULL;
    p->r.error.message = p->failed ? mem_strdup(x->r->error.message) : NULL;
    p->told = true;
}

/* A rank that did not tell: by what it said last. */
static void add_missing(ranks *k, u32 rank)
{
    const rank_figures *f = &k->figures[rank];
    result *r = k->x.r;

    r->states += f->states;
    r->transitions += f->transitions;
    r->peak_bytes += f->bytes;
    k->unsure = true;
    if (strcmp(r->reason, "interrupted") == 0 || !r->reason[0])
        k->x.stopped = false;
    explore_stop(&k->x, "rank %u of %u ended before its time", rank, k->t->size);
}

static void add_part(ranks *k, const rank_part *p)
{
    explorer *x = &k->x;
    u64 bytes = x->r->peak_bytes + p->r.peak_bytes;

    result_add(x->r, &p->r);
    x->r->peak_bytes = bytes;
    x->depth_cut |= p->depth_cut;
    k->unsure |= p->unsure;
    if (!x->cut[0])
        memcpy(x->cut, p->cut, sizeof x->cut);
    if (p->stopped && !p->failed)
        explore_stop(x, "%s", p->r.reason);
}

static void add_parts(ranks *k)
{
    const rank_part *failed;

    for (u32 i = 0; i < k->t->size; i++) {
        if (!k->parts[i].told)
            add_missing(k, i);
        else if (i != k->t->rank)
            add_part(k, &k->parts[i]);
    }
    failed = nearest(k);
    if (failed)
        take_failure(k, failed);
    k->x.r->forked = k->t->size - 1;
}

static void free_parts(ranks *k)
{
    for (u32 i = 0; i < k->t->size; i++) {
        mem_free((char *)k->parts[i].r.error.file);
        mem_free((char *)k->parts[i].r.error.message);
    }
}

static bool gather(ranks *k)
{
    u32 times = 0;

    while (!all_have(k, told_all) && !ranks_too_late(k))
        ranks_wait(k, &times);
    own_part(k);
    add_parts(k);
    free_parts(k);
    progress_close(&k->progress, clock_seconds(), k->x.r->states, k->x.r->depth,
                   k->x.r->peak_bytes);
    k->at_once = !all_have(k, told_all) || strcmp(k->x.r->reason, "interrupted") == 0;
    ranks_begin_message(k, MSG_BYE);
    vec_push(&k->message, k->at_once);
    ranks_send_all(k);
    return !k->at_once;
}

/* A rank that is not the first. */
static bool leave(ranks *k)
{
    u32 times = 0;

    tell_part(k);
    while (!(k->bye && all_have(k, sends_no_more)) && !ranks_too_late(k))
        ranks_wait(k, &times);
    return k->bye && !k->at_once && all_have(k, sends_no_more);
}

void ranks_await_stop(ranks *k)
{
    u32 times = 0;

    ranks_tell_enough(k);
    while (!k->ending && !ranks_too_late(k))
        ranks_wait(k, &times);
}

bool ranks_finish(ranks *k)
{
    ranks_await_stop(k);
    ranks_begin_message(k, MSG_LAST);
    ranks_send_all(k);
    return k->t->rank == FIRST_RANK ? gather(k) : leave(k);
}
