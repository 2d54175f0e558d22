/* Statements of the model as a tree, and its printing.
 *
 * A step of a process is what lies between two points at which others may run.  Local statements
 * commute with whatever others do, so a sequence with at most one visible access on each of its
 * paths is one step: it is printed as atomic.  A loop is never part of one unless it is known to
 * end, nor is a label, to which others jump. */
#include "promela/node.h"
#include "base/mutant.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { COMMENT_COLUMN = 64 };

model_node *node_new(translation *t, model_node_kind kind, const char *what)
{
    model_node *n = tr_alloc(t, sizeof *n);

    n->kind = kind;
    n->text = what;
    n->file = t->file;
    n->line = t->line;
    vec_push(&t->nodes, n);
    return n;
}

model_node *node_add(translation *t, model_node_kind kind, const char *what)
{
    model_node *n = node_new(t, kind, what);

    vec_push(&t->out->children, n);
    return n;
}

const char *node_text(translation *t, const char *format, va_list args)
{
    char buffer[4096];
    va_list again;
    int n;
    char *s;

    va_copy(again, args);
    n = vsnprintf(buffer, sizeof buffer, format, args);
    s = tr_alloc(t, (size_t)n + 1);
    vsnprintf(s, (size_t)n + 1, format, again);
    va_end(again);
    return s;
}

void node_emit(translation *t, u32 cost, const char *format, ...)
{
    va_list args;
    model_node *n;

    va_start(args, format);
    n = node_add(t, NODE_STATEMENT, node_text(t, format, args));
    va_end(args);
    n->cost = (u8)cost;
}

static void add_assertion(translation *t, const char *kind, const char *what, int n)
{
    node_add(t, NODE_STATEMENT, tr_text(t, "assert(%.*s)", n, what))->kind_of_error = kind;
}

void node_assert(translation *t, const char *kind, const char *format, ...)
{
    va_list args;
    const char *what;
    int n;

    va_start(args, format);
    what = node_text(t, format, args);
    va_end(args);
    n = (int)strcspn(what, "\n");
    add_assertion(t, kind, what, n);
    if (what[n])
        add_assertion(t, "uninitialised", what + n + 1, (int)strlen(what + n + 1));
}

model_node *node_enter(translation *t, model_node *in)
{
    model_node *before = t->out;

    t->out = in;
    return before;
}

void node_leave(translation *t, model_node *before)
{
    t->out = before;
}

model_node *node_option(translation *t, model_node *of, const char *guard, u32 cost)
{
    model_node *n = node_new(t, NODE_OPTION, guard);

    n->cost = (u8)cost;
    vec_push(&of->children, n);
    return n;
}

static u32 most(u32 a, u32 b)
{
    return a > b ? a : b;
}

static u32 least(u32 a, u32 b)
{
    return a < b ? a : b;
}

static u32 sum_children(const model_node *n)
{
    u32 sum = 0;

    for (u32 i = 0; i < n->children.n && sum < 2; i++)
        sum += node_cost(n->children.at[i]);
    return least(sum, 2);
}

static u32 cost_of_options(const model_node *n)
{
    u32 guards = 0, bodies = 0;

    for (u32 i = 0; i < n->children.n; i++) {
        guards = most(guards, n->children.at[i]->cost);
        bodies = most(bodies, sum_children(n->children.at[i]));
    }
    return least(guards + bodies, 2);
}

u32 node_cost(const model_node *n)
{
    switch (n->kind) {
    case NODE_STATEMENT:
        return n->cost;
    case NODE_IF:
        return cost_of_options(n);
    case NODE_DO:
        return n->bounded && cost_of_options(n) == 0 ? 0 : 2;
    case NODE_ATOMIC:
        return least(sum_children(n), 1);
    case NODE_OPTION:
    case NODE_SEQUENCE:
        return least(n->cost + sum_children(n), 2);
    case NODE_LABEL:
        return 2;
    case NODE_NOTE:
        return 0;
    }
    return 2;
}

