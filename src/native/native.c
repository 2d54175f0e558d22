/* A program under control as a system.
 *
 * A state exists only as the present run: reset begins a new one, step lets one thread do the
 * operation it rests before and run on to its next.  The objects are modelled on this side, so that
 * moves, guards and errors of use need no question to the program. */
#include "native/native.h"
#include "native/access.h"
#include "native/again.h"
#include "native/declared.h"
#include "native/ends.h"
#include "native/images.h"
#include "native/names.h"
#include "native/paths.h"
#include "native/shown.h"
#include "native/symbols.h"
#include "native/turns.h"
#include "native/uses.h"

#include <string.h>

static void native_reset(sys *s)
{
    native *n = of(s);
    quiet q;

    n->failed = n->pruned = n->cut = false;
    n->dropped = 0;
    n->at = 0;
    memset(n->blocked, 0, sizeof n->blocked);
    model_reset(&n->model, n->launch.shared->programs);
    n->launch.shared->stacks = n->o.stacks;
    n->launch.shared->cxx20 = n->o.cxx20;
    n->later = again_may(n);
    if (n->later) {
        memset(n->launch.shared->ipc.signals, 0, sizeof n->launch.shared->ipc.signals);
        model_arrive(&n->model, 0, &n->first);
        return;
    }
    q = launch_run(&n->launch, 0);
    n->first = *slot_at(n, 0);
    ends_settle(n, 0, q);
    for (u32 i = 0; q == QUIET_RESTS && i < n->model.programs; i++)
        model_arrive(&n->model, i, slot_at(n, i));
}

static void native_moves(sys *s, move_list *out)
{
    native *n = of(s);

    again_catch_up(n);
    vec_clear(out);
    if (n->failed || n->cut || n->model.exited)
        return;
    for (u32 i = 0; i < n->model.threads; i++) /* timers are left when all is over */
        if (rests(n, i))
            model_moves(&n->model, i, slot_at(n, i), out);
    if (n->o.persistent)
        uses_mark(n, out);
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
        ends_finish(n, slot);
    else
        ends_settle(n, slot, q);
    arrivals(n, slot);
}

static void take(native *n, u32 slot, move_kind kind, u32 choice, taken *out)
{
    native_slot *at = slot_at(n, slot);
    u32 operation = at->operation, home = n->launch.shared->homes[slot];
    i32 how = (i32)at->argument;

    if (n->o.others && (operation == NATIVE_FILE_LOCK || n->launch.shared->n_kept))
        ends_cut(n, "runs at the same time share files and their locks; leave out -j");
    if (operation == NATIVE_WAIT_CHILD && declared_hides_exit(n))
        ends_cut(n,
                 "a process waits for the end of others, which is hidden; leave out --hide exit");
    if (n->cut ||
        (n->o.rules.leaks && !n->model.tasks[slot].dying && ends_leaves(n, slot, operation)))
        return;
    if (operation == NATIVE_EXEC && !images_may(n, slot))
        return;
    if (!model_take(&n->model, slot, at, kind, choice, out)) {
        ends_fail(n, n->model.error, slot, at->caller, "%s: %s", native_rows[operation].call,
                  n->model.words);
        return;
    }
    if (!n->model.tasks[slot].timer && !n->model.tasks[slot].dying)
        go_on(n, slot);
    if (at->operation == NATIVE_EXECUTED && operation != NATIVE_EXECUTED)
        images_begin(n, slot);
    if (native_in(operation, FAMILY_ACCESS) && at->status == 0)
        access_done(&out->events.at[0], at);
    if (n->o.rules.exit_status && operation == NATIVE_PROCESS_EXIT && home < n->model.programs &&
        how && !n->failed)
        ends_fail(n, ERR_EXIT_STATUS, slot, 0, "program %u ended with the status %d", home + 1,
                  how >> 8);
}

