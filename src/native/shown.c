/* A run as reports show it: events, stacks, what threads wait for, what was printed. */
#include "native/shown.h"
#include "base/mutant.h"
#include "native/access.h"
#include "native/again.h"
#include "native/ends.h"
#include "native/guards.h"
#include "native/images.h"
#include "native/names.h"
#include "native/place.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

static u32 first_blocked(native *n)
{
    for (u32 i = 0; i < n->model.threads; i++)
        if (rests(n, i) && !n->model.tasks[i].timer && !parked(n, i))
            return i;
    return 0;
}

static bool somebody_parked(native *n)
{
    for (u32 i = 0; i < n->model.threads; i++)
        if (parked(n, i))
            return true;
    return false;
}

void native_explain(sys *s, failure *out)
{
    native *n = of(s);
    u32 slot = first_blocked(n);
    bool hangs = somebody_parked(n);

    if (n->cut)
        *out = (failure){.message = n->limit};
    else if (n->failed)
        *out = n->error;
    else {
        ends_fail(n, hangs ? ERR_HANG : ERR_DEADLOCK, slot, slot_at(n, slot)->caller, "%s",
                  hangs ? "hang: nothing can change any more, and a thread waits for ever"
                        : "deadlock: every thread that is left is blocked");
        n->failed = false;
        *out = n->error;
    }
}

/* What C++ has in headers calls the library for the user's code. */
const spot *shown_place(native *n, const footstep *f)
{
    where *w = &n->wheres[f->image];
    const spot *p = f->caller ? where_code(w, f->caller - 1) : NULL;

    for (u32 i = 0; i < f->before.depth && !(p && p->user && p->line); i++)
        p = where_code(w, f->before.frames[i] - 1);
    return p && p->user && p->line ? p : f->caller ? where_code(w, f->caller - 1) : NULL;
}

/* What a lock or a semaphore is after the step. */
static void add_state(native *n, const event *e, text *out)
{
    const native_object *o = model_find(&n->model, place_name(e));

    if (!o)
        return;
    switch (e->kind) {
    case EV_LOCK:
    case EV_TRYLOCK:
    case EV_UNLOCK:
    case EV_READ_LOCK:
        if (!o->word)
            text_add(out, "unlocked");
        else if (native_in(e->func, FAMILY_RWLOCK) && (i32)o->word > 0)
            text_addf(out, "has %u reader%s", o->word, o->word == 1 ? "" : "s");
        else
            text_addf(out, "locked by T%u", (o->word & 0x7fffffff) - 1);
        break;
    case EV_SEM_WAIT:
    case EV_SEM_POST:
        text_addf(out, "%u", o->word);
        break;
    default:
        break;
    }
}

/* Whom a signal or broadcast woke. */
static void add_woken(const native *n, text *out)
{
    const char *comma = " ";

    text_add(out, "wakes");
    for (u32 i = 0; i < n->model.threads; i++) {
        if (!(n->model.woken >> i & 1))
            continue;
        text_addf(out, "%sT%u", comma, i);
        comma = ", ";
    }
    text_add(out, *comma == ' ' ? " nobody" : "");
}

static void add_bytes(const native_moved *m, text *out)
{
    u32 n = m->result < (i64)sizeof m->bytes ? (u32)m->result : (u32)sizeof m->bytes;

    text_addc(out, '"');
    for (u32 i = 0; i < n; i++)
        text_byte(out, (char)m->bytes[i]);
    text_addf(out, "\"%s", m->result > (i64)n ? "..." : "");
}

/* `write(4, "hello") = 5`. */
static void add_moved(const footstep *f, text *out)
{
    const native_moved *m = &f->moved;

    text_addf(out, "%s(%d", native_rows[f->operation].call, m->descriptor);
    if (m->result > 0) {
        text_add(out, ", ");
        add_bytes(m, out);
    }
    text_addf(out, ") = %lld", (long long)m->result);
}

/* Signals and timers. */
static void show_signal(const native *n, const footstep *f, const event *e, text *out)
{
    switch (e->func) {
    case NATIVE_SIGNALLED:
        text_add(out, "takes ");
        names_add_signal(e->value, out);
        break;
    case NATIVE_THREAD_KILL:
    case NATIVE_KILL:
        text_addf(out, "%s(", native_rows[e->func].call);
        if (f->before.argument == NATIVE_EVERYONE)
            text_add(out, "all");
        else
            text_addf(out, "T%" PRIu64, n->model.threads ? f->before.argument : 0);
        text_add(out, ", ");
        names_add_signal(f->before.other, out);
        text_addc(out, ')');
        break;
    case NATIVE_RAISE:
        text_add(out, "raise(");
        names_add_signal(f->before.other, out);
        text_addc(out, ')');
        break;
    case NATIVE_TIMER:
        text_add(out, "the timer ends: ");
        names_add_signal(f->before.other, out);
        break;
    case NATIVE_TIMER_FILE:
        text_add(out, "the timer of the descriptor ends");
        break;
    default:
        text_add(out, native_rows[e->func].call);
    }
}

static void show_access(native *n, const event *e, shown *out)
{
    named is = names_add_object(n, place_name(e), e->size, &out->where);

    if (!(e->flags & EVF_VALUE))
        return;
    names_add_value(n, e->thread, is, e->value, e->size, &out->value);
    names_add_value(n, e->thread, is, MUTANT(REPORT_OLD) ? e->value : e->old, e->size, &out->old);
}

