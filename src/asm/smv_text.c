/* Names and expressions of the SMV text.
 *
 * A cell `x` is v_x, element 2 of `a` is v_a#2, cell `[1]` is v_1; a process has its own name, with
 * a # behind it where that is a word of SMV or of main.  A process that reads a register of another
 * one gets it as a parameter P1#v_rax.  Names of system files have no # and no -, so names stay
 * different. */
#include "asm/smv_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

void smv_clean(text *out, const char *name)
{
    bool first = true;

    for (; *name; name++, first = false)
        if (isalnum((u8)*name) || *name == '_' || *name == '$')
            text_addc(out, *name);
        else if (*name == '[' && !first)
            text_addc(out, '#');
        else if (*name != ']' && *name != '[')
            text_addc(out, '-');
}

/* Words that mean something else in main. */
static bool taken_word(const char *name)
{
    static const char *const words[] = {
#define WORD(text) text,
#define OWN(text)  text,
#include "asm/smv_words.def"
    };

    for (u32 i = 0; i < LENGTH(words); i++)
        if (strcmp(words[i], name) == 0)
            return true;
    return strncmp(name, "v_", 2) == 0 || strncmp(name, "p_", 2) == 0 ||
           strncmp(name, "choice_", 7) == 0 || !isalpha((u8)name[0]) ||
           (name[0] == 's' && isdigit((u8)name[1]));
}

void smv_process(const smv_writer *w, u32 number, text *out)
{
    const char *name = w->c->processes.at[number].name;

    if (!isalpha((u8)name[0]))
        text_addc(out, 'p');
    smv_clean(out, name);
    if (taken_word(name))
        text_addc(out, '#');
}

void smv_var(const smv_writer *w, u32 v, text *out)
{
    const var *x = &w->c->vars.at[v];

    if (x->owner == w->inside && w->apart)
        text_add(out, "own.");
    if (x->owner != SHARED && x->owner != w->inside) {
        smv_process(w, (u32)x->owner, out);
        text_addc(out, w->inside < 0 ? '.' : '#');
    }
    if (x->kind == VAR_PC) {
        text_add(out, "pc");
        return;
    }
    text_add(out, x->owner == SHARED && w->now ? "n_" : "v_");
    smv_clean(out, x->name);
}

u32 smv_choice_bits(u32 choices)
{
    u32 bits = 0;

    while (bits < 32 && (u64)1 << bits < choices)
        bits++;
    return bits;
}

/* Expressions. */

static bool has_name(const smv_writer *w, expr e)
{
    return e < w->sized && w->sizes[e];
}

static void add_ite(const smv_writer *w, const expr_node *n,
                    void (*branch)(const smv_writer *w, expr e))
{
    text_add(w->out, "(");
    smv_truth(w, n->a);
    text_add(w->out, " ? ");
    branch(w, n->b);
    text_add(w->out, " : ");
    branch(w, n->c);
    text_add(w->out, ")");
}

static void smv_word(const smv_writer *w, expr e);

void smv_truth(const smv_writer *w, expr e)
{
    const expr_node *n = node_at(&w->c->pool, e);
    static const char *const signs[EX_COUNT] = {
        [EX_EQ] = "=", [EX_ULT] = "<", [EX_AND] = "&", [EX_OR] = "|", [EX_XOR] = "xor"};
    bool compares = ex_compares((expr_op)n->op);

    if (has_name(w, e)) {
        text_addf(w->out, "bool(t#%u)", e);
        return;
    }
    switch ((expr_op)n->op) {
    case EX_CONST:
        text_add(w->out, n->value ? "TRUE" : "FALSE");
        break;
    case EX_NOT:
        text_add(w->out, "!(");
        smv_truth(w, n->a);
        text_add(w->out, ")");
        break;
    case EX_AND:
    case EX_OR:
    case EX_XOR:
    case EX_EQ:
    case EX_ULT:
    case EX_SLT:
        text_add(w->out, n->op == EX_SLT ? "(signed(" : "(");
        compares ? smv_word(w, n->a) : smv_truth(w, n->a);
        text_addf(w->out, n->op == EX_SLT ? ") < signed(" : " %s ", signs[n->op]);
        compares ? smv_word(w, n->b) : smv_truth(w, n->b);
        text_add(w->out, n->op == EX_SLT ? "))" : ")");
        break;
    case EX_ITE:
        add_ite(w, n, smv_truth);
        break;
    default:
        text_add(w->out, "bool(");
        smv_word(w, e);
        text_add(w->out, ")");
    }
}

