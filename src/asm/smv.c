/* The SMV text of a system.
 *
 * One MODULE for each process holds its program counter and what it keeps of registers and local
 * cells; shared cells and wake-ups are variables of main, which hands them to the modules.  In each
 * step main picks a process (IVAR who) and, where an instruction has several outcomes, a choice;
 * a module says what it would do (DEFINE) and does it when it is picked.  Numbers are unsigned
 * words.  A state in which the picked process cannot move stays as it is, so the relation is total.
 *
 * Names: a cell `x` is v_x, element 2 of `a` is v_a_2, cell `[1]` is v_1; labels of the source are
 * DEFINEs P_at_label. */
#include "asm/smv.h"
#include "asm/trans.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

typedef struct writer {
    casm *c;
    text *out;
    int inside;  /* the module that is written; -1: main */
    u32 choices; /* the most of any instruction */
} writer;

/* Names. */

static void add_clean(text *out, const char *name)
{
    for (; *name; name++)
        if (isalnum((u8)*name) || *name == '_')
            text_addc(out, *name);
        else if (*name != ']' && out->n && out->at[out->n - 1] != '_')
            text_addc(out, '_');
}

static void add_var(const writer *w, u32 v, text *out)
{
    const var *x = &w->c->vars.at[v];

    if (x->owner != SHARED && x->owner != w->inside)
        text_addf(out, "%s.", w->c->processes.at[x->owner].name);
    text_add(out, x->kind == VAR_PC ? "pc" : "v_");
    if (x->kind != VAR_PC)
        add_clean(out, x->name);
}

/* Expressions: words, and truth values where the node is asked for one. */

static void add_word(const writer *w, expr e);

static void add_truth(const writer *w, expr e)
{
    const node *n = node_at(&w->c->pool, e);
    static const char *const signs[EX_COUNT] = {
        [EX_EQ] = "=", [EX_ULT] = "<", [EX_AND] = "&", [EX_OR] = "|", [EX_XOR] = "xor"};
    bool compares = n->op == EX_EQ || n->op == EX_ULT || n->op == EX_SLT;

    switch ((expr_op)n->op) {
    case EX_CONST:
        text_add(w->out, n->value ? "TRUE" : "FALSE");
        break;
    case EX_NOT:
        text_add(w->out, "!");
        add_truth(w, n->a);
        break;
    case EX_AND:
    case EX_OR:
    case EX_XOR:
    case EX_EQ:
    case EX_ULT:
    case EX_SLT:
        text_add(w->out, n->op == EX_SLT ? "(signed(" : "(");
        compares ? add_word(w, n->a) : add_truth(w, n->a);
        text_addf(w->out, n->op == EX_SLT ? ") < signed(" : " %s ", signs[n->op]);
        compares ? add_word(w, n->b) : add_truth(w, n->b);
        text_add(w->out, n->op == EX_SLT ? "))" : ")");
        break;
    case EX_ITE:
        text_add(w->out, "(");
        add_truth(w, n->a);
        text_add(w->out, " ? ");
        add_truth(w, n->b);
        text_add(w->out, " : ");
        add_truth(w, n->c);
        text_add(w->out, ")");
        break;
    default:
        text_add(w->out, "bool(");
        add_word(w, e);
        text_add(w->out, ")");
    }
}

static void add_pair(const writer *w, const node *n, const char *sign)
{
    text_add(w->out, "(");
    add_word(w, n->a);
    text_addf(w->out, " %s ", sign);
    add_word(w, n->b);
    text_add(w->out, ")");
}

static void add_shift(const writer *w, const node *n)
{
    u64 by;

    if (ex_is_const(&w->c->pool, n->b, &by) && by < n->width) {
        text_add(w->out, "(");
        add_word(w, n->a);
        text_addf(w->out, " %s %" PRIu64 ")", n->op == EX_SHL ? "<<" : ">>", by);
        return;
    }
    /* A shift by a word as far as the width goes; beyond it the result is 0. */
    text_add(w->out, "case ");
    for (u32 k = 0; k < n->width; k++) {
        add_word(w, n->b);
        text_addf(w->out, " = 0ud%u_%u : ", width_of(&w->c->pool, n->b), k);
        add_word(w, n->a);
        text_addf(w->out, " %s %u; ", n->op == EX_SHL ? "<<" : ">>", k);
    }
    text_addf(w->out, "TRUE : 0ud%u_0; esac", n->width);
}

