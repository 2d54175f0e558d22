/* The messages of a search by ranks.
 *
 * States are sent many at a time; the owner answers in the order in which they come, so that no
 * answer names its state.  A rank that has heard of the next level may
 * send states of it to one that has not: they are kept until it has. */
#include "base/mutant.h"
#include "search/ranks_parts.h"

#include <assert.h>
#include <string.h>
#include <time.h>

enum { BATCH_BYTES = 16 << 10 };

#define FIGURES_SECONDS 0.1
#define WATCH_SECONDS   0.3

void ranks_put_bytes(byte_list *out, const void *bytes, u32 n)
{
    vec_reserve(out, n);
    if (n)
        memcpy(out->at + out->n, bytes, n);
    out->n += n;
}

void ranks_put_string(byte_list *out, const char *s)
{
    u32 n = s ? (u32)strlen(s) : 0;

    bytes_put(out, n);
    ranks_put_bytes(out, s, n);
}

char *ranks_get_string(const u8 **at)
{
    u32 n = (u32)bytes_get(at);

    *at += n;
    return mem_strndup((const char *)*at - n, n);
}

void ranks_begin_message(ranks *k, message what)
{
    vec_clear(&k->message);
    vec_push(&k->message, (u8)what);
}

void ranks_send(ranks *k, u32 to)
{
    k->t->send(k->t, to, k->message.at, k->message.n);
}

void ranks_send_all(ranks *k)
{
    for (u32 i = 0; i < k->t->size; i++)
        if (i != k->t->rank)
            ranks_send(k, i);
}

/* ---- states ---- */

static void flush_to(ranks *k, u32 to)
{
    outbox *o = &k->out[to];

    if (!o->n)
        return;
    k->t->send(k->t, to, o->bytes.at, o->bytes.n);
    k->unanswered += o->n;
    o->n = 0;
}

void ranks_flush(ranks *k)
{
    for (u32 i = 0; i < k->t->size; i++)
        flush_to(k, i);
}

void ranks_put_state(ranks *k, u32 owner, u32 entry, const question *q)
{
    outbox *o = &k->out[owner];

    if (!o->n) {
        vec_clear(&o->bytes);
        vec_push(&o->bytes, MSG_STATES);
        bytes_put(&o->bytes, k->depth);
    }
    bytes_put(&o->bytes, entry);
    pieces_put(&o->to, k->packed.at, k->packed.n, &o->bytes);
    vec_push(&o->asked, *q);
    if (q->cause.kind == EV_OUTPUT)
        vec_last(&o->asked).cause.text = ""; /* the text itself is gone then */
    o->n++;
    if (o->bytes.n >= BATCH_BYTES)
        flush_to(k, owner);
}

/* The answer to a state in k->packed, which is seen afterwards. */
static u8 take_in(ranks *k, u32 from, u32 entry)
{
    explorer *x = &k->x;
    const byte_list *packed = &k->packed;
    u32 key;

    sys_unpack(x->s, packed->at, packed->n);
    x->at = key = key_word(sys_save(x->s));
    if (visited_put(&x->seen, key) == SEEN_NEW && ranks_admit(k, key, from, entry))
        return ANSWER_AHEAD | ANSWER_NEW;
    return visited_has(&x->next, key) ? ANSWER_AHEAD : 0;
}

static void take_batch(ranks *k, u32 from, const u8 *at, const u8 *end)
{
    byte_list answers = {0};

    while (at < end && !k->ending && !k->x.stopped) {
        u32 entry = (u32)bytes_get(&at);
        u8 one;

        vec_clear(&k->packed);
        pieces_get(&k->out[from].from, &at, &k->packed);
        one = take_in(k, from, entry);
        vec_push(&answers, one);
    }
    if (!k->ending && !k->x.stopped) {
        ranks_begin_message(k, MSG_ANSWER);
        ranks_put_bytes(&k->message, answers.at, answers.n);
        ranks_send(k, from);
    }
    vec_free(&answers);
}

