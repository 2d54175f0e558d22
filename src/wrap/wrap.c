/* Handing on what a wrapper does not change. */
#include "wrap/wrap.h"

static void pass_moves(sys *s, move_list *out)
{
    sys_moves(sys_settled(s), out);
}

static void pass_step(sys *s, u16 thread, move_kind kind, u32 choice, taken *out)
{
    sys_step(sys_settled(s), thread, kind, choice, out);
}

static status pass_status(sys *s)
{
    return sys_status(sys_settled(s));
}

static void pass_explain(sys *s, failure *out)
{
    sys_explain(sys_settled(s), out);
}

static bool pass_peek(sys *s, u16 thread, move *out)
{
    return sys_peek(sys_settled(s), thread, out);
}

static state_key pass_save(sys *s)
{
    return sys_save(sys_settled(s));
}

static void pass_restore(sys *s, state_key key)
{
    sys_restore(wrap_inner(s), key);
}

static void pass_reset(sys *s)
{
    sys_reset(wrap_inner(s));
}

static void pass_close(sys *s)
{
    sys_close(wrap_inner(s));
    mem_free(s);
}

static u64 pass_memory(const sys *s)
{
    return sys_memory(wrap_inner(s));
}

static const system_ops pass = {
    .moves = pass_moves,
    .step = pass_step,
    .status = pass_status,
    .explain = pass_explain,
    .peek = pass_peek,
    .save = pass_save,
    .restore = pass_restore,
    .reset = pass_reset,
    .close = pass_close,
    .memory = pass_memory,
};

void wrap_open(wrapper *w, sys *inner, system_kind kind)
{
    w->ops = pass;
    w->base = (sys){.kind = kind, .ops = &w->ops, .inner = inner};
}
