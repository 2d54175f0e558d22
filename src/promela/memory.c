/* Store buffers, as x86 has them: a thread's stores wait in a queue of its own; a load takes the
 * youngest store of its thread to the object if there is one; the process `sb_memory` takes the
 * oldest store of any queue to memory.  Fences, locks and atomic updates wait until the queue is
 * empty.  (Owens, Sarkar and Sewell, "A better x86 memory model: x86-TSO", 2009.)
 *
 * Partial store order lets every store go that overtakes no older one to the same object.  A
 * release store (`sb_order` 1) overtakes nothing; the first store behind a release fence (2) and
 * those after it overtake none before the fence.  A store may then reach memory that another thread
 * has freed meanwhile, which is an error; those to what the thread itself frees are dropped.
 *
 * A store names its object by a number for the text of the model in which indices are left out, a
 * cell, and by the indices.  A queue holds --store-buffer stores; a thread whose queue is full
 * waits, and since that leaves runs out, the verifier is asked whether it ever happened. */
#include "promela/memory.h"
#include "base/mutant.h"
#include "promela/node.h"
#include "promela/number.h"
#include "promela/place.h"
#include "promela/tree.h"
#include "promela/types.h"

#include <string.h>

enum { MOST_THREADS = 8, INDEX_BITS = 12, MOST_INDICES = 2, MOST_PARTS = 6 };

static bool on(const translation *t)
{
    return t->o->memory && t->threads;
}

static bool partial(const translation *t)
{
    return on(t) && t->o->memory == PROMELA_PSO;
}

const char *memory_name(const translation *t)
{
    return t->o->memory == PROMELA_PSO ? "pso" : "tso";
}

bool memory_overtakes(const translation *t)
{
    return partial(t);
}

bool memory_buffers(const translation *t, const model_place *p)
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
        node_emit(t, 1, "(sb_count[me] == 0)");
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
                 "%s:%u: arrays in arrays of structs are not translated with --memory %s", t->file,
                 t->line, memory_name(t));
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
    return tr_text(t, "SB(sb_%s, %u, %s, %s)", part, number, at, where);
}

static void write_at_once(translation *t, const model_place *p, const char *what,
                          const char *shadow, value v, const char *set)
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

void memory_write(translation *t, const model_place *p, const char *what, const char *shadow,
                  value v, const char *set)
{
    u32 number, ignored;
    const char *at, *index[MOST_INDICES];
    cell *c = cell_of(t, what, &number, &at);
    model_node *before = node_enter(t, node_add(t, NODE_ATOMIC, NULL)), *test, *inner;

    c->wide |= type_is_wide(p->type);
    if (shadow)
        c->shadow = without_indices(t, shadow, index, &ignored);
    if (partial(t) && p->lives)
        c->lives = p->lives;
    node_emit(t, 1, "(threads == 1 || sb_count[me] < %u)", t->o->buffer);
    if (p->checks)
        node_assert(t, p->kind, "%s", p->checks);
    test = node_add(t, NODE_IF, NULL);
    inner = node_enter(t, node_option(t, test, "threads == 1", 0));
    write_at_once(t, p, what, shadow, v, set);
    node_leave(t, inner);
    inner = node_enter(t, node_option(t, test, "else", 0));
    node_emit(t, 0, "sb_store(%u, %s, %s, %s, %s%s)", number, at, v.text,
              c->wide ? number_high(t, v) : "0", set,
              !partial(t)                              ? ""
              : p->release && !MUTANT(PROMELA_RELEASE) ? ", 1"
                                                       : ", 0");
    node_leave(t, inner);
    node_leave(t, before);
}

void memory_fence(translation *t)
{
    if (partial(t) && !t->alone && !t->direct && !MUTANT(PROMELA_RELEASE))
        node_emit(t, 0, "sb_fence[me] = (sb_count[me] > 0 -> 2 : 0)");
}