static void add_pair(const smv_writer *w, const expr_node *n, const char *sign)
{
    text_add(w->out, "(");
    smv_word(w, n->a);
    text_addf(w->out, " %s ", sign);
    smv_word(w, n->b);
    text_add(w->out, ")");
}

static void add_shift(const smv_writer *w, const expr_node *n)
{
    const char *sign = n->op == EX_SHL ? "<<" : ">>";
    u64 by;

    if (ex_is_const(&w->c->pool, n->b, &by) && by < n->width) {
        text_add(w->out, "(");
        smv_word(w, n->a);
        text_addf(w->out, " %s %" PRIu64 ")", sign, by);
        return;
    }
    /* A shift by a word as far as the width goes; beyond it the result is 0. */
    text_add(w->out, "(case ");
    for (u32 k = 0; k < n->width; k++) {
        smv_word(w, n->b);
        text_addf(w->out, " = 0ud%u_%u : (", width_of(&w->c->pool, n->b), k);
        smv_word(w, n->a);
        text_addf(w->out, " %s %u); ", sign, k);
    }
    text_addf(w->out, "TRUE : 0ud%u_0; esac)", n->width);
}

/* The choice is as wide as the process needs it; expressions have it with 32 bits. */
static void add_choice(const smv_writer *w)
{
    u32 bits = smv_choice_bits(w->choices[w->inside]);

    if (!bits)
        text_add(w->out, "0ud32_0");
    else if (bits == 32)
        text_add(w->out, "choice");
    else
        text_addf(w->out, "extend(choice, %u)", 32 - bits);
}

static void add_extended(const smv_writer *w, const expr_node *n)
{
    bool sign = n->op == EX_SEXT;

    text_add(w->out, sign ? "unsigned(extend(signed(" : "extend(");
    smv_word(w, n->a);
    text_addf(w->out, "%s, %u%s", sign ? ")" : "", n->width - width_of(&w->c->pool, n->a),
              sign ? "))" : ")");
}

static void smv_word(const smv_writer *w, expr e)
{
    static const char *const signs[EX_COUNT] = {
        [EX_ADD] = "+", [EX_SUB] = "-", [EX_AND] = "&", [EX_OR] = "|", [EX_XOR] = "xor"};
    const expr_node *n = node_at(&w->c->pool, e);

    if (has_name(w, e)) {
        text_addf(w->out, "t#%u", e);
        return;
    }
    switch ((expr_op)n->op) {
    case EX_CONST:
        text_addf(w->out, "0ud%u_%" PRIu64, n->width, n->value);
        break;
    case EX_VAR:
        smv_var(w, n->extra, w->out);
        break;
    case EX_CHOICE:
        add_choice(w);
        break;
    case EX_ADD:
    case EX_SUB:
    case EX_AND:
    case EX_OR:
    case EX_XOR:
        add_pair(w, n, signs[n->op]);
        break;
    case EX_NOT:
        text_add(w->out, "(!(");
        smv_word(w, n->a);
        text_add(w->out, "))");
        break;
    case EX_SHL:
    case EX_SHR:
        add_shift(w, n);
        break;
    case EX_EQ:
    case EX_ULT:
    case EX_SLT:
        text_add(w->out, "word1(");
        smv_truth(w, e);
        text_add(w->out, ")");
        break;
    case EX_ITE:
        add_ite(w, n, smv_word);
        break;
    case EX_CUT:
        smv_word(w, n->a);
        text_addf(w->out, "[%u:%u]", n->extra + n->width - 1, n->extra);
        break;
    case EX_ZEXT:
    case EX_SEXT:
        add_extended(w, n);
        break;
    case EX_LOAD:
    case EX_COUNT:
        die("an element by its index is left in an expression");
    }
}

