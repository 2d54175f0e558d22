/* Store buffers, as x86 has them: a thread's stores wait in a queue of its own; a load takes the
 * youngest store of its thread to the object if there is one; the process `tso_memory` takes the
 * oldest store of any queue to memory.  Fences, locks and atomic updates wait until the queue is
 * empty.  (Owens, Sarkar and Sewell, "A better x86 memory model: x86-TSO", 2009.)
 *
 * A store names its object by a number for the text of the model in which indices are left out, a
 * cell, and by the indices.  A queue holds --store-buffer stores; a thread whose queue is full
 * waits, and since that leaves runs out, the verifier is asked whether it ever happened. */
#include "promela/memory.h"
#include "base/mutant.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <string.h>

enum { MOST_THREADS = 8, INDEX_BITS = 12, MOST_INDICES = 2 };

static bool on(const translation *t)
{
    return t->o->tso && t->threads;
}

bool memory_buffers(const translation *t, const place *p)
{
    return on(t) && p->shared && !t->direct && !t->alone && type_is_scalar(p->type);
}

u32 memory_threads(const translation *t)
{
    return on(t) ? MOST_THREADS : 31;
}

void memory_drain(translation *t)
{
    if (on(t) && !t->alone && !t->direct && !MUTANT(PROMELA_FENCE))
        node_emit(t, 1, "(tso_count[me] == 0)");
}

void memory_direct(translation *t)
{
    memory_drain(t);
    t->direct++;
}

void memory_indirect(translation *t)
{
    t->direct--;
}

/* Where the bracket that is open at `s` closes. */
static const char *closing(const char *s)
{
    u32 depth = 0;

    for (; *s; s++) {
        depth += *s == '[';
        depth -= *s == ']';
        if (!depth)
            return s;
    }
    return s;
}

/* The text with @ for its indices, and the indices. */
static const char *without_indices(translation *t, const char *what,
                                   const char *index[MOST_INDICES], u32 *n)
{
    text s = {0};
    const char *r;

    *n = 0;
    for (const char *at = what; *at; at++) {
        const char *end = *at == '[' ? closing(at) : NULL;

        text_addc(&s, *at);
        if (!end)
            continue;
        if (*n == MOST_INDICES)
            fail(EXIT_INPUT,
                 "%s:%u: arrays in arrays of structs are not translated with --memory tso", t->file,
                 t->line);
        index[(*n)++] = tr_text(t, "%.*s", (int)(end - at - 1), at + 1);
        text_add(&s, "@]");
        at = end;
    }
    r = tr_text(t, "%s", text_str(&s));
    text_free(&s);
    return r;
}

static cell *find_cell(translation *t, const char *pattern, u32 *number)
{
    for (u32 i = 0; i < t->cells.n; i++)
        if (!strcmp(t->cells.at[i].text, pattern)) {
            *number = i + 1;
            return &t->cells.at[i];
        }
    vec_push(&t->cells, (cell){.text = pattern});
    *number = t->cells.n;
    return &vec_last(&t->cells);
}

/* The number of the object's cell, and its indices as one number. */
static cell *cell_of(translation *t, const char *what, u32 *number, const char **at)
{
    const char *index[MOST_INDICES];
    u32 n;
    cell *c = find_cell(t, without_indices(t, what, index, &n), number);

    *at = n == 0   ? "0"
          : n == 1 ? index[0]
                   : tr_text(t, "((%s) << %d) + %s", index[0], INDEX_BITS, index[1]);
    c->indices = n;
    return c;
}

const char *memory_read(translation *t, const char *what, const char *part, const char *where)
{
    u32 number, ignored;
    const char *at, *index[MOST_INDICES];
    cell *c = cell_of(t, what, &number, &at);

    if (MUTANT(PROMELA_FORWARD))
        return where;
    c->wide |= !strcmp(part, "high");
    if (!strcmp(part, "set"))
        c->shadow = without_indices(t, where, index, &ignored);
    return tr_text(t, "TSO(tso_%s, %u, %s, %s)", part, number, at, where);
}

