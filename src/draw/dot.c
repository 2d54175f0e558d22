/* A graph in the language of Graphviz.  Threads have colours, errors and deadlocks are red, ends
 * green, cycles are drawn thick. */
#include "draw/graph.h"

enum { LABEL_MOST = 60 };

static const struct {
    const char *shape, *fill;
} looks[] = {
    [NODE_PLAIN] = {"circle", "white"},      [NODE_DONE] = {"doublecircle", "palegreen"},
    [NODE_STUCK] = {"octagon", "salmon"},    [NODE_ERROR] = {"octagon", "tomato"},
    [NODE_PRUNED] = {"circle", "lightgrey"}, [NODE_CUT] = {"circle", "lightgrey"},
};

static const char *const threads[] = {"#1f5fa8", "#b35900", "#2e7d32", "#7b1fa2",
                                      "#00838f", "#9e9d24", "#5d4037", "#546e7a"};

static void add_quoted(text *out, const char *s)
{
    text_addc(out, '"');
    text_escaped(out, s, LABEL_MOST);
    text_addc(out, '"');
}

static void add_node(const drawn_graph *g, u32 i, text *out)
{
    const graph_node *n = &g->nodes.at[i];
    text label = {0};

    if (n->label && *n->label)
        text_add(&label, n->label);
    else if (i == 0)
        text_add(&label, "start");
    if (n->states > 1)
        text_addf(&label, " (%u states)", n->states);
    text_addf(out, "  n%u [shape=%s, style=filled, fillcolor=%s, penwidth=%s, label=", i,
              n->label && *n->label && n->kind == NODE_PLAIN ? "box" : looks[n->kind].shape,
              looks[n->kind].fill, n->cycle ? "2.5" : "1");
    add_quoted(out, n->kind == NODE_CUT && !label.n ? "..." : text_str(&label));
    text_add(out, n->cycle ? ", color=darkorange" : "");
    text_add(out, label.n || n->kind == NODE_CUT ? "];\n" : ", width=0.25, fixedsize=true];\n");
    text_free(&label);
}

void draw_print(const drawn_graph *g, const char *title, text *out)
{
    text_add(out,
             "digraph states {\n  rankdir=TB;\n  node [fontname=\"sans-serif\", fontsize=10];\n"
             "  edge [fontname=\"sans-serif\", fontsize=9];\n  label=");
    add_quoted(out, title);
    text_add(out, ";\n");
    for (u32 i = 0; i < g->nodes.n; i++)
        add_node(g, i, out);
    for (u32 i = 0; i < g->edges.n; i++) {
        const graph_edge *e = &g->edges.at[i];
        const char *colour = threads[e->thread % LENGTH(threads)];

        text_addf(out, "  n%u -> n%u [color=\"%s\", fontcolor=\"%s\", penwidth=%s, label=", e->from,
                  e->to, colour, colour, e->cycle ? "2.5" : "1");
        add_quoted(out, e->label);
        text_add(out, "];\n");
    }
    text_add(out, "}\n");
}