static void add_word(const writer *w, expr e)
{
    static const char *const signs[EX_COUNT] = {
        [EX_ADD] = "+", [EX_SUB] = "-", [EX_AND] = "&", [EX_OR] = "|", [EX_XOR] = "xor"};
    const node *n = node_at(&w->c->pool, e);

    switch ((expr_op)n->op) {
    case EX_CONST:
        text_addf(w->out, "0ud%u_%" PRIu64, n->width, n->value);
        break;
    case EX_VAR:
        add_var(w, n->extra, w->out);
        break;
    case EX_CHOICE:
        text_add(w->out, "choice");
        break;
    case EX_ADD:
    case EX_SUB:
    case EX_AND:
    case EX_OR:
    case EX_XOR:
        add_pair(w, n, signs[n->op]);
        break;
    case EX_NOT:
        text_add(w->out, "(!");
        add_word(w, n->a);
        text_add(w->out, ")");
        break;
    case EX_SHL:
    case EX_SHR:
        add_shift(w, n);
        break;
    case EX_EQ:
    case EX_ULT:
    case EX_SLT:
        text_add(w->out, "word1(");
        add_truth(w, e);
        text_add(w->out, ")");
        break;
    case EX_ITE:
        text_add(w->out, "(");
        add_truth(w, n->a);
        text_add(w->out, " ? ");
        add_word(w, n->b);
        text_add(w->out, " : ");
        add_word(w, n->c);
        text_add(w->out, ")");
        break;
    case EX_CUT:
        add_word(w, n->a);
        text_addf(w->out, "[%u:%u]", n->extra + n->width - 1, n->extra);
        break;
    case EX_ZEXT:
        text_add(w->out, "extend(");
        add_word(w, n->a);
        text_addf(w->out, ", %u)", n->width - width_of(&w->c->pool, n->a));
        break;
    case EX_SEXT:
        text_add(w->out, "unsigned(extend(signed(");
        add_word(w, n->a);
        text_addf(w->out, "), %u))", n->width - width_of(&w->c->pool, n->a));
        break;
    case EX_LOAD:
    case EX_COUNT:
        die("an element by its index is left in an expression");
    }
}

/* Variables. */

static void add_declaration(writer *w, u32 v)
{
    text_add(w->out, "  ");
    add_var(w, v, w->out);
    text_addf(w->out, " : unsigned word[%u];\n", w->c->vars.at[v].width);
}

static void add_init(writer *w, u32 v)
{
    const var *x = &w->c->vars.at[v];

    text_add(w->out, "  ");
    if (x->low == x->high) {
        text_add(w->out, "init(");
        add_var(w, v, w->out);
        text_addf(w->out, ") := 0ud%u_%" PRIu64 ";\n", x->width, x->low);
        return;
    }
    text_addf(w->out, "-- initially %" PRIu64 " to %" PRIu64 ", see INIT\n", x->low, x->high);
}

static void add_range(writer *w, u32 v)
{
    const var *x = &w->c->vars.at[v];

    if (x->low == x->high)
        return;
    text_addf(w->out, "INIT 0ud%u_%" PRIu64 " <= ", x->width, x->low);
    add_var(w, v, w->out);
    text_add(w->out, " & ");
    add_var(w, v, w->out);
    text_addf(w->out, " <= 0ud%u_%" PRIu64 ";\n", x->width, x->high);
}

static bool kept(const writer *w, u32 v)
{
    return bit_of(w->c->kept, v);
}

static void add_at(writer *w, const process *p, u32 at)
{
    text_addf(w->out, "pc = 0ud%u_%u", w->c->vars.at[p->pc].width, at);
}

/* What a variable becomes when the process moves: a case over its rest points. */
static void add_after(writer *w, const sym_steps *steps, u32 v)
{
    const process *p = &w->c->processes.at[w->inside];

    text_add(w->out, "case\n");
    for (u32 i = 0; i < steps->n; i++) {
        const sym_step *s = &steps->at[i];
        const instr *in = &p->code.at[s->at];

        if (!s->after[v])
            continue;
        text_add(w->out, "      ");
        add_at(w, p, s->at);
        text_add(w->out, " : ");
        add_word(w, s->after[v]);
        text_addf(w->out, "; -- line %u: %s\n", in->line, in->text);
    }
    text_add(w->out, "      TRUE : ");
    add_var(w, v, w->out);
    text_add(w->out, ";\n    esac");
}

static void add_condition(writer *w, const sym_steps *steps, const char *name, bool guard)
{
    const process *p = &w->c->processes.at[w->inside];

    text_addf(w->out, "  %s := case\n", name);
    for (u32 i = 0; i < steps->n; i++) {
        const sym_step *s = &steps->at[i];

        text_add(w->out, "      ");
        add_at(w, p, s->at);
        text_add(w->out, " : ");
        add_truth(w, guard ? s->guard : s->fails);
        text_addf(w->out, "; -- line %u: %s\n", p->code.at[s->at].line, p->code.at[s->at].text);
    }
    text_add(w->out, "      TRUE : FALSE;\n    esac;\n");
}

