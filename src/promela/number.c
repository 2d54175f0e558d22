/* C's integers in Promela's, whose arithmetic is that of a 32-bit int that wraps around.
 *
 * The text of a value of at most 32 bits is an int with its bits; of a 64-bit value it is the low
 * word, and the high word is its sign unless another text is given, which is so exactly when the
 * value fits an int.  Bounds on values save most conversions, and most second words. */
#include "promela/number.h"
#include "base/mutant.h"
#include "promela/known.h"
#include "promela/node.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <stdio.h>
#include <string.h>

bool number_fits(const value *v, i128 low, i128 top)
{
    return v->low >= low && v->top <= top;
}

bool number_fits_int(const value *v)
{
    return number_fits(v, INT32_MIN, INT32_MAX);
}

const char *number_word(translation *t, i64 n)
{
    i32 w = (i32)(u32)(u64)n;

    if (w == INT32_MIN)
        return "(-2147483647 - 1)";
    return w < 0 ? tr_text(t, "(%d)", w) : tr_text(t, "%d", w);
}

static i128 wrap(const model_type *of, i128 n)
{
    u128 mask = ((u128)1 << of->bits) - 1;
    i128 low = (i128)((u128)n & mask);

    if (of->kind == TYPE_BOOL)
        return n != 0;
    if (of->kind == TYPE_POINTER)
        return n;
    return of->sign && low > type_top(of) ? low - ((i128)1 << of->bits) : low;
}

value number_constant(translation *t, model_type *of, i128 n)
{
    value v = {.type = of, .constant = true, .plain = true};

    n = wrap(of, n);
    v.low = v.top = n;
    v.text = number_word(t, (i64)n);
    if (type_is_wide(of) && !number_fits_int(&v))
        v.high = number_word(t, (i64)(n >> 32));
    return v;
}

value number_text(translation *t, model_type *of, const char *what)
{
    (void)t;
    return (value){.type = of, .text = what, .low = type_low(of), .top = type_top(of)};
}

const char *number_high(translation *t, value v)
{
    if (v.high)
        return v.high;
    return v.constant   ? (v.low < 0 ? "(-1)" : "0")
           : v.low >= 0 ? "0"
                        : tr_text(t, "(%s >> 31)", v.text);
}

/* For numbers alone: a collector need not take it for a pointer. */
static const char *temp_number(translation *t)
{
    if (t->numbers == t->f->numbers.n) {
        const char *name = type_claim(t, tr_text(t, "n%u", t->f->numbers.n + 1), t->f->c_name);

        vec_push(&t->f->numbers, name);
    }
    return t->f->numbers.at[t->numbers++];
}

static const char *temp(translation *t, const model_type *of)
{
    if (t->o->collect && (of->kind == TYPE_INT || of->kind == TYPE_BOOL))
        return temp_number(t);
    if (t->temps == t->f->temps.n) {
        const char *name = type_claim(t, tr_text(t, "t%u", t->f->temps.n + 1), t->f->c_name);

        vec_push(&t->f->temps, name);
    }
    return t->f->temps.at[t->temps++];
}

const char *number_wide_temp(translation *t)
{
    t->wide_used = true;
    if (t->wides == t->f->wides.n) {
        const char *name = type_claim(t, tr_text(t, "w%u", t->f->wides.n + 1), t->f->c_name);

        vec_push(&t->f->wides, name);
    }
    return t->f->wides.at[t->wides++];
}

/* Statements that belong together, with what has to hold when they run. */
static void emit_checked(translation *t, const value *v, const char *first, const char *second)
{
    model_node *whole, *before;

    if (!v->checks && !second) {
        node_emit(t, v->visible, "%s", first);
        return;
    }
    whole = node_add(t, NODE_ATOMIC, NULL);
    before = node_enter(t, whole);
    if (v->checks)
        node_assert(t, v->kind, "%s", v->checks);
    node_emit(t, v->visible, "%s", first);
    if (second)
        node_emit(t, 0, "%s", second);
    node_leave(t, before);
}

