/* The SMV text of a system.
 *
 * One MODULE for each process holds its program counter and what it keeps of registers and local
 * cells; shared cells and wake-ups are variables of main, which hands them to the modules.  In each
 * step main picks a process (IVAR who) and, where an instruction has several outcomes, a choice;
 * a module says what it would do (DEFINE) and does it when it is picked.  Numbers are unsigned
 * words.  A state in which nobody can move stays as it is, so the relation is total.  An assertion
 * or access that fails sets `failed` for good: input variables may not stand in an INVARSPEC.
 * Systems on a common clock: smv_clock.c. */
#include "asm/casm.h"
#include "asm/smv_text.h"

#include <string.h>

/* Modules. */

static void add_next(smv_writer *w, u32 v)
{
    text_add(w->out, "  next(");
    smv_var(w, v, w->out);
    text_add(w->out, ") := moves & can ? ");
    smv_after(w, v);
    text_add(w->out, " : ");
    smv_var(w, v, w->out);
    text_add(w->out, ";\n");
}

static void add_module(smv_writer *w, u32 number)
{
    const process *p = &w->c->processes.at[number];

    w->inside = (int)number;
    text_add(w->out, "MODULE Process_");
    smv_clean(w->out, p->name);
    text_add(w->out, "(moves, choice");
    smv_parameters(w, number);
    text_add(w->out, ")\nVAR\n");
    for (u32 v = p->vars; v < p->vars_end; v++)
        if (bit_of(w->c->kept, v))
            smv_declare(w, v);
    text_add(w->out, "DEFINE\n");
    smv_labels(w, p);
    smv_common(w, number);
    smv_condition(w, "can", true);
    smv_condition(w, "fails", false);
    for (u32 v = 0; v < w->c->vars.n; v++) {
        if (!smv_shared(w, v) || !smv_writes(&w->steps[number], v))
            continue;
        text_add(w->out, "  after_");
        smv_var(w, v, w->out);
        text_add(w->out, " := ");
        smv_after(w, v);
        text_add(w->out, ";\n");
    }
    text_add(w->out, "ASSIGN\n");
    for (u32 v = p->vars; v < p->vars_end; v++)
        if (bit_of(w->c->kept, v)) {
            smv_init(w, v);
            add_next(w, v);
        }
    for (u32 v = p->vars; v < p->vars_end; v++)
        if (bit_of(w->c->kept, v))
            smv_range(w, v);
    text_add(w->out, "\n");
    smv_common_end(w);
    w->inside = -1;
}

/* main. */

static u32 most_choices(const smv_writer *w)
{
    u32 most = 1;

    for (u32 p = 0; p < w->c->processes.n; p++)
        if (w->choices[p] > most)
            most = w->choices[p];
    return most;
}

/* The choice, as wide as the process needs it. */
static void add_own_choice(smv_writer *w, u32 number)
{
    u32 all = smv_choice_bits(most_choices(w)), own = smv_choice_bits(w->choices[number]);

    if (!own)
        text_add(w->out, "FALSE");
    else if (own == all)
        text_add(w->out, "choice");
    else
        text_addf(w->out, "choice[%u:0]", own - 1);
}

static void add_processes(smv_writer *w)
{
    for (u32 i = 0; i < w->c->processes.n; i++) {
        text_add(w->out, "  ");
        smv_process(w, i, w->out);
        text_add(w->out, " : Process_");
        smv_clean(w->out, w->c->processes.at[i].name);
        text_add(w->out, "(who = p_");
        smv_clean(w->out, w->c->processes.at[i].name);
        text_add(w->out, ", ");
        add_own_choice(w, i);
        smv_parameters(w, i);
        text_add(w->out, ");\n");
    }
}

static void add_who(smv_writer *w)
{
    u32 bits = smv_choice_bits(most_choices(w));

    text_add(w->out, "IVAR\n  who : {");
    for (u32 i = 0; i < w->c->processes.n; i++) {
        text_add(w->out, i ? ", p_" : "p_");
        smv_clean(w->out, w->c->processes.at[i].name);
    }
    text_add(w->out, "};\n");
    if (bits)
        text_addf(w->out, "  choice : unsigned word[%u];\n", bits);
}