bool node_says(const model_node *n, const char *statement)
{
    if (n->kind == NODE_STATEMENT && !strcmp(n->text, statement))
        return true;
    for (u32 i = 0; i < n->children.n; i++)
        if (node_says(n->children.at[i], statement))
            return true;
    return false;
}

bool node_loops(const model_node *n)
{
    if ((n->kind == NODE_DO && !n->bounded) || n->kind == NODE_LABEL)
        return true;
    for (u32 i = 0; i < n->children.n; i++)
        if (node_loops(n->children.at[i]))
            return true;
    return false;
}

typedef struct printer {
    translation *t;
    promela_model *m;
    bool merge;
    bool atomic; /* inside of an atomic sequence */
    const char *file;
    u32 line; /* of C, in the last comment */
} printer;

static void end_line(printer *p, size_t from, const model_node *n)
{
    text *out = &p->m->out;
    const char *slash = n && n->file ? strrchr(n->file, '/') : NULL, *name = slash ? slash + 1
                                                                             : n   ? n->file
                                                                                   : NULL;

    if (n && n->file && (n->line != p->line || n->file != p->file)) {
        do
            text_addc(out, ' ');
        while (out->n - from < COMMENT_COLUMN);
        text_addf(out, "/* %s:%u */", name, n->line);
        p->line = n->line;
        p->file = n->file;
    }
    text_addc(out, '\n');
    vec_push(&p->m->lines,
             (promela_line){n ? n->file : NULL, n ? n->line : 0, n ? n->kind_of_error : NULL});
}

static size_t begin_line(printer *p, u32 indent)
{
    size_t from = p->m->out.n;

    for (u32 i = 0; i < indent; i++)
        text_add(&p->m->out, "    ");
    return from;
}