static void write_at_once(translation *t, const place *p, const char *what, const char *shadow,
                          value v, const char *set)
{
    if (type_is_wide(p->type)) {
        node_emit(t, 0, "%s.lo = %s", what, v.text);
        node_emit(t, 0, "%s.hi = %s", what, number_high(t, v));
    } else {
        node_emit(t, 0, "%s = %s", what, v.text);
    }
    if (shadow)
        node_emit(t, 0, "%s = %s", shadow, set);
}

void memory_write(translation *t, const place *p, const char *what, const char *shadow, value v,
                  const char *set)
{
    u32 number, ignored;
    const char *at, *index[MOST_INDICES];
    cell *c = cell_of(t, what, &number, &at);
    node *before = node_enter(t, node_add(t, NODE_ATOMIC, NULL)), *test, *inner;

    c->wide |= type_is_wide(p->type);
    if (shadow)
        c->shadow = without_indices(t, shadow, index, &ignored);
    node_emit(t, 1, "(threads == 1 || tso_count[me] < %u)", t->o->buffer);
    if (p->checks)
        node_assert(t, p->kind, "%s", p->checks);
    test = node_add(t, NODE_IF, NULL);
    inner = node_enter(t, node_option(t, test, "threads == 1", 0));
    write_at_once(t, p, what, shadow, v, set);
    node_leave(t, inner);
    inner = node_enter(t, node_option(t, test, "else", 0));
    node_emit(t, 0, "tso_store(%u, %s, %s, %s, %s)", number, at, v.text,
              c->wide ? number_high(t, v) : "0", set);
    node_leave(t, inner);
    node_leave(t, before);
}

static bool any_wide(const translation *t)
{
    for (u32 i = 0; i < t->cells.n; i++)
        if (t->cells.at[i].wide)
            return true;
    return false;
}

static bool any_shadow(const translation *t)
{
    for (u32 i = 0; i < t->cells.n; i++)
        if (t->cells.at[i].shadow)
            return true;
    return false;
}

/* The parts of a store that the model has. */
static u32 parts_of(const translation *t, const char *names[5])
{
    u32 n = 0;

    names[n++] = "cell";
    names[n++] = "at";
    names[n++] = "value";
    if (any_wide(t))
        names[n++] = "high";
    if (any_shadow(t))
        names[n++] = "set";
    return n;
}

static void print_macros(translation *t, promela_model *m)
{
    text s = {0};

    node_line(m,
              "#define TSO_IS(n, c, i) (tso_count[me] > n && tso_cell[me * %u + n] == c && "
              "tso_at[me * %u + n] == (i))",
              t->o->buffer, t->o->buffer);
    for (u32 n = t->o->buffer; n-- > 0;)
        text_addf(&s, "(TSO_IS(%u, c, i) -> part[me * %u + %u] : ", n, t->o->buffer, n);
    text_add(&s, "memory");
    for (u32 n = t->o->buffer; n-- > 0;)
        text_addc(&s, ')');
    node_line(m, "#define TSO(part, c, i, memory) %s", text_str(&s));
    text_free(&s);
}

static void print_store(translation *t, promela_model *m)
{
    static const char *const given[] = {"tso_c", "tso_i", "tso_new", "tso_new_high", "tso_is_set"};
    const char *names[5];
    u32 n = parts_of(t, names);

    node_line(m, "inline tso_store(tso_c, tso_i, tso_new, tso_new_high, tso_is_set)");
    node_line(m, "{");
    for (u32 k = 0; k < n; k++)
        node_line(m, "    tso_%s[me * %u + tso_count[me]] = %s;", names[k], t->o->buffer,
                  !strcmp(names[k], "set") ? given[4] : given[k]);
    node_line(m, "    tso_count[me]++;");
    node_line(m, "}");
    node_line(m, "%s", "");
}