/* `who = p_P & P.NAME` for each process, joined. */
static void add_picked(smv_writer *w, u32 number, const char *name)
{
    text_add(w->out, "who = p_");
    smv_clean(w->out, w->c->processes.at[number].name);
    text_add(w->out, " & ");
    smv_process(w, number, w->out);
    text_addf(w->out, ".%s", name);
}

static void add_next_shared(smv_writer *w, u32 v)
{
    text_add(w->out, "  next(");
    smv_var(w, v, w->out);
    text_add(w->out, ") := case\n");
    for (u32 i = 0; i < w->c->processes.n; i++) {
        if (!smv_writes(&w->steps[i], v))
            continue;
        text_add(w->out, "      ");
        add_picked(w, i, "can");
        text_add(w->out, " : ");
        smv_process(w, i, w->out);
        text_add(w->out, ".after_");
        smv_var(w, v, w->out);
        text_add(w->out, ";\n");
    }
    text_add(w->out, "      TRUE : ");
    smv_var(w, v, w->out);
    text_add(w->out, ";\n    esac;\n");
}

static void add_failed(smv_writer *w)
{
    text_add(w->out, "  init(failed) := FALSE;\n  next(failed) := failed");
    for (u32 i = 0; i < w->c->processes.n; i++) {
        text_add(w->out, " | (");
        add_picked(w, i, "can & ");
        smv_process(w, i, w->out);
        text_add(w->out, ".fails)");
    }
    text_add(w->out, ";\n");
}

static void add_some_can(smv_writer *w)
{
    for (u32 i = 0; i < w->c->processes.n; i++) {
        text_add(w->out, i ? " | " : "");
        smv_process(w, i, w->out);
        text_add(w->out, ".can");
    }
}

/* Who cannot move is not picked while another can. */
static void add_pick_rule(smv_writer *w)
{
    text_add(w->out, "TRANS (");
    add_some_can(w);
    text_add(w->out, ") -> (");
    for (u32 i = 0; i < w->c->processes.n; i++) {
        text_add(w->out, i ? " | (" : "(");
        add_picked(w, i, "can");
        text_add(w->out, ")");
    }
    text_add(w->out, ");\n");
}

/* A choice is one of the instruction's. */
static void add_choice_rule(smv_writer *w)
{
    u32 bits = smv_choice_bits(most_choices(w));

    for (u32 i = 0; i < w->c->processes.n && bits; i++)
        for (u32 k = 0; k < w->c->processes.at[i].code.n; k++) {
            const process *p = &w->c->processes.at[i];
            u32 n = insn_choices(&p->code.at[k]);

            if (!p->code.at[k].rest || n == (u64)1 << bits)
                continue;
            text_add(w->out, "TRANS who = p_");
            smv_clean(w->out, p->name);
            text_add(w->out, " & ");
            smv_at(w, p, k);
            text_addf(w->out, " -> choice <= 0ud%u_%u;\n", bits, n - 1);
        }
}

static void add_properties(smv_writer *w, bool allow_deadlock)
{
    for (u32 i = 0; i < w->c->properties.n; i++) {
        const asm_property *q = &w->c->properties.at[i];

        if (q->kind != PROP_INVARIANT)
            continue;
        text_addf(w->out, "-- line %u: invariant %s\nINVARSPEC ", q->line, q->text);
        smv_truth(w, trans_flat(w->c, q->holds));
        text_add(w->out, ";\n");
    }
    text_add(w->out, "-- no assertion or access fails\nINVARSPEC !failed;\n");
    if (allow_deadlock)
        return;
    text_add(w->out, "-- no deadlock: some process can move, or all have ended\nINVARSPEC ");
    add_some_can(w);
    for (u32 i = 0; i < w->c->processes.n; i++) {
        text_add(w->out, i ? " & " : " | (");
        smv_process(w, i, w->out);
        text_add(w->out, ".ended");
    }
    text_add(w->out, ");\n");
}