static void print_line(printer *p, u32 indent, const model_node *n, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void print_line(printer *p, u32 indent, const model_node *n, const char *format, ...)
{
    va_list args;
    size_t from = begin_line(p, indent);

    va_start(args, format);
    text_add(&p->m->out, node_text(p->t, format, args));
    va_end(args);
    end_line(p, from, n);
}

static void print_node(printer *p, const model_node *n, u32 indent);

static void print_plain(printer *p, model_node *const *list, u32 n, u32 indent)
{
    for (u32 i = 0; i < n; i++)
        print_node(p, list[i], indent);
}

/* How many of the nodes are one step, when `spent` accesses are part of it already. */
static u32 group(model_node *const *list, u32 n, u32 spent)
{
    u32 count = 0;

    while (count < n && list[count]->kind != NODE_LABEL &&
           spent + node_cost(list[count]) <= 1 + (u32)MUTANT(PROMELA_MERGE))
        spent += node_cost(list[count++]);
    return count;
}

bool node_empty(const model_node *n)
{
    for (u32 i = 0; i < n->children.n; i++)
        if (n->children.at[i]->kind != NODE_NOTE)
            return false;
    return true;
}

static bool worth(model_node *const *list, u32 n)
{
    u32 real = 0;

    for (u32 i = 0; i < n; i++)
        real += list[i]->kind == NODE_STATEMENT || list[i]->kind == NODE_ATOMIC ? 1
                : list[i]->kind == NODE_NOTE                                    ? 0
                                                                                : 2;
    return real > 1;
}

/* Where SPIN takes no label. */
static void print_before_label(printer *p, model_node *const *list, u32 n, u32 indent)
{
    const model_node *first = NULL;

    for (u32 i = 0; i < n && !first; i++)
        if (list[i]->kind != NODE_NOTE)
            first = list[i];
    if (first && first->kind == NODE_LABEL)
        print_line(p, indent, NULL, "skip;");
    else if (first && (first->kind == NODE_ATOMIC || first->kind == NODE_SEQUENCE))
        print_before_label(p, first->children.at, first->children.n, indent);
}

static void print_atomic(printer *p, model_node *const *list, u32 n, u32 indent)
{
    bool outer = p->atomic;

    print_line(p, indent, n ? list[0] : NULL, "atomic {");
    p->atomic = true;
    print_before_label(p, list, n, indent + 1);
    print_plain(p, list, n, indent + 1);
    p->atomic = outer;
    print_line(p, indent, NULL, "};");
}

static void print_list(printer *p, model_node *const *list, u32 n, u32 indent)
{
    if (!p->merge || p->atomic) {
        print_plain(p, list, n, indent);
        return;
    }
    for (u32 i = 0; i < n;) {
        u32 count = group(list + i, n - i, 0);

        if (count && worth(list + i, count))
            print_atomic(p, list + i, count, indent);
        else
            print_plain(p, list + i, count ? count : 1, indent);
        i += count ? count : 1;
    }
}

/* A guard and what follows it up to the next visible access are one step. */
static void print_guarded(printer *p, const model_node *n, u32 indent)
{
    u32 count = p->merge && !p->atomic && strcmp(n->text, "else")
                    ? group(n->children.at, n->children.n, n->cost)
                    : 0;

    if (count) {
        print_line(p, indent, n, ":: atomic { %s ->", n->text);
        p->atomic = true;
        print_plain(p, n->children.at, count, indent + 1);
        p->atomic = false;
        print_line(p, indent + 1, NULL, "};");
    } else {
        bool empty = node_empty(n);

        print_line(p, indent, n, ":: %s%s", n->text, empty ? " -> skip" : " ->");
    }
    print_list(p, n->children.at + count, n->children.n - count, indent + 1);
}

static void print_option(printer *p, const model_node *n, u32 indent)
{
    if (n->text) {
        print_guarded(p, n, indent);
    } else {
        print_line(p, indent, n, "::");
        if (node_empty(n))
            print_line(p, indent + 1, NULL, "skip;");
        print_before_label(p, n->children.at, n->children.n, indent + 1);
        print_list(p, n->children.at, n->children.n, indent + 1);
    }
}

static void print_node(printer *p, const model_node *n, u32 indent)
{
    switch (n->kind) {
    case NODE_STATEMENT:
        print_line(p, indent, n, "%s;", n->text);
        break;
    case NODE_IF:
    case NODE_DO:
        print_line(p, indent, n, n->kind == NODE_IF ? "if" : "do");
        for (u32 i = 0; i < n->children.n; i++)
            print_option(p, n->children.at[i], indent);
        print_line(p, indent, NULL, n->kind == NODE_IF ? "fi;" : "od;");
        break;
    case NODE_ATOMIC:
        if (p->atomic)
            print_plain(p, n->children.at, n->children.n, indent);
        else
            print_atomic(p, n->children.at, n->children.n, indent);
        break;
    case NODE_OPTION:
    case NODE_SEQUENCE:
        print_list(p, n->children.at, n->children.n, indent);
        break;
    case NODE_LABEL:
        print_line(p, indent ? indent - 1 : 0, n, "%s: skip;", n->text);
        break;
    case NODE_NOTE:
        print_line(p, indent, n, "/* %s */", n->text);
        break;
    }
}

void node_print(translation *t, promela_model *m, const model_node *n, u32 indent, bool merge)
{
    printer p = {.t = t, .m = m, .merge = merge};

    print_node(&p, n, indent);
}

void node_line(promela_model *m, const char *format, ...)
{
    va_list args, again;
    char *line;
    int n;

    va_start(args, format);
    va_copy(again, args);
    n = vsnprintf(NULL, 0, format, args);
    line = mem_alloc((size_t)n + 1);
    vsnprintf(line, (size_t)n + 1, format, again);
    va_end(again);
    va_end(args);
    text_addf(&m->out, "%s\n", line);
    mem_free(line);
    vec_push(&m->lines, (promela_line){NULL, 0, NULL});
}
