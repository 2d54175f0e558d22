/* A program under control as a system.
 *
 * A state exists only as the present run: reset begins a new one, step lets one thread do the
 * operation it rests before and run on to its next.  The objects are modelled on this side, so that
 * moves, guards and errors of use need no question to the program.
 *
 * A run is only worth what its repetition is.  Of every step since the start is kept who came to
 * rest before what; a step that is taken again, after the same steps, from another rest ends the
 * search by name: the program is not deterministic. */
#include "native/native.h"
#include "native/access.h"
#include "native/launch.h"
#include "native/model.h"
#include "native/where.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A step of the present run and what its thread rested before. */
typedef struct footstep {
    u16 thread;
    u8 kind;
    u32 choice, operation;
    u64 object, caller;
} footstep;

typedef struct native {
    sys base;
    native_options o;
    launch launch;
    model model;
    where where;
    VEC(footstep) path;
    u32 at; /* steps taken in this run */
    bool failed, cut;
    bool pruned; /* by the last step */
    u64 dropped; /* threads whose assumption failed, as bits: the others go on */
    failure error;
    text words;
    char limit[192];
} native;

static native *of(sys *s)
{
    return (native *)s;
}

static native_slot *slot_at(native *n, u32 slot)
{
    return &n->launch.shared->slots[slot];
}

static bool rests(const native *n, u32 slot)
{
    return slot < n->model.threads && !n->model.tasks[slot].over && !(n->dropped >> slot & 1);
}

/* Failures. */