static void add_cells(smv_writer *w)
{
    text_add(w->out, "MODULE main\nVAR\n  failed : boolean;\n");
    for (u32 v = 0; v < w->c->vars.n; v++)
        if (smv_shared(w, v))
            smv_declare(w, v);
}

static void add_main(smv_writer *w)
{
    add_processes(w);
    add_who(w);
    add_pick_rule(w);
    add_choice_rule(w);
    text_add(w->out, "ASSIGN\n");
    add_failed(w);
    for (u32 v = 0; v < w->c->vars.n; v++)
        if (smv_shared(w, v)) {
            smv_init(w, v);
            add_next_shared(w, v);
        }
}

/* What is read and written. */

static void add_mentions(const casm *c, expr e, u64 *bits)
{
    expr_list nodes = {0};

    ex_collect(&c->pool, &nodes, &e, 1);
    for (u32 i = 0; i < nodes.n; i++)
        if (node_at(&c->pool, nodes.at[i])->op == EX_VAR)
            set_bit(bits, node_at(&c->pool, nodes.at[i])->extra);
    vec_free(&nodes);
}

static void find_mentions(smv_writer *w, u32 number)
{
    u64 *bits = w->mentions[number] = mem_alloc((w->c->vars.n / 64 + 1) * sizeof *bits);

    for (u32 i = 0; i < w->steps[number].n; i++) {
        const sym_step *s = &w->steps[number].at[i];

        add_mentions(w->c, s->guard, bits);
        add_mentions(w->c, s->fails, bits);
        for (u32 v = 0; v < w->c->vars.n; v++) {
            if (!s->after[v] || !bit_of(w->c->kept, v))
                continue;
            add_mentions(w->c, s->after[v], bits);
            add_mentions(w->c, s->writes[v], bits);
            set_bit(bits, v);
        }
    }
}

static void gather(smv_writer *w)
{
    u32 n = w->c->processes.n;

    w->steps = mem_alloc((n + 1) * sizeof *w->steps);
    w->mentions = mem_alloc((n + 1) * sizeof *w->mentions);
    w->choices = mem_alloc((n + 1) * sizeof *w->choices);
    for (u32 i = 0; i < n; i++) {
        w->choices[i] = 1;
        trans_process(w->c, i, &w->steps[i]);
        find_mentions(w, i);
        for (u32 k = 0; k < w->c->processes.at[i].code.n; k++)
            if (insn_choices(&w->c->processes.at[i].code.at[k]) > w->choices[i])
                w->choices[i] = insn_choices(&w->c->processes.at[i].code.at[k]);
    }
}

static void writer_free(smv_writer *w)
{
    for (u32 i = 0; i < w->c->processes.n; i++) {
        trans_free(&w->steps[i]);
        mem_free(w->mentions[i]);
    }
    mem_free(w->steps);
    mem_free(w->mentions);
    mem_free(w->choices);
}

void smv_write(casm *c, bool allow_deadlock, text *out)
{
    smv_writer w = {.c = c, .out = out, .inside = -1};

    gather(&w);
    text_addf(out, "-- %s as a model for NuSMV 2.6 or nuXmv (%s), by heddle smv\n\n",
              c->files.at[0], arch_names[c->arch]);
    if (c->arch == ARCH_SMP)
        smv_clock_modules(&w);
    for (u32 i = 0; c->arch != ARCH_SMP && i < c->processes.n; i++)
        add_module(&w, i);
    add_cells(&w);
    if (c->arch == ARCH_SMP)
        smv_clock_main(&w);
    else
        add_main(&w);
    for (u32 v = 0; v < c->vars.n; v++)
        if (smv_shared(&w, v))
            smv_range(&w, v);
    add_properties(&w, allow_deadlock);
    writer_free(&w);
}

void smv_proposition(casm *c, expr e, text *out)
{
    smv_writer w = {.c = c, .out = out, .inside = -1};

    smv_truth(&w, trans_flat(c, e));
}