/* Hidden operations belong to the step before them, unless they have to wait. */
static void take_hidden(native *n, u32 slot)
{
    taken unseen = {0};

    while (!over(n) && rests(n, slot) && declared_hidden(n, slot) &&
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
    if (!over(n) && !again_defer(n, thread, kind, choice, out)) {
        footstep *f;
        u32 threads;

        again_catch_up(n);
        f = again_step(n, thread, kind, choice);
        threads = n->launch.shared->threads;
        slot_at(n, thread)->moved.known = 0;
        take(n, thread, kind, choice, out);
        f->moved = slot_at(n, thread)->moved;
        again_remember(n, f, threads, out);
        if (n->o.hide.n)
            take_hidden(n, thread);
        for (u32 i = 0; n->o.uses && i < n->model.threads && !over(n); i++)
            if (rests(n, i))
                uses_hold(n, i);
        if (n->o.livelock)
            ends_count_blocked(n, thread);
    }
    say(n, out);
}

/* Nobody can move: is that an end, since all have stopped, or the others may wait for them? */
static bool ends_parked(native *n)
{
    bool any = false, all = true;

    for (u32 i = 0; i < n->model.threads; i++) {
        any |= parked(n, i);
        all &= !rests(n, i) || n->model.tasks[i].timer || parked(n, i);
    }
    return any && (all || n->o.rules.allow_hang);
}

static status native_status(sys *s)
{
    native *n = of(s);
    move_list all = {0};
    status st = ST_DEADLOCK;

    again_catch_up(n);
    if (n->failed || n->dropped || n->cut)
        return n->failed ? ST_ERROR : n->cut ? ST_LIMIT : ST_PRUNED;
    if (over(n))
        return ST_DONE;
    native_moves(s, &all);
    for (u32 i = 0; i < all.n; i++)
        if ((all.at[i].flags & (MOVE_ENABLED | MOVE_WEAK)) == MOVE_ENABLED)
            st = ST_RUNNING;
    vec_free(&all);
    return st == ST_DEADLOCK && ends_parked(n) ? ST_DONE : st;
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

    for (u32 i = 0; i < n->places.n; i++)
        if (n->places.at[i].shared == n->launch.shared)
            launch_close(&n->launch);
        else
            launch_close(&n->places.at[i]);
    vec_free(&n->places);
    images_close(n);
    model_free(&n->model);
    vec_free(&n->path);
    uses_free(n);
    text_free(&n->words);
    for (u32 i = 0; i < NATIVE_THREADS; i++)
        text_free(&n->turns[i]);
    mem_free(n);
}

pid_t native_process(sys *s, u16 thread, pid_t *lwp)
{
    native *n = of(s);

    if (thread >= n->model.threads)
        return 0;
    *lwp = (pid_t)slot_at(n, thread)->task;
    return (pid_t)slot_at(n, thread)->process;
}

/* The registers that are live where the thread will go on. */
static u8 live_at(native *n, u32 slot)
{
    where *w = names_where(n, slot);
    const module *m = w->modules.n ? &w->modules.at[0] : NULL;
    u64 caller = slot_at(n, slot)->caller;

    if (!m || caller < m->low || caller >= m->high)
        return LIVE_ALL;
    return liveness_at(&n->lives[w - n->wheres], m->path, caller - m->base);
}

static bool native_own(sys *s, u16 thread, word_list *out)
{
    native *n = of(s);

    again_catch_up(n);
    return rests(n, thread) && !over(n) &&
           native_in(slot_at(n, thread)->operation, FAMILY_ACCESS) &&
           access_own(slot_at(n, thread), &n->launch.shared->ipc.signals[thread],
                      live_at(n, thread), out);
}

void native_wakes(sys *s, u64 slots)
{
    of(s)->model.wakers = slots;
    of(s)->model.weak = false;
}

void native_wakes_weakly(sys *s)
{
    of(s)->model.wakers = of(s)->o.rules.no_spurious ? 0 : ~0ull;
    of(s)->model.weak = true;
}

void native_split_starts(sys *s)
{
    of(s)->model.met = true;
}

bool native_starts_matter(const sys *s)
{
    const native *n = of(s);
    bool any = false;

    for (u32 i = 0; i < n->places.n && !n->model.met; i++)
        any |= n->places.at[i].shared->starts_matter;
    return any;
}

u64 native_waited(const sys *s)
{
    const native *n = of(s);
    u64 all = 0;

    for (u32 i = 0; i < n->places.n; i++)
        all |= n->places.at[i].shared->waited;
    return all;
}

bool native_instrumented(sys *s)
{
    return of(s)->launch.shared->instrumented;
}

static void add_caller(native *n, u64 caller, text *out)
{
    const spot *p = caller && !out->n ? where_code(&n->wheres[0], caller - 1) : NULL;

    if (p && p->line)
        text_addf(out, "%s:%u", p->file, p->line);
}

void native_weak_order(sys *s, text *out)
{
    native *n = of(s);

    for (u32 i = 0; i < n->places.n; i++)
        add_caller(n, n->places.at[i].shared->weak_order, out);
}

void native_reused(sys *s, text *out)
{
    native *n = of(s);

    for (u32 i = 0; i < n->places.n; i++)
        if (n->places.at[i].shared->instrumented)
            add_caller(n, n->places.at[i].shared->reused, out);
}

static const char *const gaps[NATIVE_GAPS] = {
    [GAP_FILES] = "threads or processes share a file, as at %s: orders that only its reads and "
                  "writes tell apart were not looked at",
    [GAP_SIGNAL] = "signals came before operations, and not between other instructions: what the "
                   "handler at %s finds there was not looked at",
    [GAP_TIMER] =
        "a timer that was set at %s never came, since nobody catches or blocks its signal, "
        "which would end the process",
};

static bool find_gap(native *n, u32 gap, text *place)
{
    bool any = false;

    for (u32 i = 0; i < n->places.n; i++) {
        any |= n->places.at[i].shared->gaps[gap] != 0;
        if (n->images == 1) /* else it may be one of another program */
            add_caller(n, n->places.at[i].shared->gaps[gap], place);
    }
    if (any && !place->n)
        text_add(place, "a place that is not known");
    return any;
}

void native_unseen(sys *s, string_list *out)
{
    for (u32 i = 0; i < NATIVE_GAPS; i++) {
        text place = {0}, words = {0};
        const char *slot = strstr(gaps[i], "%s");

        if (find_gap(of(s), i, &place)) {
            text_addn(&words, gaps[i], (size_t)(slot - gaps[i]));
            text_addf(&words, "%s%s", text_str(&place), slot + 2);
            vec_push(out, mem_strdup(text_str(&words)));
        }
        text_free(&place);
        text_free(&words);
    }
}

bool native_reads(sys *s)
{
    static const char *const words[] = {"stdin", "getchar", "scanf"};
    native *n = of(s);

    for (u32 i = 0; i < n->images; i++)
        for (u32 k = 0; n->wheres[i].modules.n && k < LENGTH(words); k++)
            if (section_has(n->wheres[i].modules.at[0].path, ".dynstr", words[k]))
                return true;
    return false;
}

static u32 native_exit_status(sys *s)
{
    return (u32)of(s)->model.exit_status & 255;
}

bool native_several(sys *s)
{
    return of(s)->launch.shared->threads > 1;
}

bool native_rough(sys *s)
{
    return of(s)->launch.shared->rough;
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
    const native *n = of(s);

    return sizeof *n + sizeof(native_shared) - sizeof n->launch.shared->ipc.bytes -
           sizeof n->launch.shared->bytes - sizeof n->launch.shared->sharing.files +
           n->path.cap * sizeof(footstep) + n->model.objects.cap * sizeof(native_object);
}

/* What was said to the library at one place is said at the other. */
static void native_adopt(sys *s, u32 place)
{
    native *n = of(s);
    const native_shared *from = n->launch.shared;
    native_shared *to = n->places.at[place].shared;

    n->launch = n->places.at[place];
    n->model.shared = to;
    launch_adopt(&n->launch);
    for (u32 i = 0; i < n->images; i++)
        where_adopt(&n->wheres[i]);
    if (to == from)
        return;
    to->racy = from->racy;
    memcpy(to->racy_words, from->racy_words, sizeof to->racy_words);
    to->probes = from->probes;
    memcpy(to->probe, from->probe, sizeof to->probe);
}

static hang_answer native_hang(sys *s, failure *out)
{
    native *n = of(s);

    again_catch_up(n);
    if (!n->launch.shared->instrumented || n->dropped || over(n))
        return HANG_NONE;
    return turns_hang(n, out);
}

static const system_describe describe = {
    .show = native_show,
    .thread_name = native_thread_name,
    .stack = native_stack,
    .waits_for = native_waits_for,
    .outcome = native_outcome,
    .exit_status = native_exit_status,
    .look = native_look,
    .pending = native_pending,
};
static const system_spin_loops spin_loops = {.own = native_own};
static const system_places places = {.adopt = native_adopt};

static const system_ops ops = {
    .moves = native_moves,
    .step = native_step,
    .status = native_status,
    .explain = native_explain,
    .peek = native_peek,
    .save = native_save,
    .restore = native_restore,
    .reset = native_reset,
    .clone = native_clone,
    .close = native_close,
    .memory = native_memory,
    .describe = &describe,
    .hang = native_hang,
    .spin_loops = &spin_loops,
    .places = &places,
};

/* Loads the programs at every place. */
static bool open_places(native *n, const native_options *o, text *problem)
{
    for (u32 i = 0; i < o->places; i++)
        vec_push(&n->places, (launch){.patience = o->divergence, .output = o->output});
    launch_spread(n->places.at, n->places.n);
    for (u32 i = n->places.n; i-- > 0;) /* and this process stays at the first */
        if (launch_open(&n->places.at[i], o->library, o->programs, problem))
            return false;
    n->launch = n->places.at[0];
    return true;
}

sys *native_open(const native_options *o, text *problem)
{
    native *n = mem_alloc(sizeof *n);

    n->base.kind = SYSTEM_NATIVE;
    n->base.ops = &ops;
    n->o = *o;
    if (!open_places(n, o, problem)) {
        native_close(&n->base);
        return NULL;
    }
    for (u32 i = 0; i < o->n_racy; i++)
        access_promote(n->launch.shared, o->racy[i]);
    n->model.shared = n->launch.shared;
    native_wakes_weakly(&n->base);
    for (u32 i = 0; i < n->launch.shared->programs; i++)
        where_open(&n->wheres[n->images++], n->launch.servers[i]);
    if (!uses_read(n, problem) || !declared_probes(n, problem)) {
        native_close(&n->base);
        return NULL;
    }
    native_reset(&n->base);
    return &n->base;
}