/* The owner's answers to the oldest states that have none. */
static void take_answers(ranks *k, u32 from, const u8 *at, const u8 *end)
{
    outbox *o = &k->out[from];

    if (k->ending || k->x.stopped)
        return;
    for (; at < end; at++) {
        const question *q = &o->asked.at[o->answered++];

        if (*at & ANSWER_AHEAD) {
            visited_put(&k->x.next, q->key);
            vec_push(&k->marked, q->key);
        }
        if (*at & ANSWER_NEW)
            ranks_note_new(k, q);
        k->unanswered--;
    }
    if (o->answered == o->asked.n)
        o->answered = o->asked.n = 0;
}

/* ---- levels and the end ---- */

static void begin_stop(ranks *k, bool by_step)
{
    if (k->ending)
        return;
    k->ending = true;
    k->nearer = by_step;
    ranks_begin_message(k, MSG_STOP);
    vec_push(&k->message, by_step);
    ranks_send_all(k);
}

void ranks_tell_enough(ranks *k)
{
    bool by_step = k->x.r->failed && k->x.by_step;

    if (k->told || k->ending)
        return;
    k->told = true;
    if (k->t->rank == FIRST_RANK) {
        begin_stop(k, by_step);
        return;
    }
    ranks_begin_message(k, MSG_ENOUGH);
    vec_push(&k->message, by_step);
    ranks_send(k, FIRST_RANK);
}

static void one_is_done(ranks *k, bool more)
{
    k->more |= more;
    if (++k->done < k->t->size || k->ending)
        return;
    if (!k->more) {
        begin_stop(k, false);
        return;
    }
    k->done = 0;
    k->more = false;
    k->go = true;
    ranks_begin_message(k, MSG_NEXT);
    ranks_send_all(k);
}

void ranks_tell_done(ranks *k)
{
    bool more = k->queue.n > k->end || (k->marked.n && !MUTANT(RANKS_DONE));

    if (k->t->rank == FIRST_RANK) {
        one_is_done(k, more);
        return;
    }
    ranks_begin_message(k, MSG_DONE);
    vec_push(&k->message, more);
    ranks_send(k, FIRST_RANK);
}

/* As if the level before the first were explored. */
void ranks_tell_ready(ranks *k)
{
    if (k->t->rank == FIRST_RANK) {
        one_is_done(k, true);
        return;
    }
    ranks_begin_message(k, MSG_READY);
    bytes_put(&k->message, k->how->system);
    ranks_send(k, FIRST_RANK);
}

/* ---- what comes ---- */

static void keep_message(ranks *k, u32 from, const u8 *at, const u8 *end)
{
    kept_message m = {.from = from};

    ranks_put_bytes(&m.bytes, at, (u32)(end - at));
    vec_push(&k->kept, m);
}

/* States of this level.  Where their number is limited a batch may have to wait in its middle, and
 * others may come meanwhile. */
static bool can_take(const ranks *k, u64 level)
{
    assert(level == k->depth || level == k->depth + 1);
    return level == k->depth && !k->most_states && k->begun && !k->go;
}

static void take_figures(ranks *k, u32 from, const u8 *at)
{
    rank_figures *f = &k->figures[from];

    f->states = bytes_get(&at);
    f->transitions = bytes_get(&at);
    f->depth = bytes_get(&at);
    f->bytes = bytes_get(&at);
}

static void take_states(ranks *k, u32 from, const u8 *at, const u8 *end)
{
    const u8 *start = at;
    u64 level = bytes_get(&at);

    if (k->ending || k->x.stopped)
        return;
    if (can_take(k, level))
        take_batch(k, from, at, end);
    else
        keep_message(k, from, start, end);
}

static void handle(ranks *k, u32 from, const u8 *at, const u8 *end)
{
    message what = (message)*at++;

    switch (what) {
    case MSG_READY:
        if (bytes_get(&at) != k->how->system)
            k->how->differs(from);
        one_is_done(k, true);
        break;
    case MSG_STATES:
        take_states(k, from, at, end);
        break;
    case MSG_ANSWER:
        take_answers(k, from, at, end);
        break;
    case MSG_DONE:
        one_is_done(k, *at);
        break;
    case MSG_NEXT:
        k->go = true;
        break;
    case MSG_FIGURES:
        take_figures(k, from, at);
        break;
    case MSG_ENOUGH:
        begin_stop(k, *at);
        break;
    case MSG_STOP:
        k->ending = true;
        k->nearer = *at;
        break;
    case MSG_TAKE:
    case MSG_GRANT:
    case MSG_RECALL:
    case MSG_RETURN:
        ranks_budget_message(k, what, from, at);
        break;
    default:
        ranks_end_message(k, what, from, at, end);
    }
}

