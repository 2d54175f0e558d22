/* A run as reports show it: events, stacks, what threads wait for, what was printed. */
#include "native/shown.h"
#include "native/access.h"
#include "native/again.h"
#include "native/ends.h"
#include "native/images.h"
#include "native/names.h"
#include "native/place.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

static u32 first_blocked(const native *n)
{
    for (u32 i = 0; i < n->model.threads; i++)
        if (rests(n, i) && !n->model.tasks[i].timer)
            return i;
    return 0;
}

void native_explain(sys *s, failure *out)
{
    native *n = of(s);
    u32 slot = first_blocked(n);

    if (n->cut)
        *out = (failure){.message = n->limit};
    else if (n->failed)
        *out = n->error;
    else {
        ends_fail(n, ERR_DEADLOCK, slot, slot_at(n, slot)->caller,
                  "deadlock: every thread that is left is blocked");
        n->failed = false;
        *out = n->error;
    }
}

void native_show(sys *s, const event *e, shown *out)
{
    native *n = of(s);
    const footstep *f = n->at ? &n->path.at[n->at - 1] : NULL;
    const spot *p = f && f->caller ? where_code(&n->wheres[f->image], f->caller - 1) : NULL;

    out->file = p ? p->file : "";
    out->line = p ? p->line : 0;
    out->column = 0;
    out->function = p ? p->function : "";
    if (access_is(e->func)) {
        names_add_object(n, place_name(e), e->size, &out->where);
        if (e->flags & EVF_VALUE) {
            access_show(e->value, e->size, &out->value);
            access_show(e->old, e->size, &out->old);
        }
    } else if (e->func == NATIVE_PROBE_READ || e->func == NATIVE_PROBE_WRITE) {
        names_add_object(n, place_name(e), e->size, &out->where);
        text_addn(&out->call, n->o.visible[e->value], strcspn(n->o.visible[e->value], ":"));
    } else if (e->func == NATIVE_EXEC && e->object) {
        text_addf(&out->call, "execve(%s)", images_name(n, e->thread));
    } else if (e->object) {
        names_add_object(n, place_name(e), e->size, &out->where);
        names_add_call(n, e->func, place_name(e), &out->call);
    } else if (e->kind == EV_NONE || e->kind == EV_SYNC || e->kind == EV_CHOOSE) {
        text_add(&out->call, native_calls[e->func]);
    }
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

    for (u32 i = 0; i < depth && k < max; i++) {
        const spot *p = where_code(names_where(n, thread), frames[i] - 1);

        if (!p->user || !p->line)
            continue;
        out[k].function = p->function;
        out[k].file = p->file;
        out[k].line = p->line;
        k++;
    }
    return k;
}

void native_waits_for(sys *s, u16 thread, text *out)
{
    native *n = of(s);
    const native_slot *t = slot_at(n, thread);
    move m;
    int owner;

    if (!s->ops->peek(s, thread, &m) || m.flags & MOVE_ENABLED || n->model.tasks[thread].timer)
        return;
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

static void add_escaped(char c, text *out)
{
    if (c == '\n')
        text_add(out, "\\n");
    else if (c == '"' || c == '\\' || c < ' ' || c > '~')
        text_addf(out, "\\%03o", (u8)c);
    else
        text_addc(out, c);
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
            add_escaped(bytes[i], out);
    text_add(out, "\"");
}
