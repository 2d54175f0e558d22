/* The last lines of a litmus test: which places its states show, and what must hold of them.
 *
 *   locations [x; 0:r0;]
 *   filter (0:r0=1)
 *   exists (0:r0=1 /\ (x=2 \/ ~([y]=1)))           also ~exists and forall
 *
 * From the loosest to the tightest: => \/ /\ ~. */
#include "litmus/reader.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

static u32 add(reader *r, prop p)
{
    u32 n = r->t->props.n;

    /* Its parts were read before it: there are no circles. */
    assert(p.kind == PROP_ATOM ? p.left < r->t->places.n
                               : p.kind == PROP_TRUE || p.kind == PROP_FALSE ||
                                     (p.left < n && (p.kind == PROP_NOT || p.right < n)));
    vec_push(&r->t->props, p);
    return r->t->props.n - 1;
}

/* x, [x] or 0:r0. */
static u32 read_place(reader *r)
{
    bool brackets = reader_take(r, "[");
    i32 thread = -1;
    char *name;
    u32 k, before = r->t->places.n;

    reader_skip(r);
    if (!brackets && isdigit((unsigned char)*r->at)) {
        i64 number = reader_number(r);

        if (number >= (i64)r->t->threads.n)
            reader_fail(r, "there is no thread P%" PRIi64, number);
        thread = (i32)number;
        reader_expect(r, ":");
    }
    name =
        thread < 0 ? reader_word(r, "a location, or a register such as 0:r0") : reader_register(r);
    if (brackets)
        reader_expect(r, "]");
    k = reader_place(r, thread, name);
    if (thread < 0 && k >= before)
        reader_fail(r, "%s is no location: neither the initial values nor a thread name it",
                    r->t->places.at[k].name);
    r->t->places.at[k].seen = true;
    return k;
}

static u32 read_prop(reader *r);

static u32 read_atom(reader *r)
{
    u32 place = read_place(r);
    bool differs = reader_take(r, "!=") || reader_take(r, "<>");
    u32 k;

    if (!differs)
        reader_expect(r, "=");
    k = add(r, (prop){.kind = PROP_ATOM, .left = place, .value = reader_number(r)});
    return differs ? add(r, (prop){.kind = PROP_NOT, .left = k}) : k;
}

static u32 read_unary(reader *r)
{
    u32 k;

    reader_skip(r);
    if (reader_at_word(r, "not") || *r->at == '~') {
        r->at += *r->at == '~' ? 1 : 3;
        k = read_unary(r);
        return add(r, (prop){.kind = PROP_NOT, .left = k});
    }
    if (reader_at_word(r, "true") || reader_at_word(r, "false")) {
        bool is = *r->at == 't';

        r->at += is ? 4 : 5;
        return add(r, (prop){.kind = is ? PROP_TRUE : PROP_FALSE});
    }
    if (!reader_take(r, "("))
        return read_atom(r);
    k = read_prop(r);
    reader_expect(r, ")");
    return k;
}

/* `a /\ b /\ c`, or with PROP_OR `a \/ b \/ c` of such. */
static u32 read_joined(reader *r, prop_kind kind)
{
    bool all = kind == PROP_AND;
    u32 left = all ? read_unary(r) : read_joined(r, PROP_AND);

    while (reader_take(r, all ? "/\\" : "\\/") || reader_take(r, all ? "&&" : "||")) {
        u32 right = all ? read_unary(r) : read_joined(r, PROP_AND);

        left = add(r, (prop){kind, left, right, 0});
    }
    return left;
}

static u32 read_prop(reader *r)
{
    u32 left = read_joined(r, PROP_OR), right;

    if (!reader_take(r, "=>"))
        return left;
    right = read_prop(r);
    left = add(r, (prop){.kind = PROP_NOT, .left = left});
    return add(r, (prop){PROP_OR, left, right, 0});
}