static void set_failure(native *n, error_kind kind, u32 slot, u64 caller, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
static void set_failure(native *n, error_kind kind, u32 slot, u64 caller, const char *format, ...)
{
    const spot *s = caller ? where_code(&n->where, caller - 1) : NULL;
    char line[NATIVE_WORDS + 64];
    va_list args;

    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    text_clear(&n->words);
    text_add(&n->words, line);
    n->failed = true;
    n->error = (failure){.kind = kind,
                         .thread = (u16)slot,
                         .file = s ? s->file : "",
                         .line = s ? s->line : 0,
                         .message = text_str(&n->words)};
}

static void set_limit(native *n, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void set_limit(native *n, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(n->limit, sizeof n->limit, format, args);
    va_end(args);
    n->cut = true;
}

/* The user's innermost place in the stack that the library kept, or the caller. */
static u64 user_place(native *n, const u64 *frames, u32 depth, u64 caller)
{
    for (u32 i = 0; i < depth; i++)
        if (frames[i] && where_code(&n->where, frames[i] - 1)->user)
            return frames[i];
    return caller;
}

static void fail_assertion(native *n, const native_shared *m, u64 place)
{
    const char *end = strchr(m->words, '\n');

    set_failure(n, ERR_ASSERTION, m->slot, place, "assertion failed: %.*s",
                end ? (int)(end - m->words) : (int)strlen(m->words), m->words);
}

static void fail_race(native *n, const native_shared *m, u64 place)
{
    text words = {0};

    access_race(&n->where, m, &words);
    set_failure(n, ERR_RACE, m->slot, place, "%s", text_str(&words));
    text_free(&words);
}

/* The run has an end that the library told. */
static void told_end(native *n)
{
    native_shared *m = n->launch.shared;
    u64 place = user_place(n, m->frames, m->depth, m->caller);

    switch (m->end) {
    case END_ASSERTION:
        fail_assertion(n, m, place);
        break;
    case END_ABORT:
        set_failure(n, ERR_ABORT, m->slot, place, "the program aborted itself");
        break;
    case END_SIGNAL:
        set_failure(n, ERR_SIGNAL, m->slot, place, "the program crashed: %s",
                    strsignal((int)m->number));
        break;
    case END_DOUBLE_FREE:
        set_failure(n, ERR_DOUBLE_FREE, m->slot, place, "free of memory that was freed");
        break;
    case END_INVALID_FREE:
        set_failure(n, ERR_INVALID_FREE, m->slot, place, "free of what malloc did not return");
        break;
    case END_RACE:
        fail_race(n, m, place);
        break;
    case END_USE_AFTER_FREE:
        set_failure(n, ERR_USE_AFTER_FREE, m->slot, place, "access to freed memory");
        break;
    case END_PRUNED:
        n->pruned = true;
        n->dropped |= 1ull << m->slot;
        m->end = END_NONE;
        break;
    case END_THREADS:
        set_limit(n, "a run has more than %d threads", NATIVE_THREADS);
        break;
    default:
        set_limit(n, "%s is not controlled (docs/native.md)", m->words);
        break;
    }
}

static void gone(native *n, u32 slot)
{
    int how = n->launch.shared->status;

    if (WIFSIGNALED(how))
        set_failure(n, ERR_SIGNAL, slot, slot_at(n, slot)->caller, "the program was killed: %s",
                    strsignal(WTERMSIG(how)));
    else
        set_limit(n, "the program left heddle's control: it ended without a call of exit");
}

/* After a step of this thread. */
static void settle(native *n, u32 slot, quiet q)
{
    if (n->launch.shared->end != END_NONE)
        told_end(n);
    else if (q == QUIET_GONE)
        gone(n, slot);
    else if (q == QUIET_SPINS)
        set_failure(n, ERR_DIVERGENCE, slot, slot_at(n, slot)->caller,
                    "no visible operation for %g s after this one", n->o.divergence);
    else if (q == QUIET_BLOCKED)
        set_limit(n, "a thread blocks outside heddle's control, after %s",
                  native_calls[slot_at(n, slot)->operation]);
}

/* The process ends by itself after its last operation. */
static void finish(native *n, u32 slot)
{
    quiet q = launch_end(&n->launch);

    if (q != QUIET_GONE || n->launch.shared->end != END_NONE ||
        WIFSIGNALED(n->launch.shared->status))
        settle(n, slot, q);
    else if (n->o.exit_status && n->model.exit_status)
        set_failure(n, ERR_EXIT_STATUS, slot, slot_at(n, slot)->caller,
                    "the program ended with the status %d", n->model.exit_status);
}

/* Repetition. */

static void another_way(native *n, const footstep *was, const footstep *is)
{
    text why = {0};

    text_addf(&why,
              "the program is not deterministic at step %u: thread %u was before %s, and now, "
              "after the same steps, is before %s",
              n->at + 1, is->thread, native_calls[was->operation], native_calls[is->operation]);
    if (was->operation == is->operation)
        text_add(&why, " of another object or at another place");
    launch_close(&n->launch);
    n->o.give_up(text_str(&why));
}

static bool same_move(const footstep *a, const footstep *b)
{
    return a->thread == b->thread && a->kind == b->kind && a->choice == b->choice;
}

static bool same_rest(const footstep *a, const footstep *b)
{
    return a->operation == b->operation && a->object == b->object && a->caller == b->caller;
}

static void step_again(native *n, u16 thread, move_kind kind, u32 choice)
{
    const native_slot *s = slot_at(n, thread);
    footstep f = {thread, (u8)kind, choice, s->operation, s->object, s->caller};

    if (n->at < n->path.n && same_move(&n->path.at[n->at], &f)) {
        if (!same_rest(&n->path.at[n->at], &f))
            another_way(n, &n->path.at[n->at], &f);
    } else {
        n->path.n = n->at;
        vec_push(&n->path, f);
    }
    n->at++;
}

/* The system. */

static void native_reset(sys *s)
{
    native *n = of(s);
    quiet q;

    n->failed = n->pruned = n->cut = false;
    n->dropped = 0;
    n->at = 0;
    model_reset(&n->model, n->o.no_spurious ? 0 : NATIVE_SPURIOUS);
    n->launch.shared->stacks = n->o.stacks;
    q = launch_run(&n->launch);
    settle(n, 0, q);
    if (q == QUIET_RESTS)
        model_arrive(&n->model, 0, slot_at(n, 0));
}

static bool over(const native *n)
{
    return n->failed || n->cut || n->model.exited || !n->model.left;
}

static void native_moves(sys *s, move_list *out)
{
    native *n = of(s);

    vec_clear(out);
    for (u32 i = 0; i < n->model.threads && !over(n); i++)
        if (rests(n, i))
            model_moves(&n->model, i, slot_at(n, i), out);
}

static bool native_peek(sys *s, u16 thread, move *out)
{
    move_list all = {0};
    bool found = false;

    native_moves(s, &all);
    for (u32 i = 0; i < all.n && !found; i++) {
        found = all.at[i].thread == thread;
        *out = all.at[i];
    }
    vec_free(&all);
    return found;
}

static void arrivals(native *n, u32 slot)
{
    u32 known = n->model.threads;

    if (rests(n, slot) && !n->model.exited)
        model_arrive(&n->model, slot, slot_at(n, slot));
    for (u32 i = known; i < n->launch.shared->threads; i++)
        model_arrive(&n->model, i, slot_at(n, i));
}

static void say(native *n, taken *out)
{
    out->outcome = n->failed ? OUT_ERROR : n->pruned ? OUT_PRUNED : n->cut ? OUT_LIMIT : OUT_RAN;
    out->error = n->error;
    out->limit = n->limit;
}

static void native_step(sys *s, u16 thread, move_kind kind, u32 choice, taken *out)
{
    native *n = of(s);
    native_slot *at = slot_at(n, thread);

    vec_clear(&out->events);
    out->steps = 1;
    out->progress = true;
    out->renamed = false;
    n->pruned = false;
    if (!over(n) && !rests(n, thread))
        die("a step of thread %u, which is not there", thread);
    if (!over(n)) {
        step_again(n, thread, kind, choice);
        if (!model_take(&n->model, thread, at, kind, choice, out)) {
            set_failure(n, n->model.error, thread, at->caller, "%s: %s",
                        native_calls[at->operation], n->model.words);
        } else {
            bool accesses = access_is(at->operation);
            quiet q = launch_turn(&n->launch, thread);

            if (accesses)
                access_done(&out->events.at[0], at);
            if (n->model.exited)
                finish(n, thread);
            else
                settle(n, thread, q);
            arrivals(n, thread);
        }
    }
    say(n, out);
}

static status native_status(sys *s)
{
    native *n = of(s);
    move_list all = {0};
    status st = ST_DEADLOCK;

    if (n->failed || n->dropped || n->cut)
        return n->failed ? ST_ERROR : n->cut ? ST_LIMIT : ST_PRUNED;
    if (over(n))
        return ST_DONE;
    native_moves(s, &all);
    for (u32 i = 0; i < all.n; i++)
        if ((all.at[i].flags & (MOVE_ENABLED | MOVE_WEAK)) == MOVE_ENABLED)
            st = ST_RUNNING;
    vec_free(&all);
    return st;
}

/* Every state is told by the steps to it alone. */
static state_key native_save(sys *s)
{
    return (state_key)of(s)->at + 1;
}

static void native_restore(sys *s, state_key key)
{
    (void)s;
    (void)key;
    die("a program that runs cannot go back to a state");
}

static sys *native_clone(sys *s)
{
    (void)s;
    die("a program that runs has no copies");
}

static void native_close(sys *s)
{
    native *n = of(s);

    launch_close(&n->launch);
    where_close(&n->where);
    model_free(&n->model);
    vec_free(&n->path);
    text_free(&n->words);
    mem_free(n);
}

static u32 first_blocked(const native *n)
{
    for (u32 i = 0; i < n->model.threads; i++)
        if (rests(n, i))
            return i;
    return 0;
}

static void native_explain(sys *s, failure *out)
{
    native *n = of(s);
    u32 slot = first_blocked(n);

    if (n->cut)
        *out = (failure){.message = n->limit};
    else if (n->failed)
        *out = n->error;
    else {
        set_failure(n, ERR_DEADLOCK, slot, slot_at(n, slot)->caller,
                    "deadlock: every thread that is left is blocked");
        n->failed = false;
        *out = n->error;
    }
}

/* `forks[2]`, `m`, or the address. */
static void add_object(native *n, u64 address, u32 size, text *out)
{
    u64 place = address & ((1ull << NATIVE_PROCESS) - 1), offset;
    const spot *d;

    if (address >> 62 & 1) {
        text_addf(out, "set %" PRIu64 ", %" PRIu64, (address >> 18 & 0xffff) - 1,
                  address >> 2 & 0xffff);
        return;
    }
    d = where_data(&n->where, place);
    offset = place - d->begin;

    if (!*d->function)
        text_addf(out, "0x%" PRIx64, place);
    else if (d->size <= size)
        text_addf(out, "%s", d->function);
    else if (size && offset % size == 0 && d->size % size == 0)
        text_addf(out, "%s[%" PRIu64 "]", d->function, offset / size);
    else
        text_addf(out, "%s + %" PRIu64, d->function, offset);
}

static void add_call(native *n, u32 operation, u64 address, text *out)
{
    const char *call = native_calls[operation], *comma = strchr(call, ',');

    if (!address || address >> 61 & 1) {
        text_add(out, call);
        return;
    }
    text_addn(out, call, comma ? (size_t)(comma - call) : strlen(call));
    text_add(out, "(");
    if (*where_data(&n->where, address & ((1ull << NATIVE_PROCESS) - 1))->function)
        text_add(out, "&");
    add_object(n, address, native_sizes[operation], out);
    text_addf(out, ")%s", comma ? comma : "");
}

static u64 address_of(const event *e)
{
    return e->object ? ((e->object - 1) << 31) + e->offset : 0;
}

static void native_show(sys *s, const event *e, shown *out)
{
    native *n = of(s);
    const footstep *f = n->at ? &n->path.at[n->at - 1] : NULL;
    const spot *p = f && f->caller ? where_code(&n->where, f->caller - 1) : NULL;

    out->file = p ? p->file : "";
    out->line = p ? p->line : 0;
    out->column = 0;
    out->function = p ? p->function : "";
    if (access_is(e->func)) {
        add_object(n, address_of(e), e->size, &out->where);
        if (e->flags & EVF_VALUE) {
            access_show(e->value, e->size, &out->value);
            access_show(e->old, e->size, &out->old);
        }
    } else if (e->object) {
        add_object(n, address_of(e), e->size, &out->where);
        add_call(n, e->func, address_of(e), &out->call);
    } else if (e->kind == EV_NONE || e->kind == EV_SYNC || e->kind == EV_CHOOSE) {
        text_add(&out->call, native_calls[e->func]);
    }
}

static void native_thread_name(sys *s, u16 thread, text *out)
{
    native *n = of(s);
    const native_slot *t = slot_at(n, thread);
    const spot *p = where_code(&n->where, t->routine);

    text_addf(out, "%s", *p->function ? p->function : "thread");
    if (thread && t->data < 65536)
        text_addf(out, "(%" PRIu64 ")", t->data);
}

static u32 native_stack(sys *s, u16 thread, u32 max, frame_shown *out)
{
    native *n = of(s);
    const native_shared *m = n->launch.shared;
    bool here = m->end != END_NONE && m->slot == thread;
    const u64 *frames = here ? m->frames : m->slots[thread].frames;
    u32 depth = here ? m->depth : m->slots[thread].depth, k = 0;

    for (u32 i = 0; i < depth && k < max; i++) {
        const spot *p = where_code(&n->where, frames[i] - 1);

        if (!p->user || !p->line)
            continue;
        out[k].function = p->function;
        out[k].file = p->file;
        out[k].line = p->line;
        k++;
    }
    return k;
}

static void native_waits_for(sys *s, u16 thread, text *out)
{
    native *n = of(s);
    const native_slot *t = slot_at(n, thread);
    move m;
    int owner;

    if (!native_peek(s, thread, &m) || m.flags & MOVE_ENABLED)
        return;
    add_call(n, t->operation, t->object, out);
    owner = model_owner(&n->model, t);
    if (owner >= 0)
        text_addf(out, ", held by T%d", owner);
    else if (t->operation == NATIVE_JOIN)
        text_addf(out, " of T%" PRIu64, t->argument);
}

static void add_escaped(char c, text *out)
{
    if (c == '\n')
        text_add(out, "\\n");
    else if (c == '"' || c == '\\' || c < ' ' || c > '~')
        text_addf(out, "\\%03o", (u8)c);
    else
        text_addc(out, c);
}

static void native_outcome(sys *s, text *out)
{
    const native *n = of(s);
    char bytes[4096];
    ssize_t got;

    text_addf(out, "exit %d", n->model.exit_status);
    if (!n->launch.output)
        return;
    text_add(out, " printed \"");
    for (off_t at = 0; (got = pread(n->launch.output, bytes, sizeof bytes, at)) > 0; at += got)
        for (ssize_t i = 0; i < got; i++)
            add_escaped(bytes[i], out);
    text_add(out, "\"");
}

static bool native_own(sys *s, u16 thread, word_list *out)
{
    native *n = of(s);

    return rests(n, thread) && !over(n) && access_own(slot_at(n, thread), out);
}

bool native_instrumented(sys *s)
{
    return of(s)->launch.shared->instrumented;
}

const char *native_promote(sys *s, u64 *word)
{
    native_shared *m = of(s)->launch.shared;

    *word = m->race_address & ~7ull;
    vec_clear(&of(s)->path); /* steps are others now */
    if (m->rough)
        return "races are steps only where clang compiled the program (heddle cc --with clang-19)";
    return access_promote(m, *word) ? NULL : "more words race than heddle has room for";
}

static u64 native_memory(const sys *s)
{
    const native *n = (const native *)s;

    return sizeof *n + sizeof(native_shared) + n->path.cap * sizeof(footstep) +
           n->model.objects.cap * sizeof(object);
}

static const system_ops ops = {
    .moves = native_moves,
    .step = native_step,
    .status = native_status,
    .save = native_save,
    .restore = native_restore,
    .reset = native_reset,
    .clone = native_clone,
    .close = native_close,
    .explain = native_explain,
    .show = native_show,
    .thread_name = native_thread_name,
    .stack = native_stack,
    .waits_for = native_waits_for,
    .outcome = native_outcome,
    .memory = native_memory,
    .peek = native_peek,
    .own = native_own,
};

sys *native_open(const native_options *o, text *problem)
{
    native *n = mem_alloc(sizeof *n);

    n->base.ops = &ops;
    n->o = *o;
    n->launch.patience = o->divergence;
    n->launch.output = o->output;
    if (launch_open(&n->launch, o->library, o->argv, problem)) {
        native_close(&n->base);
        return NULL;
    }
    for (u32 i = 0; i < o->n_racy; i++)
        access_promote(n->launch.shared, o->racy[i]);
    where_open(&n->where, n->launch.server);
    native_reset(&n->base);
    return &n->base;
}
