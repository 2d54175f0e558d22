/* Automata as text: the Hanoi omega-automata format (Babiak and others, CAV 2015) and Graphviz. */
#include "ltl/automaton.h"

#include "base/text.h"

/* The numbers of a cube's propositions, or "t". */
static void add_cube(text *out, u64 yes, u64 no)
{
    const char *between = "";

    for (u64 rest = yes | no; rest; rest &= rest - 1) {
        u32 i = (u32)__builtin_ctzll(rest);

        text_addf(out, "%s%s%u", between, no >> i & 1 ? "!" : "", i);
        between = "&";
    }
    if (!(yes | no))
        text_addc(out, 't');
}

static void add_marks(text *out, u32 marks)
{
    const char *between = " {";

    for (; marks; marks &= marks - 1) {
        text_addf(out, "%s%d", between, __builtin_ctz(marks));
        between = " ";
    }
    if (between[1] != '{')
        text_addc(out, '}');
}

static void add_quoted(text *out, const char *s)
{
    text_addc(out, '"');
    text_escaped(out, s, SIZE_MAX);
    text_addc(out, '"');
}

static void add_acceptance(const automaton *a, text *out)
{
    if (a->sets == 0)
        text_add(out, "acc-name: all\nAcceptance: 0 t");
    else if (a->sets == 1)
        text_add(out, "acc-name: Buchi\nAcceptance: 1 ");
    else
        text_addf(out, "acc-name: generalized-Buchi %u\nAcceptance: %u ", a->sets, a->sets);
    for (u32 i = 0; i < a->sets; i++)
        text_addf(out, "%sInf(%u)", i ? "&" : "", i);
    text_addc(out, '\n');
}

static bool alike(const edge *a, const edge *b)
{
    return a->to == b->to && a->marks == b->marks;
}

/* Whether an edge before i goes to the same state with the same marks. */
static bool said_before(const edges *all, u32 i)
{
    for (u32 j = 0; j < i; j++)
        if (alike(&all->at[i], &all->at[j]))
            return true;
    return false;
}

static u32 state_marks(const automaton *a, u32 q)
{
    return a->state_marks && a->states.at[q].n ? a->states.at[q].at[0].marks : 0;
}

static void hoa_state(const automaton *a, u32 q, text *out)
{
    const edges *all = &a->states.at[q];

    text_addf(out, "State: %u", q);
    add_marks(out, state_marks(a, q));
    text_addc(out, '\n');
    for (u32 i = 0; i < all->n; i++) {
        if (said_before(all, i))
            continue;
        for (u32 j = i; j < all->n; j++)
            if (alike(&all->at[i], &all->at[j])) {
                text_add(out, j == i ? "[" : " | ");
                add_cube(out, all->at[j].yes, all->at[j].no);
            }
        text_addf(out, "] %u", all->at[i].to);
        add_marks(out, a->state_marks ? 0 : all->at[i].marks);
        text_addc(out, '\n');
    }
}

void automaton_hoa(const automaton *a, const char *name, text *out)
{
    text_add(out, "HOA: v1\n");
    if (name) {
        text_add(out, "name: ");
        add_quoted(out, name);
        text_addc(out, '\n');
    }
    text_addf(out, "States: %u\nStart: %u\nAP: %u", a->states.n, a->start, a->names.n);
    for (u32 i = 0; i < a->names.n; i++) {
        text_addc(out, ' ');
        add_quoted(out, a->names.at[i]);
    }
    text_addc(out, '\n');
    add_acceptance(a, out);
    text_addf(out, "properties: trans-labels explicit-labels %s-acc%s\n--BODY--\n",
              a->state_marks ? "state" : "trans", a->stutters ? " stutter-invariant" : "");
    for (u32 q = 0; q < a->states.n; q++)
        hoa_state(a, q, out);
    text_add(out, "--END--\n");
}

static void dot_edge(const automaton *a, u32 q, const edge *e, text *out)
{
    const char *between = "";

    text_addf(out, "    %u -> %u [label=\"", q, e->to);
    for (u64 rest = e->yes | e->no; rest; rest &= rest - 1) {
        u32 i = (u32)__builtin_ctzll(rest);

        text_addf(out, "%s%s", between, e->no >> i & 1 ? "!" : "");
        text_escaped(out, a->names.at[i], SIZE_MAX);
        between = " && ";
    }
    if (!(e->yes | e->no))
        text_add(out, "true");
    add_marks(out, a->state_marks ? 0 : e->marks);
    text_add(out, "\"];\n");
}

void automaton_dot(const automaton *a, const char *name, text *out)
{
    text_add(out, "digraph automaton {\n    rankdir=LR;\n");
    if (name) {
        text_add(out, "    label=\"");
        text_escaped(out, name, SIZE_MAX);
        text_add(out, "\";\n");
    }
    text_addf(out, "    node [shape=circle];\n    start [shape=point];\n    start -> %u;\n",
              a->start);
    for (u32 q = 0; q < a->states.n; q++) {
        text_addf(out, "    %u%s;\n", q, state_marks(a, q) ? " [shape=doublecircle]" : "");
        for (u32 i = 0; i < a->states.at[q].n; i++)
            dot_edge(a, q, &a->states.at[q].at[i], out);
    }
    text_add(out, "}\n");
}