void memory_print_declarations(translation *t, promela_model *m)
{
    const char *names[5];
    u32 n = parts_of(t, names), size = MOST_THREADS * t->o->buffer;

    if (!on(t))
        return;
    node_line(m, "/* Stores that are not in memory yet: of each thread the oldest first. */");
    node_line(m, "byte tso_count[%u];", MOST_THREADS);
    if (!t->cells.n)
        return;
    for (u32 i = 0; i < n; i++)
        node_line(m, "%s tso_%s[%u];",
                  i == 0                     ? "byte"
                  : !strcmp(names[i], "set") ? "bool"
                                             : "int",
                  names[i], size);
    print_macros(t, m);
    node_line(m, "%s", "");
    print_store(t, m);
}

/* The text of a cell, with the indices that the oldest store of thread `who` has. */
static const char *with_indices(translation *t, const cell *c, const char *pattern)
{
    text s = {0};
    u32 n = 0;
    const char *r;

    for (; *pattern; pattern++)
        if (*pattern != '@')
            text_addc(&s, *pattern);
        else if (c->indices == 1)
            text_addf(&s, "tso_at[who * %u]", t->o->buffer);
        else if (n++ == 0)
            text_addf(&s, "tso_at[who * %u] >> %d", t->o->buffer, INDEX_BITS);
        else
            text_addf(&s, "tso_at[who * %u] & %d", t->o->buffer, (1 << INDEX_BITS) - 1);
    r = tr_text(t, "%s", text_str(&s));
    text_free(&s);
    return r;
}

static void print_cell(translation *t, promela_model *m, u32 number)
{
    const cell *c = &t->cells.at[number - 1];
    const char *what = with_indices(t, c, c->text);

    node_line(m, "        :: tso_cell[who * %u] == %u ->", t->o->buffer, number);
    node_line(m, "            %s%s = tso_value[who * %u];", what, c->wide ? ".lo" : "",
              t->o->buffer);
    vec_last(&m->lines).kind = PROMELA_FLUSH;
    if (c->wide)
        node_line(m, "            %s.hi = tso_high[who * %u];", what, t->o->buffer);
    if (c->shadow)
        node_line(m, "            %s = tso_set[who * %u];", with_indices(t, c, c->shadow),
                  t->o->buffer);
}

static void print_shift(translation *t, promela_model *m)
{
    const char *names[5];
    u32 n = parts_of(t, names);

    node_line(m, "        k = 1;");
    node_line(m, "        do");
    node_line(m, "        :: k < tso_count[who] ->");
    for (u32 i = 0; i < n; i++)
        node_line(m, "            tso_%s[who * %u + k - 1] = tso_%s[who * %u + k];", names[i],
                  t->o->buffer, names[i], t->o->buffer);
    node_line(m, "            k++");
    node_line(m, "        :: else -> break");
    node_line(m, "        od;");
    for (u32 i = 0; i < n; i++)
        node_line(m, "        tso_%s[who * %u + k - 1] = 0;", names[i], t->o->buffer);
    node_line(m, "        tso_count[who]--;");
}

void memory_print_process(translation *t, promela_model *m, const char *clause)
{
    if (!on(t) || !t->cells.n)
        return;
    node_line(m, "proctype tso_memory()%s", clause);
    node_line(m, "{");
    node_line(m, "    byte who, k;");
    node_line(m, "end_memory:");
    node_line(m, "    atomic {");
    node_line(m, "        if");
    for (u32 i = 0; i < MOST_THREADS; i++)
        node_line(m, "        :: tso_count[%u] > 0 -> who = %u", i, i);
    node_line(m, "        fi;");
    node_line(m, "        if");
    node_line(m, "        :: tso_count[who] == %u ->", t->o->buffer);
    node_line(m, "            k = 0; /* a full buffer: its thread may have to wait */");
    vec_last(&m->lines).kind = PROMELA_FULL;
    node_line(m, "        :: else -> skip");
    node_line(m, "        fi;");
    node_line(m, "        if");
    for (u32 i = 1; i <= t->cells.n; i++)
        print_cell(t, m, i);
    node_line(m, "        fi;");
    print_shift(t, m);
    node_line(m, "        who = 0;");
    node_line(m, "        k = 0;");
    node_line(m, "        goto end_memory;");
    node_line(m, "    };");
    node_line(m, "}");
    node_line(m, "%s", "");
}
