/* Handing on what a wrapper does not change. */
#include "wrap/wrap.h"

#include <string.h>

static void pass_moves(sys *s, move_list *out)
{
    sys *inner = wrap_inner(s);

    inner->ops->moves(inner, out);
}

static void pass_step(sys *s, u16 thread, move_kind kind, u32 choice, taken *out)
{
    sys *inner = wrap_inner(s);

    inner->ops->step(inner, thread, kind, choice, out);
}

static status pass_status(sys *s)
{
    sys *inner = wrap_inner(s);

    return inner->ops->status(inner);
}

static state_key pass_save(sys *s)
{
    sys *inner = wrap_inner(s);

    return inner->ops->save(inner);
}

static void pass_restore(sys *s, state_key key)
{
    sys *inner = wrap_inner(s);

    inner->ops->restore(inner, key);
}

static void pass_reset(sys *s)
{
    sys *inner = wrap_inner(s);

    inner->ops->reset(inner);
}

static void pass_explain(sys *s, failure *out)
{
    sys *inner = wrap_inner(s);

    inner->ops->explain(inner, out);
}

static void pass_show(sys *s, const event *e, shown *out)
{
    sys *inner = wrap_inner(s);

    inner->ops->show(inner, e, out);
}

static void pass_thread_name(sys *s, u16 thread, text *out)
{
    sys *inner = wrap_inner(s);

    inner->ops->thread_name(inner, thread, out);
}

static u32 pass_stack(sys *s, u16 thread, u32 max, frame_shown *out)
{
    sys *inner = wrap_inner(s);

    return inner->ops->stack(inner, thread, max, out);
}

static void pass_waits_for(sys *s, u16 thread, text *out)
{
    sys *inner = wrap_inner(s);

    inner->ops->waits_for(inner, thread, out);
}

static void pass_outcome(sys *s, text *out)
{
    sys *inner = wrap_inner(s);

    inner->ops->outcome(inner, out);
}

static bool pass_look(sys *s, u16 thread, const char *path, event *e, text *out)
{
    sys *inner = wrap_inner(s);

    return inner->ops->look && inner->ops->look(inner, thread, path, e, out);
}

static bool pass_peek(sys *s, u16 thread, move *out)
{
    sys *inner = wrap_inner(s);

    return inner->ops->peek(inner, thread, out);
}

static u32 pass_rank(sys *s)
{
    sys *inner = wrap_inner(s);

    return sys_rank(inner);
}

static void pass_set_rank(sys *s, u32 rank)
{
    sys *inner = wrap_inner(s);

    sys_set_rank(inner, rank);
}

static state_key pass_match(sys *s)
{
    sys *inner = wrap_inner(s);

    return sys_match(inner);
}

static bool pass_value(sys *s, u32 query, u64 *value, failure *out)
{
    sys *inner = wrap_inner(s);

    return inner->ops->value && inner->ops->value(inner, query, value, out);
}

static state_key pass_control(sys *s)
{
    sys *inner = wrap_inner(s);

    return inner->ops->control(inner);
}

static u32 pass_future(sys *s, u16 thread, u64 *bits, u32 words)
{
    sys *inner = wrap_inner(s);

    if (inner->ops->future)
        return inner->ops->future(inner, thread, bits, words);
    memset(bits, 0xff, words * sizeof *bits);
    return FUTURE_EXITS | FUTURE_MEDDLES | FUTURE_ANYTHING;
}

static void pass_pack(sys *s, byte_list *out)
{
    sys *inner = wrap_inner(s);

    inner->ops->pack(inner, out);
}

static void pass_unpack(sys *s, const u8 *bytes, u32 n)
{
    sys *inner = wrap_inner(s);

    inner->ops->unpack(inner, bytes, n);
}

static void pass_pack_match(sys *s, byte_list *out)
{
    sys *inner = wrap_inner(s);

    sys_pack_match(inner, out);
}

static void pass_pack_control(sys *s, byte_list *out)
{
    sys *inner = wrap_inner(s);

    inner->ops->pack_control(inner, out);
}

static u32 pass_exit_status(sys *s)
{
    sys *inner = wrap_inner(s);

    return inner->ops->exit_status ? inner->ops->exit_status(inner) : 0;
}

static hang_answer pass_hang(sys *s, failure *out)
{
    return sys_hang(wrap_inner(s), out);
}

static void pass_notify(sys *s, const notice *what)
{
    sys *inner = wrap_inner(s);

    inner->ops->notify(inner, what);
}

static u64 pass_memory(const sys *s)
{
    return wrap_inner(s)->ops->memory(wrap_inner(s));
}

static void pass_close(sys *s)
{
    sys_close(wrap_inner(s));
    mem_free(s);
}

static const system_ops pass = {
    .moves = pass_moves,
    .step = pass_step,
    .status = pass_status,
    .save = pass_save,
    .restore = pass_restore,
    .reset = pass_reset,
    .explain = pass_explain,
    .show = pass_show,
    .thread_name = pass_thread_name,
    .stack = pass_stack,
    .waits_for = pass_waits_for,
    .outcome = pass_outcome,
    .look = pass_look,
    .peek = pass_peek,
    .rank = pass_rank,
    .set_rank = pass_set_rank,
    .match = pass_match,
    .value = pass_value,
    .control = pass_control,
    .future = pass_future,
    .memory = pass_memory,
    .pack = pass_pack,
    .unpack = pass_unpack,
    .pack_match = pass_pack_match,
    .pack_control = pass_pack_control,
    .exit_status = pass_exit_status,
    .hang = pass_hang,
    .notify = pass_notify,
    .close = pass_close,
};

void wrap_open(wrapper *w, sys *inner, system_kind kind)
{
    w->ops = pass;
    if (!inner->ops->match)
        w->ops.match = NULL;
    if (!inner->ops->pack_match)
        w->ops.pack_match = NULL;
    if (!inner->ops->pack)
        w->ops.pack = NULL;
    if (!inner->ops->notify)
        w->ops.notify = NULL;
    w->base.kind = kind;
    w->base.ops = &w->ops;
    w->inner = inner;
}