void smv_at(const smv_writer *w, const process *p, u32 at)
{
    smv_var(w, p->pc, w->out);
    text_addf(w->out, " = 0ud%u_%u", w->c->vars.at[p->pc].width, at);
}

/* Common parts. */

enum { SMALL = 6 }; /* what is no larger is written again each time */

static void gather_nodes(const smv_writer *w, u32 number, expr_list *out)
{
    const sym_steps *steps = &w->steps[number];
    expr_list roots = {0};

    for (u32 i = 0; i < steps->n; i++) {
        vec_push(&roots, steps->at[i].guard);
        vec_push(&roots, steps->at[i].fails);
        for (u32 v = 0; v < w->c->vars.n; v++)
            if (steps->at[i].after[v] && bit_of(w->c->kept, v))
                vec_push(&roots, steps->at[i].after[v]);
    }
    ex_collect(&w->c->pool, out, roots.at, roots.n);
    vec_free(&roots);
}

static u32 text_size(const u32 *sizes, expr e)
{
    return e ? sizes[e] : 0;
}

void smv_common(smv_writer *w, u32 number)
{
    const pool *p = &w->c->pool;
    u32 *sizes = mem_alloc((p->nodes.n + 1) * sizeof *sizes),
        *uses = mem_alloc((p->nodes.n + 1) * sizeof *uses);
    expr_list nodes = {0};

    gather_nodes(w, number, &nodes);
    for (u32 i = 0; i < nodes.n; i++) {
        const expr_node *n = node_at(p, nodes.at[i]);

        uses[n->a]++, uses[n->b]++, uses[n->c]++;
    }
    w->sizes = mem_alloc((p->nodes.n + 1) * sizeof *w->sizes);
    w->sized = p->nodes.n;
    for (u32 i = 0; i < nodes.n; i++) {
        expr e = nodes.at[i];
        const expr_node *n = node_at(p, e);

        sizes[e] = 1 + text_size(sizes, n->a) + text_size(sizes, n->b) + text_size(sizes, n->c);
        if (uses[e] < 2 || sizes[e] <= SMALL)
            continue;
        text_addf(w->out, "  t#%u := ", e);
        smv_word(w, e);
        text_add(w->out, ";\n");
        w->sizes[e] = sizes[e];
        sizes[e] = 1;
    }
    vec_free(&nodes);
    mem_free(sizes);
    mem_free(uses);
}

void smv_common_end(smv_writer *w)
{
    mem_free(w->sizes);
    w->sizes = NULL;
    w->sized = 0;
}

/* Parts of modules. */

bool smv_shared(const smv_writer *w, u32 v)
{
    return w->c->vars.at[v].owner == SHARED && bit_of(w->c->kept, v);
}

bool smv_writes(const sym_steps *steps, u32 v)
{
    for (u32 i = 0; i < steps->n; i++)
        if (steps->at[i].after[v])
            return true;
    return false;
}

void smv_declare(smv_writer *w, u32 v)
{
    text_add(w->out, "  ");
    smv_var(w, v, w->out);
    text_addf(w->out, " : unsigned word[%u];\n", w->c->vars.at[v].width);
}

/* What is dead where its process begins is zero, as in every other state. */
static bool dead_at_first(const smv_writer *w, u32 v)
{
    int owner = w->c->vars.at[v].owner;

    return owner != SHARED && !w->c->processes.at[owner].code.at[0].live[v];
}

void smv_init(smv_writer *w, u32 v)
{
    const var *x = &w->c->vars.at[v];
    bool dead = dead_at_first(w, v);

    text_add(w->out, "  ");
    if (!dead && x->low != x->high) {
        text_addf(w->out, "-- initially %" PRIu64 " to %" PRIu64 ", see INIT\n", x->low, x->high);
        return;
    }
    text_add(w->out, "init(");
    smv_var(w, v, w->out);
    text_addf(w->out, ") := 0ud%u_%" PRIu64 ";\n", x->width, dead ? 0 : x->low);
}