void condition_read(reader *r)
{
    bool negated = reader_take(r, "~");
    char *word;

    reader_skip(r);
    if (!negated && reader_at_word(r, "not")) {
        negated = true;
        r->at += 3;
    }
    word = reader_word(r, "exists, ~exists or forall");
    if (strcmp(word, "exists") == 0)
        r->t->claim = negated ? CLAIM_NEVER : CLAIM_EXISTS;
    else if (strcmp(word, "forall") == 0 && !negated)
        r->t->claim = CLAIM_ALWAYS;
    else
        reader_fail(r, "exists, ~exists or forall is expected, here is '%s'", word);
    mem_free(word);
    r->t->condition = read_prop(r);
}

void filter_read(reader *r)
{
    r->at += strlen("filter");
    r->t->filter = read_prop(r);
    r->t->filters = true;
}

void locations_read(reader *r)
{
    r->at += strlen("locations");
    reader_expect(r, "[");
    while (!reader_take(r, "]"))
        if (!reader_take(r, ";"))
            read_place(r);
}

bool litmus_holds(const litmus *t, u32 k, const i64 *values)
{
    const prop *p = &t->props.at[k];

    assert(k < t->props.n);
    switch (p->kind) {
    case PROP_TRUE:
        return true;
    case PROP_FALSE:
        return false;
    case PROP_ATOM:
        return values[p->left] == p->value;
    case PROP_NOT:
        return !litmus_holds(t, p->left, values);
    case PROP_AND:
        return litmus_holds(t, p->left, values) && litmus_holds(t, p->right, values);
    case PROP_OR:
        return litmus_holds(t, p->left, values) || litmus_holds(t, p->right, values);
    }
    return false;
}

void litmus_show_place(const litmus_place *p, text *out)
{
    if (p->thread < 0)
        text_addf(out, "[%s]", p->name);
    else
        text_addf(out, "%" PRIi32 ":%s", p->thread, p->name);
}

/* `above`: how tightly what is around it binds. */
static void show(const litmus *t, u32 k, prop_kind above, text *out)
{
    const prop *p = &t->props.at[k];
    bool around = (p->kind == PROP_AND || p->kind == PROP_OR) && above != p->kind &&
                  !(p->kind == PROP_AND && above == PROP_OR);

    text_add(out, around ? "(" : p->kind == PROP_NOT ? "~" : "");
    if (p->kind == PROP_ATOM) {
        litmus_show_place(&t->places.at[p->left], out);
        text_addf(out, "=%" PRIi64, p->value);
    } else if (p->kind == PROP_NOT) {
        bool atom = t->props.at[p->left].kind == PROP_ATOM;

        text_add(out, atom ? "(" : "");
        show(t, p->left, PROP_NOT, out);
        text_add(out, atom ? ")" : "");
    } else if (p->kind == PROP_TRUE || p->kind == PROP_FALSE) {
        text_add(out, p->kind == PROP_TRUE ? "true" : "false");
    } else {
        show(t, p->left, p->kind, out);
        text_add(out, p->kind == PROP_AND ? " /\\ " : " \\/ ");
        show(t, p->right, p->kind, out);
    }
    text_add(out, around ? ")" : "");
}

void litmus_show_condition(const litmus *t, text *out)
{
    static const char *const claims[] = {"exists", "~exists", "forall"};
    text inner = {0};

    assert(t->claim < LENGTH(claims));
    show(t, t->condition, PROP_OR, &inner);
    text_addf(out, "%s (%s)", claims[t->claim], text_str(&inner));
    text_free(&inner);
}

/* Registers come before locations. */
static bool before(const litmus_place *a, const litmus_place *b)
{
    return a->thread != b->thread ? (u32)a->thread < (u32)b->thread : strcmp(a->name, b->name) < 0;
}

void litmus_seen(const litmus *t, litmus_places *out)
{
    for (u32 k = 0; k < t->places.n; k++) {
        u32 at = out->n;

        if (!t->places.at[k].seen)
            continue;
        vec_push(out, k);
        for (; at && before(&t->places.at[k], &t->places.at[out->at[at - 1]]); at--)
            out->at[at] = out->at[at - 1];
        out->at[at] = k;
    }
}
