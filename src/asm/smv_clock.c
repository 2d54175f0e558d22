/* The SMV text of a system on a common clock.
 *
 * In each tick all processors that can act do.  Their order is an input: slot s0, s1 ... of the
 * tick is given to a process each, all different.  MODULE Process_P holds the state of P; Effect_P
 * says what P would do, with the cells as the tick began (v_x) and, for indivisible instructions,
 * as those before it in the order have left them (n_x).  It is instantiated once for each slot,
 * P#0, P#1 ...; v_x#k is cell x after slot k. */
#include "asm/smv_text.h"

/* Instructions of the process take more than one tick. */
static bool waits(const smv_writer *w, u32 number)
{
    const process *p = &w->c->processes.at[number];

    for (u32 i = 0; i < p->code.n; i++)
        if (p->code.at[i].cycles > 1)
            return true;
    return false;
}

static void add_state(smv_writer *w, u32 number)
{
    const process *p = &w->c->processes.at[number];
    bool slow = waits(w, number);

    text_add(w->out, "MODULE Process_");
    smv_clean(w->out, p->name);
    if (p->token != NO_VAR) {
        text_add(w->out, "(");
        smv_var(w, p->token, w->out);
        text_add(w->out, ")");
    }
    text_add(w->out, "\nVAR\n");
    for (u32 v = p->vars; v < p->vars_end; v++)
        if (bit_of(w->c->kept, v))
            smv_declare(w, v);
    if (slow)
        text_add(w->out, "  waits : unsigned word[8];\n");
    text_add(w->out, "DEFINE\n");
    smv_labels(w, p);
    smv_condition(w, "ready", true);
    text_addf(w->out, "  acts := ready%s;\n  can := ready%s;\n", slow ? " & waits = 0ud8_0" : "",
              slow ? " | (waits != 0ud8_0 & !ended)" : "");
    text_add(w->out, "ASSIGN\n");
    for (u32 v = p->vars; v < p->vars_end; v++)
        if (bit_of(w->c->kept, v))
            smv_init(w, v);
    if (slow)
        text_addf(w->out, "  init(waits) := 0ud8_%u;\n", p->code.at[0].cycles - 1);
    for (u32 v = p->vars; v < p->vars_end; v++)
        if (bit_of(w->c->kept, v))
            smv_range(w, v);
    text_add(w->out, "\n");
}

/* The cells a second time, as those before have left them. */
static void add_now_parameters(smv_writer *w, u32 number)
{
    for (u32 v = 0; v < w->c->vars.n; v++)
        if (bit_of(w->mentions[number], v) && smv_shared(w, v)) {
            text_add(w->out, ", n_");
            smv_clean(w->out, w->c->vars.at[v].name);
        }
}

static void add_after_define(smv_writer *w, u32 v)
{
    text_add(w->out, "  after_");
    w->apart = w->now = false;
    smv_var(w, v, w->out);
    w->apart = w->now = true;
    text_add(w->out, " := ");
    smv_after(w, v);
    text_add(w->out, ";\n");
}

static void add_after_waits(smv_writer *w, const process *p)
{
    text_add(w->out, "  after_waits := case\n");
    for (u32 i = 0; i < p->code.n; i++)
        if (p->code.at[i].cycles > 1)
            text_addf(w->out, "      after_pc = 0ud%u_%u : 0ud8_%u;\n", w->c->vars.at[p->pc].width,
                      i, p->code.at[i].cycles - 1);
    text_add(w->out, "      TRUE : 0ud8_0;\n    esac;\n");
}

static void add_effect(smv_writer *w, u32 number)
{
    const process *p = &w->c->processes.at[number];

    text_add(w->out, "MODULE Effect_");
    smv_clean(w->out, p->name);
    text_add(w->out, "(own, choice");
    smv_parameters(w, number);
    add_now_parameters(w, number);
    text_add(w->out, ")\nDEFINE\n");
    w->apart = w->now = true;
    smv_condition(w, "fails", false);
    for (u32 v = 0; v < w->c->vars.n; v++)
        if (bit_of(w->c->kept, v) && smv_writes(&w->steps[number], v))
            add_after_define(w, v);
    w->apart = w->now = false;
    if (waits(w, number))
        add_after_waits(w, p);
    text_add(w->out, "\n");
}