void smv_range(smv_writer *w, u32 v)
{
    const var *x = &w->c->vars.at[v];

    if (x->low == x->high || dead_at_first(w, v))
        return;
    text_addf(w->out, "INIT 0ud%u_%" PRIu64 " <= ", x->width, x->low);
    smv_var(w, v, w->out);
    text_add(w->out, " & ");
    smv_var(w, v, w->out);
    text_addf(w->out, " <= 0ud%u_%" PRIu64 ";\n", x->width, x->high);
}

void smv_labels(smv_writer *w, const process *p)
{
    for (u32 i = 0; i < p->labels.n; i++) {
        if (!p->code.at[p->labels.at[i].at].rest)
            continue;
        text_add(w->out, "  label_");
        smv_clean(w->out, p->labels.at[i].name);
        text_add(w->out, " := ");
        smv_at(w, p, p->labels.at[i].at);
        text_add(w->out, ";\n");
    }
    text_add(w->out, "  ended := ");
    for (u32 i = 0, n = 0; i < p->code.n; i++)
        if (p->code.at[i].flags & INSN_END) {
            text_add(w->out, n++ ? " | " : "");
            smv_at(w, p, i);
        }
    text_add(w->out, ";\n");
}

static void add_source(smv_writer *w, const process *p, u32 at)
{
    text_addf(w->out, "; -- line %u: %s\n", p->code.at[at].line, p->code.at[at].text);
}

/* On a common clock an element that is not the one assigned stays as those before have left it. */
static void add_assigned(smv_writer *w, const sym_step *s, u32 v, bool now)
{
    bool some = now && s->writes[v] && w->c->vars.at[v].owner == SHARED;

    w->now = now && w->c->processes.at[s->process].code.at[s->at].flags & INSN_LOCKED;
    if (some) {
        text_add(w->out, "(");
        smv_truth(w, s->writes[v]);
        text_add(w->out, " ? ");
    }
    smv_word(w, s->after[v]);
    if (some) {
        w->now = true;
        text_add(w->out, " : ");
        smv_var(w, v, w->out);
        text_add(w->out, ")");
    }
}

void smv_after(smv_writer *w, u32 v)
{
    const process *p = &w->c->processes.at[w->inside];
    const sym_steps *steps = &w->steps[w->inside];
    bool now = w->now;

    text_add(w->out, "case\n");
    for (u32 i = 0; i < steps->n; i++) {
        const sym_step *s = &steps->at[i];

        if (!s->after[v])
            continue;
        text_add(w->out, "      ");
        smv_at(w, p, s->at);
        text_add(w->out, " : ");
        add_assigned(w, s, v, now);
        w->now = now;
        add_source(w, p, s->at);
    }
    text_add(w->out, "      TRUE : ");
    smv_var(w, v, w->out);
    text_add(w->out, ";\n    esac");
}

void smv_condition(smv_writer *w, const char *name, bool guard)
{
    const process *p = &w->c->processes.at[w->inside];
    const sym_steps *steps = &w->steps[w->inside];
    bool now = w->now;

    text_addf(w->out, "  %s := case\n", name);
    for (u32 i = 0; i < steps->n; i++) {
        const sym_step *s = &steps->at[i];
        expr e = guard ? s->guard : s->fails;
        u64 value;

        if (ex_is_const(&w->c->pool, e, &value) && !value)
            continue;
        text_add(w->out, "      ");
        smv_at(w, p, s->at);
        text_add(w->out, " : ");
        w->now = now && p->code.at[s->at].flags & INSN_LOCKED;
        smv_truth(w, e);
        w->now = now;
        add_source(w, p, s->at);
    }
    text_add(w->out, "      TRUE : FALSE;\n    esac;\n");
}

void smv_parameters(smv_writer *w, u32 number)
{
    for (u32 v = 0; v < w->c->vars.n; v++)
        if (bit_of(w->mentions[number], v) && bit_of(w->c->kept, v) &&
            w->c->vars.at[v].owner != (int)number) {
            text_add(w->out, ", ");
            smv_var(w, v, w->out);
        }
}