void native_show(sys *s, const event *e, shown *out)
{
    native *n = of(s);
    const footstep *f = n->at ? &n->path.at[n->at - 1] : NULL;
    const spot *p = f ? shown_place(n, f) : NULL;

    out->file = p ? p->file : "";
    out->line = p ? p->line : 0;
    out->column = p ? p->column : 0;
    out->function = p ? p->function : "";
    if (native_in(e->func, FAMILY_ACCESS)) {
        show_access(n, e, out);
    } else if (f && native_is(e->func, IS_SIGNAL)) {
        show_signal(n, f, e, &out->call);
    } else if (f && f->moved.known && (e->func == NATIVE_FD_READ || e->func == NATIVE_FD_WRITE)) {
        add_moved(f, &out->call);
    } else if (e->func == NATIVE_PROBE_READ || e->func == NATIVE_PROBE_WRITE) {
        names_add_object(n, place_name(e), e->size, &out->where);
        text_addn(&out->call, n->o.visible.at[e->value], strcspn(n->o.visible.at[e->value], ":"));
    } else if (e->func == NATIVE_EXEC && e->object) {
        text_addf(&out->call, "execve(%s)", images_name(n, e->thread));
    } else if (e->object && names_channel(place_name(e)) && out->line) {
        return; /* the source says it best */
    } else if (e->object && e->kind == EV_READ) {
        names_add_call(n, e->func, place_name(e), &out->call);
    } else if (e->object) {
        names_add_object(n, place_name(e), e->size, &out->where);
        names_add_call(n, e->func, place_name(e), &out->call);
        if (e->kind == EV_SIGNAL || e->kind == EV_BROADCAST)
            add_woken(n, &out->value);
        else
            add_state(n, e, &out->value);
    } else if (e->kind == EV_NONE || e->kind == EV_CHOOSE || (e->kind == EV_SYNC && !out->line)) {
        text_add(&out->call, native_rows[e->func].call);
    }
}

/* A thread that a library started: the first function of the user's own that it runs, when it does.
 */
static void add_outermost(native *n, u16 thread, text *out)
{
    const native_slot *t = slot_at(n, thread);

    for (u32 i = t->depth; i-- > 0;) {
        const spot *p = where_code(names_where(n, thread), t->frames[i] - 1);

        if (p->user && p->line && *p->function) {
            text_addn(out, p->function, strcspn(p->function, "("));
            return;
        }
    }
    text_add(out, "thread");
}

void native_thread_name(sys *s, u16 thread, text *out)
{
    native *n = of(s);
    const native_slot *t = slot_at(n, thread);
    const spot *p = where_code(names_where(n, thread), t->routine);

    if (n->model.tasks[thread].timer) {
        text_add(out, "timer");
        return;
    }
    if (n->model.programs > 1 && thread < n->model.programs) {
        text_addf(out, "program %u", thread + 1);
        return;
    }
    if (thread && n->model.tasks[thread].process && n->model.tasks[thread].above < NATIVE_THREADS) {
        text_addf(out, "fork of T%u", n->model.tasks[thread].above);
        return;
    }
    if (thread && !(p->user && *p->function)) {
        add_outermost(n, thread, out);
        return;
    }
    text_addf(out, "%s", *p->function ? p->function : "thread");
    if (thread && t->data < 65536)
        text_addf(out, "(%" PRIu64 ")", t->data);
}

u32 native_stack(sys *s, u16 thread, u32 max, frame_shown *out)
{
    native *n = of(s);
    const native_shared *m = n->launch.shared;
    bool here = m->end != END_NONE && m->slot == thread;
    const u64 *frames = here ? m->frames : m->slots[thread].frames;
    u32 depth = here ? m->depth : m->slots[thread].depth, k = 0;

    for (u32 i = 0; i < depth; i++) {
        const spot *p = where_code(names_where(n, thread), frames[i] - 1);

        for (; p && k < max; p = p->outer) {
            if (!p->user || !p->line)
                continue;
            out[k].function = p->function;
            out[k].file = p->file;
            out[k++].line = p->line;
        }
    }
    return k;
}

void native_waits_for(sys *s, u16 thread, text *out)
{
    native *n = of(s);
    const native_slot *t = slot_at(n, thread);
    move m;
    int owner;

    if (!sys_peek(s, thread, &m) || n->model.tasks[thread].timer || parked(n, thread))
        return;
    if (m.flags & MOVE_ENABLED) {
        text_add(out, text_str(&n->turns[thread]));
        return;
    }
    if ((t->operation == NATIVE_FD_READ || t->operation == NATIVE_FD_WRITE) &&
        t->moved.descriptor >= 0)
        text_addf(out, "%s(%d)", native_rows[t->operation].call, t->moved.descriptor);
    else
        names_add_call(n, t->operation, t->object, out);
    owner = model_owner(&n->model, t);
    if (owner >= 0)
        text_addf(out, ", held by T%d", owner);
    else if (t->operation == NATIVE_JOIN || t->operation == NATIVE_TIMEDJOIN)
        text_addf(out, " of T%" PRIu64, t->argument);
}

void native_pending(sys *s, u16 thread, text *out)
{
    native *n = of(s);
    const native_slot *t = slot_at(n, thread);
    const spot *p = t->caller ? where_code(names_where(n, thread), t->caller - 1) : NULL;

    names_add_call(n, t->operation, t->object, out);
    if (p && p->line)
        text_addf(out, " at %s:%u", p->file, p->line);
}

void native_outcome(sys *s, text *out)
{
    native *n = of(s);
    char bytes[4096];
    ssize_t got;

    again_catch_up(n);
    text_addf(out, "exit %d", n->model.exit_status);
    if (!n->launch.output)
        return;
    text_add(out, " printed \"");
    for (off_t at = 0; (got = pread(n->launch.output, bytes, sizeof bytes, at)) > 0; at += got)
        for (ssize_t i = 0; i < got; i++)
            text_byte(out, bytes[i]);
    text_add(out, "\"");
}