void smv_clock_modules(smv_writer *w)
{
    for (u32 i = 0; i < w->c->processes.n; i++) {
        w->inside = (int)i;
        add_state(w, i);
        add_effect(w, i);
    }
    w->inside = -1;
}

/* main. */

static bool ever_written(const smv_writer *w, u32 v)
{
    for (u32 i = 0; i < w->c->processes.n; i++)
        if (smv_writes(&w->steps[i], v))
            return true;
    return false;
}

/* A cell after so many slots. */
static void add_cell_after(smv_writer *w, u32 v, u32 slot)
{
    smv_var(w, v, w->out);
    if (slot && ever_written(w, v))
        text_addf(w->out, "#%u", slot);
}

static void add_effect_instance(smv_writer *w, u32 p, u32 slot)
{
    text_add(w->out, "  ");
    smv_process(w, p, w->out);
    text_addf(w->out, "#%u : Effect_", slot);
    smv_clean(w->out, w->c->processes.at[p].name);
    text_add(w->out, "(");
    smv_process(w, p, w->out);
    if (smv_choice_bits(w->choices[p])) {
        text_add(w->out, ", choice_");
        smv_clean(w->out, w->c->processes.at[p].name);
    } else {
        text_add(w->out, ", FALSE");
    }
    smv_parameters(w, p);
    for (u32 v = 0; v < w->c->vars.n; v++)
        if (bit_of(w->mentions[p], v) && smv_shared(w, v)) {
            text_add(w->out, ", ");
            add_cell_after(w, v, slot);
        }
    text_add(w->out, ");\n");
}

static void add_instances(smv_writer *w)
{
    u32 n = w->c->processes.n;

    for (u32 i = 0; i < n; i++) {
        const process *p = &w->c->processes.at[i];

        text_add(w->out, "  ");
        smv_process(w, i, w->out);
        text_add(w->out, " : Process_");
        smv_clean(w->out, p->name);
        if (p->token != NO_VAR) {
            text_add(w->out, "(");
            smv_var(w, p->token, w->out);
            text_add(w->out, ")");
        }
        text_add(w->out, ";\n");
    }
    for (u32 slot = 0; slot < n; slot++)
        for (u32 i = 0; i < n; i++)
            add_effect_instance(w, i, slot);
}

static void add_inputs(smv_writer *w)
{
    u32 n = w->c->processes.n;

    text_add(w->out, "IVAR\n");
    for (u32 slot = 0; slot < n; slot++) {
        text_addf(w->out, "  s%u : {", slot);
        for (u32 i = 0; i < n; i++) {
            text_add(w->out, i ? ", p_" : "p_");
            smv_clean(w->out, w->c->processes.at[i].name);
        }
        text_add(w->out, "};\n");
    }
    for (u32 i = 0; i < n; i++) {
        u32 bits = smv_choice_bits(w->choices[i]);

        if (!bits)
            continue;
        text_add(w->out, "  choice_");
        smv_clean(w->out, w->c->processes.at[i].name);
        text_addf(w->out, " : unsigned word[%u];\n", bits);
    }
    for (u32 a = 0; a < n; a++)
        for (u32 b = a + 1; b < n; b++)
            text_addf(w->out, "TRANS s%u != s%u;\n", a, b);
}

static void add_choice_rules(smv_writer *w)
{
    for (u32 i = 0; i < w->c->processes.n; i++)
        for (u32 k = 0; w->choices[i] > 1 && k < w->c->processes.at[i].code.n; k++) {
            const process *p = &w->c->processes.at[i];
            u32 n = insn_choices(&p->code.at[k]), bits = smv_choice_bits(w->choices[i]);

            if (n == (u64)1 << bits)
                continue;
            text_add(w->out, "TRANS ");
            smv_at(w, p, k);
            text_add(w->out, " -> choice_");
            smv_clean(w->out, p->name);
            text_addf(w->out, " <= 0ud%u_%u;\n", bits, n - 1);
        }
}

/* `s1 = p_P & P.acts`. */
static void add_turn(smv_writer *w, u32 p, u32 slot)
{
    text_addf(w->out, "s%u = p_", slot);
    smv_clean(w->out, w->c->processes.at[p].name);
    text_add(w->out, " & ");
    smv_process(w, p, w->out);
    text_add(w->out, ".acts");
}

static void add_effect_of(smv_writer *w, u32 p, u32 slot)
{
    smv_process(w, p, w->out);
    text_addf(w->out, "#%u.", slot);
}