/* The first of those that were kept and can be taken now. */
static bool take_kept(ranks *k)
{
    for (u32 i = 0; i < k->kept.n && k->begun && !k->asking && !k->go; i++) {
        kept_message m = k->kept.at[i];
        const u8 *at = m.bytes.at;
        u64 level = bytes_get(&at);

        if (level != k->depth)
            continue;
        memmove(&k->kept.at[i], &k->kept.at[i + 1], (--k->kept.n - i) * sizeof m);
        take_batch(k, m.from, at, m.bytes.at + m.bytes.n);
        vec_free(&m.bytes);
        return true;
    }
    return false;
}

bool ranks_serve(ranks *k)
{
    const u8 *bytes;
    u32 from, n;

    if (k->kept.n && take_kept(k))
        return true;
    if (!k->t->receive(k->t, &from, &bytes, &n))
        return false;
    handle(k, from, bytes, bytes + n);
    return true;
}

/* ---- from time to time ---- */

static rank_figures own_figures(const ranks *k)
{
    const result *r = k->x.r;

    return (rank_figures){r->states, r->transitions, r->depth,
                          k->x.engine_bytes + (r->halted ? 0 : sys_memory(k->x.s)) +
                              visited_bytes(&k->x.seen) + visited_bytes(&k->x.next)};
}

static void send_figures(ranks *k)
{
    rank_figures f = own_figures(k);

    ranks_begin_message(k, MSG_FIGURES);
    bytes_put(&k->message, f.states);
    bytes_put(&k->message, f.transitions);
    bytes_put(&k->message, f.depth);
    bytes_put(&k->message, f.bytes);
    ranks_send(k, FIRST_RANK);
}

/* Of all ranks together. */
static void look_at_figures(ranks *k, double now)
{
    rank_figures all = {0};
    char figure[FIGURE];

    k->figures[FIRST_RANK] = own_figures(k);
    for (u32 i = 0; i < k->t->size; i++) {
        const rank_figures *f = &k->figures[i];

        all.states += f->states;
        all.bytes += f->bytes;
        all.depth = f->depth > all.depth ? f->depth : all.depth;
    }
    if (k->how->memory && all.bytes > k->how->memory)
        explore_stop(&k->x, "the limit of %s of memory was reached (--max-memory)",
                     figure_bytes(figure, k->how->memory));
    if (progress_due(&k->progress, now))
        progress_show(&k->progress, now, all.states, all.depth, all.bytes);
}

static void look_for_missing(ranks *k)
{
    u32 lost = k->t->lost(k->t);

    if (lost == NO_RANK || k->missing != NO_RANK)
        return;
    k->missing = lost;
    explore_stop(&k->x, "rank %u of %u ended before its time", lost, k->t->size);
}

void ranks_look(ranks *k)
{
    double now = clock_seconds();

    if (k->o.interrupted && *k->o.interrupted)
        explore_stop(&k->x, "interrupted");
    if (!k->x.r->halted)
        explore_look(&k->x);
    if (now >= k->next_watch) {
        k->next_watch = now + WATCH_SECONDS;
        look_for_missing(k);
    }
    if (now >= k->next_figures) {
        k->next_figures = now + FIGURES_SECONDS;
        if (k->t->rank == FIRST_RANK)
            look_at_figures(k, now);
        else
            send_figures(k);
    }
    if (k->x.stopped)
        ranks_tell_enough(k);
}

void ranks_wait(ranks *k, u32 *times)
{
    enum { SPINS = 20, LONGEST = 500000 };

    if (ranks_serve(k)) {
        *times = 0;
        return;
    }
    if (++*times <= SPINS)
        return;
    ranks_look(k);
    long nap = 5000l * (long)*times;

    nanosleep(&(struct timespec){.tv_nsec = nap < LONGEST ? nap : LONGEST}, NULL);
}