static void add_labels(writer *w, const process *p)
{
    for (u32 i = 0; i < p->labels.n; i++) {
        if (!p->code.at[p->labels.at[i].at].rest)
            continue;
        text_add(w->out, "  at_");
        add_clean(w->out, p->labels.at[i].name);
        text_add(w->out, " := ");
        add_at(w, p, p->labels.at[i].at);
        text_add(w->out, ";\n");
    }
    text_add(w->out, "  ended := ");
    for (u32 i = 0, n = 0; i < p->code.n; i++)
        if (p->code.at[i].flags & INSN_END) {
            text_add(w->out, n++ ? " | " : "");
            add_at(w, p, i);
        }
    text_add(w->out, ";\n");
}

static bool ever_writes(const sym_steps *steps, u32 v)
{
    for (u32 i = 0; i < steps->n; i++)
        if (steps->at[i].after[v])
            return true;
    return false;
}

static bool shared_kept(const writer *w, u32 v)
{
    return w->c->vars.at[v].owner == SHARED && kept(w, v);
}

static void add_parameters(writer *w, bool formal)
{
    text_addf(w->out, "(%s", formal ? "moves" : "");
    for (u32 v = 0; v < w->c->vars.n; v++)
        if (shared_kept(w, v)) {
            text_add(w->out, ", ");
            add_var(w, v, w->out);
        }
    text_add(w->out, ", choice)");
}

static void add_module(writer *w, u32 number, const sym_steps *steps)
{
    const process *p = &w->c->processes.at[number];

    w->inside = (int)number;
    text_addf(w->out, "MODULE Process_%s", p->name);
    add_parameters(w, true);
    text_add(w->out, "\nVAR\n");
    for (u32 v = p->vars; v < p->vars_end; v++)
        if (kept(w, v))
            add_declaration(w, v);
    text_add(w->out, "DEFINE\n");
    add_labels(w, p);
    add_condition(w, steps, "can", true);
    add_condition(w, steps, "fails", false);
    for (u32 v = 0; v < w->c->vars.n; v++) {
        if (!shared_kept(w, v) || !ever_writes(steps, v))
            continue;
        text_add(w->out, "  after_");
        add_var(w, v, w->out);
        text_add(w->out, " := ");
        add_after(w, steps, v);
        text_add(w->out, ";\n");
    }
    text_add(w->out, "ASSIGN\n");
    for (u32 v = p->vars; v < p->vars_end; v++) {
        if (!kept(w, v))
            continue;
        add_init(w, v);
        text_add(w->out, "  next(");
        add_var(w, v, w->out);
        text_add(w->out, ") := moves & can ? ");
        add_after(w, steps, v);
        text_add(w->out, " : ");
        add_var(w, v, w->out);
        text_add(w->out, ";\n");
    }
    for (u32 v = p->vars; v < p->vars_end; v++)
        if (kept(w, v))
            add_range(w, v);
    text_add(w->out, "\n");
    w->inside = -1;
}

/* main. */

static void add_processes(writer *w)
{
    for (u32 i = 0; i < w->c->processes.n; i++) {
        text args = {0};
        writer inner = {w->c, &args, -1, 0};

        add_parameters(&inner, false);
        text_addf(w->out, "  %s : Process_%s(who = p_%s%s;\n", w->c->processes.at[i].name,
                  w->c->processes.at[i].name, w->c->processes.at[i].name, text_str(&args) + 1);
        text_free(&args);
    }
}

static void add_who(writer *w)
{
    text_add(w->out, "IVAR\n  who : {");
    for (u32 i = 0; i < w->c->processes.n; i++)
        text_addf(w->out, "%sp_%s", i ? ", " : "", w->c->processes.at[i].name);
    text_add(w->out, "};\n  choice : unsigned word[32];\n");
    text_addf(w->out, "TRANS choice <= 0ud32_%u;\n", w->choices - 1);
}

static void add_next_shared(writer *w, u32 v, const sym_steps *steps)
{
    text_add(w->out, "  next(");
    add_var(w, v, w->out);
    text_add(w->out, ") := case\n");
    for (u32 i = 0; i < w->c->processes.n; i++) {
        const char *name = w->c->processes.at[i].name;

        if (!ever_writes(&steps[i], v))
            continue;
        text_addf(w->out, "      who = p_%s & %s.can : %s.after_", name, name, name);
        add_var(w, v, w->out);
        text_add(w->out, ";\n");
    }
    text_add(w->out, "      TRUE : ");
    add_var(w, v, w->out);
    text_add(w->out, ";\n    esac;\n");
}