static value keep_wide(translation *t, value v)
{
    const char *name = number_wide_temp(t);
    value kept = v;

    emit_checked(t, &v, tr_text(t, "%s.lo = %s", name, v.text),
                 tr_text(t, "%s.hi = %s", name, number_high(t, v)));
    kept.text = tr_text(t, "%s.lo", name);
    kept.high = tr_text(t, "%s.hi", name);
    kept.visible = false;
    kept.checks = NULL;
    kept.plain = true;
    kept.global = false;
    return kept;
}

value number_keep(translation *t, value v)
{
    value kept = v;

    if (v.constant)
        return v;
    if (v.type->kind == TYPE_VOID || v.type->kind == TYPE_STRUCT)
        return v;
    if (v.high)
        return keep_wide(t, v);
    kept.text = temp(t, v.type);
    known_changes(t, kept.text);
    emit_checked(t, &v, tr_text(t, "%s = %s", kept.text, v.text), NULL);
    kept.visible = false;
    kept.checks = NULL;
    kept.plain = true;
    kept.global = false;
    return kept;
}

value number_room(translation *t, model_type *of)
{
    const char *name = type_is_wide(of) ? number_wide_temp(t) : temp(t, of);
    value v = number_text(t, of, type_is_wide(of) ? tr_text(t, "%s.lo", name) : name);

    if (type_is_wide(of))
        v.high = tr_text(t, "%s.hi", name);
    else
        known_changes(t, name);
    v.plain = true;
    return v;
}

value number_settle(translation *t, value v)
{
    return v.visible || v.checks ? number_keep(t, v) : v;
}

value number_stable(translation *t, value v)
{
    v = number_settle(t, v);
    return v.plain ? v : number_keep(t, v);
}

value number_repeatable(translation *t, value v)
{
    return v.plain && !v.visible && !v.checks ? v : number_keep(t, v);
}

static value to_wide(translation *t, value v, model_type *to)
{
    value r = v;

    r.type = to;
    if (v.low < type_low(to) || v.top > type_top(to)) { /* a sign becomes another one */
        if (!v.high)
            v = number_repeatable(t, v);
        r = v;
        r.type = to;
        r.high = number_high(t, v);
        r.low = type_low(to);
        r.top = type_top(to);
    } else if (!v.high && v.top > INT32_MAX) {
        r.high = "0";
    }
    return r;
}

static const char *cut(translation *t, const char *what, const model_type *to)
{
    if (MUTANT(PROMELA_WRAP))
        return what;
    if (to->bits == 8)
        return tr_text(t, to->sign ? "I8(%s)" : "(%s & 255)", what);
    if (to->bits == 16)
        return tr_text(t, to->sign ? "I16(%s)" : "(%s & 65535)", what);
    return what;
}

value number_convert(translation *t, value v, model_type *to)
{
    value r = v;

    if (v.type == to)
        return v;
    if (to->kind == TYPE_BOOL) {
        r = number_truth(t, v);
        r.type = to;
        return r;
    }
    if (v.constant)
        return number_constant(t, to, v.low);
    if (type_is_wide(to))
        return to_wide(t, v, to);
    r.type = to;
    r.high = NULL;
    if (number_fits(&v, type_low(to), type_top(to)))
        return r;
    r.text = cut(t, v.text, to);
    r.plain = to->bits == 32 && v.plain;
    r.low = type_low(to);
    r.top = type_top(to);
    return r;
}

value number_truth(translation *t, value v)
{
    value r = v;

    r.type = type_int(t, 32, true);
    r.plain = false;
    if (v.constant)
        return number_constant(t, r.type, v.low != 0);
    if (v.low >= 0 && v.top <= 1)
        return r;
    r.low = 0;
    r.top = 1;
    r.high = NULL;
    r.text =
        v.high ? tr_text(t, "((%s | %s) != 0)", v.text, v.high) : tr_text(t, "(%s != 0)", v.text);
    return r;
}

const char *number_unless(translation *t, const char *condition)
{
    return tr_text(t, condition[0] == '!' ? "!(%s)" : "!%s", condition);
}

value number_not(translation *t, value v)
{
    value r = number_truth(t, v);

    if (v.constant)
        return number_constant(t, r.type, v.low == 0);
    r.text = !v.high && !(v.low >= 0 && v.top <= 1) ? tr_text(t, "(%s == 0)", v.text)
                                                    : number_unless(t, r.text);
    r.low = 0;
    r.top = 1;
    return r;
}