void memory_drop(translation *t, const model_place *p)
{
    u32 number;
    const char *at;

    if (!partial(t) || t->alone || !type_is_scalar(p->type))
        return;
    cell_of(t, place_text(t, p), &number, &at);
    node_emit(t, 0, "sb_drop(%u, %s)", number, at);
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
static u32 parts_of(const translation *t, const char *names[MOST_PARTS])
{
    u32 n = 0;

    names[n++] = "cell";
    names[n++] = "at";
    names[n++] = "value";
    if (any_wide(t))
        names[n++] = "high";
    if (any_shadow(t))
        names[n++] = "set";
    if (partial(t))
        names[n++] = "order";
    return n;
}

static void print_macros(translation *t, promela_model *m)
{
    text s = {0};

    node_line(m,
              "#define SB_IS(n, c, i) (sb_count[me] > n && sb_cell[me * %u + n] == c && "
              "sb_at[me * %u + n] == (i))",
              t->o->buffer, t->o->buffer);
    for (u32 n = t->o->buffer; n-- > 0;)
        text_addf(&s, "(SB_IS(%u, c, i) -> part[me * %u + %u] : ", n, t->o->buffer, n);
    text_add(&s, "memory");
    for (u32 n = t->o->buffer; n-- > 0;)
        text_addc(&s, ')');
    node_line(m, "#define SB(part, c, i, memory) %s", text_str(&s));
    text_free(&s);
}

/* What a part of a store is given. */
static const struct {
    const char *part, *given, *type;
} parts[] = {
    {"cell", "sb_c", "byte"},     {"at", "sb_i", "int"},
    {"value", "sb_new", "int"},   {"high", "sb_new_high", "int"},
    {"set", "sb_is_set", "bool"}, {"order", "(sb_fence[me] -> sb_fence[me] : sb_release)", "byte"},
};

static u32 row_of(const char *part)
{
    u32 k = 0;

    while (strcmp(parts[k].part, part))
        k++;
    return k;
}

static void print_store(translation *t, promela_model *m)
{
    const char *names[MOST_PARTS];
    u32 n = parts_of(t, names);

    node_line(m, "inline sb_store(sb_c, sb_i, sb_new, sb_new_high, sb_is_set%s)",
              partial(t) ? ", sb_release" : "");
    node_line(m, "{");
    for (u32 k = 0; k < n; k++)
        node_line(m, "    sb_%s[me * %u + sb_count[me]] = %s;", names[k], t->o->buffer,
                  parts[row_of(names[k])].given);
    if (partial(t))
        node_line(m, "    sb_fence[me] = 0;");
    node_line(m, "    sb_count[me]++;");
    node_line(m, "}");
    node_line(m, "%s", "");
    if (!partial(t))
        return;
    node_line(m, "inline sb_drop(sb_c, sb_i)");
    node_line(m, "{");
    for (u32 k = 0; k < t->o->buffer; k++)
        node_line(
            m, "    sb_cell[me * %u + %u] = (SB_IS(%u, sb_c, sb_i) -> 0 : sb_cell[me * %u + %u]);",
            t->o->buffer, k, k, t->o->buffer, k);
    node_line(m, "}");
    node_line(m, "%s", "");
}

void memory_print_declarations(translation *t, promela_model *m)
{
    const char *names[MOST_PARTS];
    u32 n = parts_of(t, names), size = MOST_THREADS * t->o->buffer;

    if (!on(t))
        return;
    node_line(m, "/* Stores that are not in memory yet: of each thread the oldest first. */");
    node_line(m, "byte sb_count[%u];", MOST_THREADS);
    if (!t->cells.n)
        return;
    for (u32 i = 0; i < n; i++)
        node_line(m, "%s sb_%s[%u];", parts[row_of(names[i])].type, names[i], size);
    if (partial(t))
        node_line(m,
                  "byte sb_fence[%u]; /* 2: the next store is the first behind a release fence */",
                  MOST_THREADS);
    print_macros(t, m);
    node_line(m, "%s", "");
    print_store(t, m);
}

/* Where the store of thread `who` lies that reaches memory. */
static const char *chosen(translation *t)
{
    return tr_text(t, partial(t) ? "who * %u + n" : "who * %u", t->o->buffer);
}

/* The text of a cell, with the indices that this store has. */
static const char *with_indices(translation *t, const cell *c, const char *pattern)
{
    text s = {0};
    u32 n = 0;
    const char *r, *at = chosen(t);

    for (; *pattern; pattern++)
        if (*pattern != '@')
            text_addc(&s, *pattern);
        else if (c->indices == 1)
            text_addf(&s, "sb_at[%s]", at);
        else if (n++ == 0)
            text_addf(&s, "sb_at[%s] >> %d", at, INDEX_BITS);
        else
            text_addf(&s, "sb_at[%s] & %d", at, (1 << INDEX_BITS) - 1);
    r = tr_text(t, "%s", text_str(&s));
    text_free(&s);
    return r;
}

static void print_cell(translation *t, promela_model *m, u32 number)
{
    const cell *c = &t->cells.at[number - 1];
    const char *what = with_indices(t, c, c->text), *at = chosen(t);

    node_line(m, "        :: sb_cell[%s] == %u ->", at, number);
    if (c->lives) {
        node_line(m, "            assert(%s);", with_indices(t, c, c->lives));
        vec_last(&m->lines).kind = "use-after-free";
    }
    node_line(m, "            %s%s = sb_value[%s];", what, c->wide ? ".lo" : "", at);
    vec_last(&m->lines).kind = PROMELA_FLUSH;
    if (c->wide)
        node_line(m, "            %s.hi = sb_high[%s];", what, at);
    if (c->shadow)
        node_line(m, "            %s = sb_set[%s];", with_indices(t, c, c->shadow), at);
}

/* Of the stores of thread `who`: the oldest, or another that overtakes none it may not overtake. */
static void print_choice(translation *t, promela_model *m)
{
    u32 b = t->o->buffer;

    node_line(m, "        if");
    node_line(m, "        :: n = 0");
    for (u32 n = 1; n < b; n++) {
        text s = {0};

        text_addf(&s, "sb_count[who] > %u && sb_order[who * %u + %u] == 0", n, b, n);
        for (u32 k = 1; k < n; k++)
            text_addf(&s, " && sb_order[who * %u + %u] < 2", b, k);
        for (u32 k = 0; k < n; k++)
            text_addf(&s,
                      " && (sb_cell[who * %u + %u] != sb_cell[who * %u + %u] || sb_at[who * %u + "
                      "%u] != sb_at[who * %u + %u])",
                      b, k, b, n, b, k, b, n);
        node_line(m, "        :: %s -> n = %u", text_str(&s), n);
        text_free(&s);
    }
    node_line(m, "        fi;");
}

static void print_shift(translation *t, promela_model *m)
{
    const char *names[MOST_PARTS];
    u32 n = parts_of(t, names);

    node_line(m, partial(t) ? "        k = n + 1;" : "        k = 1;");
    node_line(m, "        do");
    node_line(m, "        :: k < sb_count[who] ->");
    for (u32 i = 0; i < n; i++)
        node_line(m, "            sb_%s[who * %u + k - 1] = sb_%s[who * %u + k];", names[i],
                  t->o->buffer, names[i], t->o->buffer);
    node_line(m, "            k++");
    node_line(m, "        :: else -> break");
    node_line(m, "        od;");
    for (u32 i = 0; i < n; i++)
        node_line(m, "        sb_%s[who * %u + k - 1] = 0;", names[i], t->o->buffer);
    node_line(m, "        sb_count[who]--;");
}

void memory_print_process(translation *t, promela_model *m, const char *clause)
{
    if (!on(t) || !t->cells.n)
        return;
    node_line(m, "proctype sb_memory()%s", clause);
    node_line(m, "{");
    node_line(m, partial(t) ? "    byte who, n, k;" : "    byte who, k;");
    node_line(m, "end_memory:");
    node_line(m, "    atomic {");
    node_line(m, "        if");
    for (u32 i = 0; i < MOST_THREADS; i++)
        node_line(m, "        :: sb_count[%u] > 0 -> who = %u", i, i);
    node_line(m, "        fi;");
    node_line(m, "        if");
    node_line(m, "        :: sb_count[who] == %u ->", t->o->buffer);
    node_line(m, "            k = 0; /* a full buffer: its thread may have to wait */");
    vec_last(&m->lines).kind = PROMELA_FULL;
    node_line(m, "        :: else -> skip");
    node_line(m, "        fi;");
    if (partial(t))
        print_choice(t, m);
    node_line(m, "        if");
    for (u32 i = 1; i <= t->cells.n; i++)
        print_cell(t, m, i);
    if (partial(t))
        node_line(m, "        :: sb_cell[who * %u + n] == 0 -> skip /* dropped */", t->o->buffer);
    node_line(m, "        fi;");
    print_shift(t, m);
    node_line(m, partial(t) ? "        who = 0; n = 0;" : "        who = 0;");
    node_line(m, "        k = 0;");
    node_line(m, "        goto end_memory;");
    node_line(m, "    };");
    node_line(m, "}");
    node_line(m, "%s", "");
}