/* Who cannot move is not picked while another can. */
static void add_pick_rule(writer *w)
{
    text_add(w->out, "TRANS (");
    for (u32 i = 0; i < w->c->processes.n; i++)
        text_addf(w->out, "%s%s.can", i ? " | " : "", w->c->processes.at[i].name);
    text_add(w->out, ") -> (");
    for (u32 i = 0; i < w->c->processes.n; i++)
        text_addf(w->out, "%s(who = p_%s & %s.can)", i ? " | " : "", w->c->processes.at[i].name,
                  w->c->processes.at[i].name);
    text_add(w->out, ");\n");
}

/* A choice beyond those of the instruction is one of them. */
static void add_choice_rule(writer *w)
{
    for (u32 i = 0; i < w->c->processes.n && w->choices > 1; i++)
        for (u32 k = 0; k < w->c->processes.at[i].code.n; k++) {
            const process *p = &w->c->processes.at[i];
            u32 n = insn_choices(&p->code.at[k]);

            if (p->code.at[k].rest && n < w->choices)
                text_addf(w->out, "TRANS who = p_%s & %s.pc = 0ud%u_%u -> choice <= 0ud32_%u;\n",
                          p->name, p->name, w->c->vars.at[p->pc].width, k, n - 1);
        }
}

static void add_properties(writer *w)
{
    for (u32 i = 0; i < w->c->properties.n; i++) {
        const asm_property *q = &w->c->properties.at[i];

        if (q->kind != PROP_INVARIANT)
            continue;
        text_addf(w->out, "-- line %u: invariant %s\nINVARSPEC ", q->line, q->text);
        add_truth(w, trans_flat(w->c, q->holds));
        text_add(w->out, ";\n");
    }
    for (u32 i = 0; i < w->c->processes.n; i++)
        text_addf(w->out, "-- no assertion or access of %s fails\nINVARSPEC !%s.fails;\n",
                  w->c->processes.at[i].name, w->c->processes.at[i].name);
    text_add(w->out, "-- no deadlock: some process can move, or all have ended\nINVARSPEC ");
    for (u32 i = 0; i < w->c->processes.n; i++)
        text_addf(w->out, "%s%s.can", i ? " | " : "", w->c->processes.at[i].name);
    for (u32 i = 0; i < w->c->processes.n; i++)
        text_addf(w->out, "%s%s.ended", i ? " & " : " | (", w->c->processes.at[i].name);
    text_add(w->out, ");\n");
}

static void add_main(writer *w, const sym_steps *steps)
{
    text_add(w->out, "MODULE main\nVAR\n");
    for (u32 v = 0; v < w->c->vars.n; v++)
        if (shared_kept(w, v))
            add_declaration(w, v);
    add_processes(w);
    add_who(w);
    add_pick_rule(w);
    add_choice_rule(w);
    text_add(w->out, "ASSIGN\n");
    for (u32 v = 0; v < w->c->vars.n; v++)
        if (shared_kept(w, v)) {
            add_init(w, v);
            add_next_shared(w, v, steps);
        }
    for (u32 v = 0; v < w->c->vars.n; v++)
        if (shared_kept(w, v))
            add_range(w, v);
    add_properties(w);
}

bool smv_write(casm *c, text *out)
{
    writer w = {.c = c, .out = out, .inside = -1, .choices = 1};
    sym_steps *steps = mem_alloc((c->processes.n + 1) * sizeof *steps);

    if (c->arch == ARCH_SMP) {
        mem_free(steps);
        return false;
    }
    for (u32 i = 0; i < c->processes.n; i++) {
        trans_process(c, i, &steps[i]);
        for (u32 k = 0; k < c->processes.at[i].code.n; k++)
            if (insn_choices(&c->processes.at[i].code.at[k]) > w.choices)
                w.choices = insn_choices(&c->processes.at[i].code.at[k]);
    }
    text_addf(out, "-- %s as a model for NuSMV 2.6 or nuXmv (%s), by heddle smv\n\n",
              c->files.at[0], arch_names[c->arch]);
    for (u32 i = 0; i < c->processes.n; i++)
        add_module(&w, i, &steps[i]);
    add_main(&w, steps);
    for (u32 i = 0; i < c->processes.n; i++)
        trans_free(&steps[i]);
    mem_free(steps);
    return true;
}

void smv_proposition(casm *c, expr e, text *out)
{
    writer w = {.c = c, .out = out, .inside = -1};

    add_truth(&w, trans_flat(c, e));
}
