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
#include "native/symbols.h"
#include "native/where.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define NAMES 256 /* bytes of a function's name */

/* A step of the present run and what its thread rested before. */
typedef struct footstep {
    u16 thread;
    u8 kind;
    u32 choice, operation;
    u64 object, caller;
    bool plain; /* can be taken again without a look at the program: all that follows is known */
    bool born;  /* and started a thread */
    native_slot before, after, child; /* where its thread rested, and rests then */
    event event;
} footstep;

typedef struct native {
    sys base;
    native_options o;
    launch launch;
    model model;
    where wheres[NATIVE_PROGRAMS];
    VEC(footstep) path;
    u64 blocked[NATIVE_THREADS]; /* states one after the other */
    u32 at;                      /* steps taken in this run */
    bool later;                  /* and they are yet to be taken by the program itself */
    native_slot first;           /* where the first thread rests at first */
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

static bool over(const native *n)
{
    return n->failed || n->cut || n->model.exited || !n->model.left;
}

/* The places of the program that the thread's process came from. */
static where *where_of(native *n, u32 slot)
{
    const model *m = &n->model;

    if (m->programs == 1)
        return &n->wheres[0];
    while (slot >= m->programs)
        slot = m->tasks[slot].above;
    return &n->wheres[slot];
}

/* Failures. */

static void set_failure(native *n, error_kind kind, u32 slot, u64 caller, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
static void set_failure(native *n, error_kind kind, u32 slot, u64 caller, const char *format, ...)
{
    const spot *s = caller ? where_code(where_of(n, slot), caller - 1) : NULL;
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
static u64 user_place(native *n, u32 slot, const u64 *frames, u32 depth, u64 caller)
{
    for (u32 i = 0; i < depth; i++)
        if (frames[i] && where_code(where_of(n, slot), frames[i] - 1)->user)
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

    access_race(where_of(n, m->slot), m, &words);
    set_failure(n, ERR_RACE, m->slot, place, "%s", text_str(&words));
    text_free(&words);
}

/* The run has an end that the library told. */
static void told_end(native *n)
{
    native_shared *m = n->launch.shared;
    u64 place = user_place(n, m->slot, m->frames, m->depth, m->caller);

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
        set_limit(n, "a run has more than %d threads and processes", NATIVE_THREADS);
        break;
    default:
        set_limit(n, "%s is not controlled (docs/native.md)", m->words);
        break;
    }
}

/* Of the first program that is gone. */
static int end_status(const native *n)
{
    const native_shared *m = n->launch.shared;

    for (u32 i = 0; i < m->programs; i++)
        if (m->servers[i].ended)
            return m->servers[i].status;
    return 0;
}

static void gone(native *n, u32 slot)
{
    int how = end_status(n);

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

    if (q != QUIET_GONE || n->launch.shared->end != END_NONE || WIFSIGNALED(end_status(n)))
        settle(n, slot, q);
    else if (n->o.exit_status && n->model.exit_status)
        set_failure(n, ERR_EXIT_STATUS, slot, slot_at(n, slot)->caller,
                    "the program ended with the status %d", n->model.exit_status);
}

/* By who made it, and as the how-manieth. */
static void add_channel(u64 address, text *out)
{
    u64 name = address >> 31 & 0x3ffff;

    if (address >> 59 & 1)
        text_add(out, "descriptors");
    else if (address >> 58 & 1)
        text_add(out, "locks");
    else if (!name)
        text_add(out, "addresses");
    else
        text_addf(out, "T%" PRIu64 "'s no. %" PRIu64, name >> 10, name & 1023);
}

/* `forks[2]`, `m`, or the address. */
static void add_object(native *n, u64 address, u32 size, text *out)
{
    u64 place = address & ((1ull << NATIVE_PROCESS) - 1), offset;
    const spot *d;

    if (address >> 61 & 1) {
        text_addf(out, "T%" PRIu64, address >> 8 & 0xff);
        return;
    }
    if (address & IPC_NAME) {
        add_channel(address, out);
        return;
    }
    if (address & NATIVE_SHARED) {
        text_addf(out, "shared + %" PRIu64, address & 0x7fffffff);
        return;
    }
    if (address >> 62 & 1) {
        text_addf(out, "set %" PRIu64 ", %" PRIu64, (address >> 18 & 0xffff) - 1,
                  address >> 2 & 0xffff);
        return;
    }
    d = where_data(where_of(n, (u32)(address >> NATIVE_PROCESS)), place);
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

/* What is left behind. */

static void fail_left(native *n, const object *o, u32 slot, const char *what)
{
    text name = {0};

    add_object(n, o->address, 1, &name);
    set_failure(n, ERR_LEAK, slot, o->caller, "%s: %s", what, text_str(&name));
    text_free(&name);
}

/* Before the step of a thread that ends, or ends the program. */
static bool leaves(native *n, u32 slot, u32 operation)
{
    const native_shared *m = n->launch.shared;
    bool ends =
        operation == NATIVE_EXIT || (operation == NATIVE_PROCESS_EXIT && n->model.left == 1);
    const object *o = NULL;

    if (operation == NATIVE_THREAD_EXIT || ends)
        o = model_left(&n->model, slot);
    if (o)
        fail_left(n, o, slot, "a thread ends and holds this lock");
    else if (ends && (o = model_left(&n->model, NATIVE_THREADS)))
        fail_left(n, o, slot, "the program ends and this object was never destroyed");
    for (u32 i = 0; ends && !n->failed && i < m->sets; i++)
        if (m->set_sizes[i])
            set_failure(n, ERR_LEAK, slot, 0, "the program ends and its semaphores stay: key %d",
                        m->set_keys[i]);
    for (u32 i = 0; ends && !n->failed && i < m->ipc.most_files; i++)
        if (m->ipc.files[i].kind == FILE_QUEUE)
            set_failure(n, ERR_LEAK, slot, 0, "the program ends and its message queue stays");
    return n->failed;
}

/* A thread has been blocked for so long. */
static void count_blocked(native *n, u32 moved)
{
    for (u32 i = 0; i < n->model.threads && !over(n); i++) {
        bool waits = rests(n, i) && i != moved && model_blocked(&n->model, i, slot_at(n, i));

        n->blocked[i] = waits ? n->blocked[i] + 1 : 0;
        if (n->blocked[i] >= n->o.livelock)
            set_failure(n, ERR_LIVELOCK, i, slot_at(n, i)->caller,
                        "%s was blocked in %" PRIu64 " states one after the other",
                        native_calls[slot_at(n, i)->operation], n->o.livelock);
    }
}

/* Hidden operations. */

static bool fits(const char *pattern, const char *word)
{
    return *word && fnmatch(pattern, word, 0) == 0;
}

static bool shapes_the_run(u32 operation)
{
    switch (operation) {
    case NATIVE_START:
    case NATIVE_CREATE:
    case NATIVE_FORK:
    case NATIVE_JOIN:
    case NATIVE_EXIT:
    case NATIVE_THREAD_EXIT:
    case NATIVE_PROCESS_EXIT:
        return true;
    default:
        return false;
    }
}

static bool is_hidden(native *n, u32 slot)
{
    const native_slot *s = slot_at(n, slot);
    text name = {0};
    bool hidden = false;

    if (!n->o.n_hide || shapes_the_run(s->operation))
        return false;
    if (s->object)
        add_object(n, s->object, native_sizes[s->operation], &name);
    for (u32 i = 0; i < n->o.n_hide && !hidden; i++)
        hidden = fits(n->o.hide[i], native_calls[s->operation]) ||
                 fits(n->o.hide[i], text_str(&name)) ||
                 (s->caller &&
                  fits(n->o.hide[i], where_code(where_of(n, slot), s->caller - 1)->function));
    text_free(&name);
    return hidden;
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

static footstep *step_again(native *n, u16 thread, move_kind kind, u32 choice)
{
    const native_slot *s = slot_at(n, thread);
    footstep f = {.thread = thread,
                  .kind = (u8)kind,
                  .choice = choice,
                  .operation = s->operation,
                  .object = s->object,
                  .caller = s->caller,
                  .before = *s};

    if (n->at < n->path.n && same_move(&n->path.at[n->at], &f)) {
        if (!same_rest(&n->path.at[n->at], &f))
            another_way(n, &n->path.at[n->at], &f);
    } else {
        n->path.n = n->at;
        vec_push(&n->path, f);
    }
    return &n->path.at[n->at++];
}

/* A run of which the first steps are known is only begun when something else is asked of it: then
 * the program takes them by itself, one thread handing over to the next. */

/* Operations whose effects are all in the model, in the result, and in what their thread does next.
 */
static bool is_plain(u32 operation)
{
    return (operation <= NATIVE_SEM_VALUE && operation != NATIVE_EXIT) || access_is(operation);
}

static bool may_defer(const native *n)
{
    return n->path.n && n->model.programs == 1 && !n->o.stacks && !n->o.n_hide && !n->o.livelock &&
           !n->o.n_visible;
}

/* After a step: is what it led to known from now on? */
static void remember(native *n, footstep *f, u32 threads, const taken *out)
{
    const native_shared *m = n->launch.shared;

    f->born = m->threads == threads + 1;
    f->plain = is_plain(f->operation) && !n->failed && !n->cut && !n->pruned &&
               m->threads <= threads + 1 && m->processes == 1 && out->events.n == 1 &&
               out->events.at[0].func == f->operation;
    if (!f->plain)
        return;
    f->event = out->events.at[0];
    f->after = m->slots[f->thread];
    if (f->born)
        f->child = m->slots[threads];
}

/* Takes the step again later; false: not this one. */
static bool defer(native *n, u16 thread, move_kind kind, u32 choice, taken *out)
{
    footstep wanted = {.thread = thread, .kind = (u8)kind, .choice = choice};
    footstep *f = n->at < n->path.n ? &n->path.at[n->at] : NULL;
    native_slot s;

    if (!n->later || !f || !f->plain || !same_move(f, &wanted) || n->at == NATIVE_LINES)
        return false;
    s = f->before;
    if (!model_take(&n->model, thread, &s, kind, choice, out))
        die("a step that was taken fails when it is taken again");
    out->events.at[0] = f->event;
    n->launch.shared->script[n->at] = (native_line){.slot = thread,
                                                    .operation = f->operation,
                                                    .object = f->object,
                                                    .caller = f->caller,
                                                    .result = s.result,
                                                    .status = s.status};
    if (rests(n, thread))
        model_arrive(&n->model, thread, &f->after);
    if (f->born)
        model_arrive(&n->model, n->model.threads, &f->child);
    n->at++;
    return true;
}

static void catch_up(native *n)
{
    native_shared *m = n->launch.shared;
    quiet q;

    if (!n->later)
        return;
    n->later = false;
    q = launch_run(&n->launch, n->at);
    if (m->end == END_OTHERWISE) {
        const native_slot *s = &m->slots[m->script[m->line].slot];
        footstep now = {.thread = (u16)m->script[m->line].slot, .operation = s->operation};

        n->at = m->line;
        another_way(n, &n->path.at[n->at], &now);
    }
    if (q != QUIET_RESTS || m->end != END_NONE) {
        launch_close(&n->launch);
        n->o.give_up("the program is not deterministic: a run ended that did not before");
    }
}

/* The system. */

static void native_reset(sys *s)
{
    native *n = of(s);
    quiet q;

    n->failed = n->pruned = n->cut = false;
    n->dropped = 0;
    n->at = 0;
    memset(n->blocked, 0, sizeof n->blocked);
    model_reset(&n->model, n->launch.shared->programs, n->o.no_spurious ? 0 : NATIVE_SPURIOUS);
    n->launch.shared->stacks = n->o.stacks;
    n->later = may_defer(n);
    if (n->later) {
        memset(n->launch.shared->signals, 0, sizeof n->launch.shared->signals);
        model_arrive(&n->model, 0, &n->first);
        return;
    }
    q = launch_run(&n->launch, 0);
    n->first = *slot_at(n, 0);
    settle(n, 0, q);
    for (u32 i = 0; q == QUIET_RESTS && i < n->model.programs; i++)
        model_arrive(&n->model, i, slot_at(n, i));
}

static void native_moves(sys *s, move_list *out)
{
    native *n = of(s);

    catch_up(n);
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

/* The operation is done and the thread goes on to its next. */
static void go_on(native *n, u32 slot)
{
    quiet q = launch_turn(&n->launch, slot);

    if (n->model.exited)
        finish(n, slot);
    else
        settle(n, slot, q);
    arrivals(n, slot);
}

static void take(native *n, u32 slot, move_kind kind, u32 choice, taken *out)
{
    native_slot *at = slot_at(n, slot);
    u32 operation = at->operation;
    i32 how = (i32)at->argument;

    if (n->o.leaks && leaves(n, slot, operation))
        return;
    if (!model_take(&n->model, slot, at, kind, choice, out)) {
        set_failure(n, n->model.error, slot, at->caller, "%s: %s", native_calls[operation],
                    n->model.words);
        return;
    }
    go_on(n, slot);
    if (access_is(operation) && at->status == 0)
        access_done(&out->events.at[0], at);
    if (n->o.exit_status && operation == NATIVE_PROCESS_EXIT && slot < n->model.programs && how &&
        !n->failed)
        set_failure(n, ERR_EXIT_STATUS, slot, 0, "program %u ended with the status %d", slot + 1,
                    how >> 8);
}

/* Hidden operations belong to the step before them, unless they have to wait. */
static void take_hidden(native *n, u32 slot)
{
    taken unseen = {0};

    while (!over(n) && rests(n, slot) && is_hidden(n, slot) &&
           !model_blocked(&n->model, slot, slot_at(n, slot)))
        take(n, slot, MOVE_RUN, 0, &unseen);
    taken_free(&unseen);
}

static void native_step(sys *s, u16 thread, move_kind kind, u32 choice, taken *out)
{
    native *n = of(s);

    vec_clear(&out->events);
    out->steps = 1;
    out->progress = true;
    out->renamed = false;
    n->pruned = false;
    if (!over(n) && !rests(n, thread))
        die("a step of thread %u, which is not there", thread);
    if (!over(n) && !defer(n, thread, kind, choice, out)) {
        footstep *f;
        u32 threads;

        catch_up(n);
        f = step_again(n, thread, kind, choice);
        threads = n->launch.shared->threads;
        take(n, thread, kind, choice, out);
        remember(n, f, threads, out);
        if (n->o.n_hide)
            take_hidden(n, thread);
        if (n->o.livelock)
            count_blocked(n, thread);
    }
    say(n, out);
}

static status native_status(sys *s)
{
    native *n = of(s);
    move_list all = {0};
    status st = ST_DEADLOCK;

    catch_up(n);
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
    for (u32 i = 0; i < NATIVE_PROGRAMS; i++)
        where_close(&n->wheres[i]);
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

static bool is_variable(native *n, u64 address)
{
    u64 process = address >> NATIVE_PROCESS;

    return process < NATIVE_THREADS &&
           *where_data(where_of(n, (u32)process), address & ((1ull << NATIVE_PROCESS) - 1))
                ->function;
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
    if (is_variable(n, address))
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
    const spot *p = f && f->caller ? where_code(where_of(n, f->thread), f->caller - 1) : NULL;

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
    } else if (e->func == NATIVE_PROBE_READ || e->func == NATIVE_PROBE_WRITE) {
        add_object(n, address_of(e), e->size, &out->where);
        text_addn(&out->call, n->o.visible[e->value], strcspn(n->o.visible[e->value], ":"));
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
    const spot *p = where_code(where_of(n, thread), t->routine);

    if (n->model.programs > 1 && thread < n->model.programs) {
        text_addf(out, "program %u", thread + 1);
        return;
    }
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
        const spot *p = where_code(where_of(n, thread), frames[i] - 1);

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

pid_t native_process(sys *s, u16 thread, pid_t *lwp)
{
    native *n = of(s);

    if (thread >= n->model.threads)
        return 0;
    *lwp = (pid_t)slot_at(n, thread)->task;
    return (pid_t)slot_at(n, thread)->process;
}

void native_pending(sys *s, u16 thread, text *out)
{
    native *n = of(s);
    const native_slot *t = slot_at(n, thread);
    const spot *p = t->caller ? where_code(where_of(n, thread), t->caller - 1) : NULL;

    add_call(n, t->operation, t->object, out);
    if (p && p->line)
        text_addf(out, " at %s:%u", p->file, p->line);
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
    native *n = of(s);
    char bytes[4096];
    ssize_t got;

    catch_up(n);
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

    catch_up(n);
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

    return sizeof *n + sizeof(native_shared) - sizeof n->launch.shared->ipc.bytes + n->path.cap * sizeof(footstep) +
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

/* function:argument:read or write. */
static bool parse_visible(const char *word, char *name, size_t room, native_probe *p)
{
    const char *colon = strchr(word, ':');
    char way[8];

    if (!colon || (size_t)(colon - word) >= room ||
        sscanf(colon, ":%u:%7s", &p->argument, way) != 2 || p->argument > 6)
        return false;
    memcpy(name, word, (size_t)(colon - word));
    name[colon - word] = 0;
    p->writes = strcmp(way, "write") == 0;
    return p->writes || strcmp(way, "read") == 0;
}

bool native_visible(const char *word)
{
    char name[NAMES];

    return parse_visible(word, name, sizeof name, &(native_probe){0});
}

static bool add_probe(native *n, u32 number, text *problem)
{
    native_shared *m = n->launch.shared;
    native_probe p = {.number = number};
    char name[NAMES];
    bool found = false;

    if (!parse_visible(n->o.visible[number], name, sizeof name, &p))
        return false;
    for (u32 i = 0; i < m->programs && m->probes < NATIVE_PROBES; i++) {
        const module *file = n->wheres[i].modules.n ? &n->wheres[i].modules.at[0] : NULL;

        p.address = file ? symbol_find(file->path, name) : 0;
        if (!p.address)
            continue;
        p.address += file->base;
        p.program = i;
        m->probe[m->probes++] = p;
        found = true;
    }
    if (!found)
        text_addf(problem, "--visible %s: the program has no function %s", n->o.visible[number],
                  name);
    return found;
}

static bool add_probes(native *n, text *problem)
{
    for (u32 i = 0; i < n->o.n_visible; i++)
        if (!add_probe(n, i, problem))
            return false;
    return true;
}

sys *native_open(const native_options *o, text *problem)
{
    native *n = mem_alloc(sizeof *n);

    n->base.ops = &ops;
    n->o = *o;
    n->launch.patience = o->divergence;
    n->launch.output = o->output;
    if (launch_open(&n->launch, o->library, o->programs, problem)) {
        native_close(&n->base);
        return NULL;
    }
    for (u32 i = 0; i < o->n_racy; i++)
        access_promote(n->launch.shared, o->racy[i]);
    n->model.shared = n->launch.shared;
    for (u32 i = 0; i < n->launch.shared->programs; i++)
        where_open(&n->wheres[i], n->launch.servers[i]);
    if (!add_probes(n, problem)) {
        native_close(&n->base);
        return NULL;
    }
    native_reset(&n->base);
    return &n->base;
}