static void add_slots(smv_writer *w, u32 v)
{
    for (u32 slot = 0; slot < w->c->processes.n; slot++) {
        text_add(w->out, "  ");
        add_cell_after(w, v, slot + 1);
        text_add(w->out, " := case\n");
        for (u32 p = 0; p < w->c->processes.n; p++) {
            if (!smv_writes(&w->steps[p], v))
                continue;
            text_add(w->out, "      ");
            add_turn(w, p, slot);
            text_add(w->out, " : ");
            add_effect_of(w, p, slot);
            text_add(w->out, "after_");
            smv_var(w, v, w->out);
            text_add(w->out, ";\n");
        }
        text_add(w->out, "      TRUE : ");
        add_cell_after(w, v, slot);
        text_add(w->out, ";\n    esac;\n");
    }
}

/* What the process's own variable becomes, by the slot it has. */
static void add_own_next(smv_writer *w, u32 p, const char *name, const char *otherwise)
{
    text_add(w->out, "  next(");
    smv_process(w, p, w->out);
    text_addf(w->out, ".%s) := case\n", name);
    for (u32 slot = 0; slot < w->c->processes.n; slot++) {
        text_add(w->out, "      ");
        add_turn(w, p, slot);
        text_add(w->out, " : ");
        add_effect_of(w, p, slot);
        text_addf(w->out, "after_%s;\n", name);
    }
    text_addf(w->out, "      %s;\n    esac;\n", otherwise);
}

static void add_own(smv_writer *w, u32 p)
{
    const process *of = &w->c->processes.at[p];
    text self = {0}, rest = {0};

    smv_process(w, p, &self);
    for (u32 v = of->vars; v < of->vars_end; v++) {
        text name = {0};

        if (!bit_of(w->c->kept, v))
            continue;
        w->inside = (int)p;
        smv_var(w, v, &name);
        w->inside = -1;
        text_clear(&rest);
        text_addf(&rest, "TRUE : %s.%s", text_str(&self), text_str(&name));
        if (smv_writes(&w->steps[p], v))
            add_own_next(w, p, text_str(&name), text_str(&rest));
        else
            text_addf(w->out, "  next(%s.%s) := %s.%s;\n", text_str(&self), text_str(&name),
                      text_str(&self), text_str(&name));
        text_free(&name);
    }
    if (waits(w, p)) {
        text_clear(&rest);
        text_addf(&rest, "%s.waits = 0ud8_0 : 0ud8_0;\n      TRUE : (%s.waits - 0ud8_1)",
                  text_str(&self), text_str(&self));
        add_own_next(w, p, "waits", text_str(&rest));
    }
    text_free(&self);
    text_free(&rest);
}

static void add_failed(smv_writer *w)
{
    text_add(w->out, "  init(failed) := FALSE;\n  next(failed) := failed");
    for (u32 slot = 0; slot < w->c->processes.n; slot++)
        for (u32 p = 0; p < w->c->processes.n; p++) {
            text_add(w->out, "\n    | (");
            add_turn(w, p, slot);
            text_add(w->out, " & ");
            add_effect_of(w, p, slot);
            text_add(w->out, "fails)");
        }
    text_add(w->out, ";\n");
}

static bool any_written(const smv_writer *w)
{
    for (u32 v = 0; v < w->c->vars.n; v++)
        if (smv_shared(w, v) && ever_written(w, v))
            return true;
    return false;
}

void smv_clock_main(smv_writer *w)
{
    add_instances(w);
    add_inputs(w);
    add_choice_rules(w);
    if (any_written(w))
        text_add(w->out, "DEFINE\n");
    for (u32 v = 0; v < w->c->vars.n; v++)
        if (smv_shared(w, v) && ever_written(w, v))
            add_slots(w, v);
    text_add(w->out, "ASSIGN\n");
    add_failed(w);
    for (u32 v = 0; v < w->c->vars.n; v++) {
        if (!smv_shared(w, v))
            continue;
        smv_init(w, v);
        text_add(w->out, "  next(");
        smv_var(w, v, w->out);
        text_add(w->out, ") := ");
        add_cell_after(w, v, w->c->processes.n);
        text_add(w->out, ";\n");
    }
    for (u32 p = 0; p < w->c->processes.n; p++)
        add_own(w, p);
}
