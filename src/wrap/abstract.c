/* Data abstraction, after section 3.1 of the paper on pancam: the whole state is tracked, saved and
 * restored, but a state counts as visited when its abstract value was met before.  The value is the
 * tuple of the values of some queries, and where each thread is if that is asked for.
 *
 * Two things differ from the paper.  A state in which nothing can go on is matched as it is: to
 * drop one because a running state has its value would hide a deadlock.  And a query that cannot be
 * evaluated in a state is an error of the run that led there, so that the trace shows why. */
#include "wrap/abstract.h"
#include "store/intern.h"
#include "wrap/wrap.h"

#include <assert.h>

enum { KEY_RUNNING, KEY_ENDED };

/* What clones share. */
typedef struct values {
    intern table;
    u32 users;
} values;

typedef struct abstract {
    wrapper w; /* first */
    values *all;
    u32 first, count;
    bool control, exact;
    bool failed; /* a query cannot be evaluated here: */
    bool cut;    /* one depends on where objects lie: so does all that follows */
    failure error;
    VEC(u64) tuple; /* the values in the present state */
    VEC(u32) key;
} abstract;

static inline abstract *of(const sys *s)
{
    assert(s->kind == SYSTEM_ABSTRACT);
    return (abstract *)s;
}

static void put(abstract *a, u64 v)
{
    vec_push(&a->key, (u32)v);
    vec_push(&a->key, (u32)(v >> 32));
}

/* The values of the present state, which is running. */
static void evaluate(abstract *a)
{
    sys *inner = a->w.base.inner;

    vec_clear(&a->tuple);
    a->cut = false;
    for (u32 i = 0; i < a->count && !a->failed; i++) {
        u64 value = 0;

        a->failed = !sys_value(inner, a->first + i, &value, &a->error);
        vec_push(&a->tuple, value);
    }
    a->cut = a->failed && sys_status(inner) == ST_LIMIT;
    a->failed &= !a->cut;
}

static void abstract_step(sys *s, u16 thread, move_kind kind, u32 choice, taken *out)
{
    abstract *a = of(s);

    a->failed = false;
    sys_step(a->w.base.inner, thread, kind, choice, out);
    if (out->outcome != OUT_RAN || sys_status(a->w.base.inner) != ST_RUNNING)
        return;
    evaluate(a);
    if (a->cut) {
        out->outcome = OUT_LIMIT;
        out->limit = a->error.message;
    }
    if (!a->failed)
        return;
    out->outcome = OUT_ERROR;
    out->error = a->error;
}

static status abstract_status(sys *s)
{
    abstract *a = of(s);

    return a->failed ? ST_ERROR : sys_status(a->w.base.inner);
}

static void abstract_explain(sys *s, failure *out)
{
    abstract *a = of(s);

    if (a->failed)
        *out = a->error;
    else
        sys_explain(a->w.base.inner, out);
}

static void abstract_restore(sys *s, state_key key)
{
    abstract *a = of(s);

    a->failed = false;
    sys_restore(a->w.base.inner, key);
}

static void abstract_reset(sys *s)
{
    abstract *a = of(s);

    a->failed = false;
    sys_reset(a->w.base.inner);
    if (sys_status(a->w.base.inner) == ST_RUNNING)
        evaluate(a);
}

static state_key abstract_match(sys *s)
{
    abstract *a = of(s);
    bool runs = sys_status(a->w.base.inner) == ST_RUNNING;

    if (a->exact)
        return sys_match(a->w.base.inner);
    vec_clear(&a->key);
    put(a, runs ? KEY_RUNNING : KEY_ENDED);
    if (runs) {
        evaluate(a);
        assert(a->failed || a->cut || a->tuple.n == a->count);
        for (u32 i = 0; i < a->tuple.n; i++)
            put(a, a->tuple.at[i]);
        if (a->control)
            put(a, sys_control(a->w.base.inner));
    } else {
        put(a, sys_match(a->w.base.inner));
    }
    return intern_put(&a->all->table, a->key.at, a->key.n, NULL);
}

static void abstract_pack(sys *s, byte_list *out)
{
    sys_pack(wrap_inner(s), out);
}

static void abstract_unpack(sys *s, const u8 *bytes, u32 n)
{
    abstract *a = of(s);

    a->failed = false;
    sys_unpack(a->w.base.inner, bytes, n);
}

static const system_bytes abstract_bytes = {.pack = abstract_pack, .unpack = abstract_unpack};

static void abstract_pack_match(sys *s, byte_list *out)
{
    abstract *a = of(s);
    bool runs = sys_status(a->w.base.inner) == ST_RUNNING;

    bytes_put(out, runs ? KEY_RUNNING : KEY_ENDED);
    if (!runs) {
        sys_pack_match(a->w.base.inner, out);
        return;
    }
    evaluate(a);
    for (u32 i = 0; i < a->tuple.n; i++)
        bytes_put(out, a->tuple.at[i]);
    if (a->control)
        sys_pack_control(a->w.base.inner, out);
}

static const system_match abstract_matches = {.key = abstract_match, .pack = abstract_pack_match};

static u64 abstract_memory(const sys *s)
{
    const abstract *a = of(s);

    return sys_memory(a->w.base.inner) + intern_bytes(&a->all->table);
}

static void abstract_close(sys *s)
{
    abstract *a = of(s);

    sys_close(a->w.base.inner);
    if (!--a->all->users) {
        intern_close(&a->all->table);
        mem_free(a->all);
    }
    vec_free(&a->tuple);
    vec_free(&a->key);
    mem_free(a);
}

static sys *over(sys *inner, values *all, u32 first, u32 count, bool control);

static sys *abstract_clone(sys *s)
{
    abstract *a = of(s);
    sys *c = over(sys_clone(a->w.base.inner), a->all, a->first, a->count, a->control);

    ((abstract *)c)->exact = a->exact;
    return c;
}

static sys *over(sys *inner, values *all, u32 first, u32 count, bool control)
{
    abstract *a = mem_alloc(sizeof *a);
    system_ops *o = &a->w.ops;

    wrap_open(&a->w, inner, SYSTEM_ABSTRACT);
    o->step = abstract_step;
    o->status = abstract_status;
    o->explain = abstract_explain;
    o->restore = abstract_restore;
    o->reset = abstract_reset;
    o->clone = abstract_clone;
    o->close = abstract_close;
    o->memory = abstract_memory;
    o->match = &abstract_matches;
    o->bytes = sys_has_bytes(inner) ? &abstract_bytes : NULL;
    a->all = all;
    a->all->users++;
    a->first = first;
    a->count = count;
    a->control = control;
    return &a->w.base;
}

sys *abstract_open(sys *inner, u32 first, u32 count, bool control)
{
    values *all = mem_alloc(sizeof *all);

    intern_open(&all->table, 0);
    return over(inner, all, first, count, control);
}

void abstract_exact(sys *s)
{
    of(s)->exact = true;
}
