/* Never claims as `spin -f` prints them. */
#ifndef CLAIM_H
#define CLAIM_H

#include "words.h"

#include "base/text.h"

#include <stdio.h>

typedef struct claim_edge {
    u32 from;
    char to[64];
    formula condition;
} claim_edge;

typedef struct claim {
    VEC(claim_edge) edges;
    struct {
        char (*at)[64];
        u32 n, cap;
    } labels;
    VEC(u32) state_of;   /* of each label */
    VEC(bool) accepting; /* of each state */
} claim;

static inline void claim_free(claim *c)
{
    vec_free(&c->edges);
    vec_free(&c->labels);
    vec_free(&c->state_of);
    vec_free(&c->accepting);
}

static inline u32 claim_state(const claim *c, const char *label)
{
    for (u32 i = 0; i < c->labels.n; i++)
        if (strcmp(c->labels.at[i], label) == 0)
            return c->state_of.at[i];
    die("the claim jumps to %s, which is not there", label);
}

static inline void claim_formula(const ltl *l, formula f, text *out);

/* f W g is g R (f || g), and f M g is g U (f && g). */
static inline void claim_weak(const ltl *l, formula f, text *out)
{
    bool weak = op_of(l, f) == OP_WEAK_UNTIL;

    text_addc(out, '(');
    claim_formula(l, operand(l, f, 1), out);
    text_add(out, weak ? ") V ((" : ") U ((");
    claim_formula(l, operand(l, f, 0), out);
    text_add(out, weak ? ") || (" : ") && (");
    claim_formula(l, operand(l, f, 1), out);
    text_add(out, "))");
}

/* A formula in the syntax of SPIN: every operand in parentheses, W and M written out. */
static inline void claim_formula(const ltl *l, formula f, text *out)
{
    const formula_node *x = node_of(l, f);
    const op_info *info = &op_table[x->op];

    if (info->kind == LEAF) {
        ltl_print(l, f, out);
        return;
    }
    if (info->kind == UNARY) {
        text_addf(out, "%s(", x->op == OP_FINALLY ? "<>" : x->op == OP_GLOBALLY ? "[]" : "!");
        claim_formula(l, operand(l, f, 0), out);
        text_addc(out, ')');
        return;
    }
    if (x->op == OP_WEAK_UNTIL || x->op == OP_STRONG_RELEASE) {
        claim_weak(l, f, out);
        return;
    }
    text_addc(out, '(');
    for (u32 i = 0; i < x->n; i++) {
        if (i)
            text_addf(out, ") %s (", x->op == OP_RELEASE ? "V" : info->text);
        claim_formula(l, operand(l, f, i), out);
    }
    text_addc(out, ')');
}

static inline void claim_label(claim *c, const char *line, bool first)
{
    char label[64];

    snprintf(label, sizeof label, "%.*s", (int)strcspn(line, ":"), line);
    vec_reserve(&c->labels, 1);
    memcpy(c->labels.at[c->labels.n++], label, sizeof label);
    if (first)
        vec_push(&c->accepting, false);
    vec_push(&c->state_of, c->accepting.n - 1);
    vec_last(&c->accepting) |= strncmp(label, "accept", 6) == 0;
}

/* :: (condition) -> goto label, or :: atomic { (condition) -> assert(...) }. */
static inline void claim_branch(claim *c, ltl *l, const char *line)
{
    claim_edge e = {.from = c->accepting.n - 1};
    const char *arrow = strstr(line, " -> goto "), *begin = line + 2;
    char condition[4096];
    ltl_error error;

    if (strncmp(line, ":: atomic {", 11) == 0) {
        begin = line + 11;
        arrow = strstr(line, " -> assert(");
        snprintf(e.to, sizeof e.to, "accept_all");
    } else if (arrow) {
        snprintf(e.to, sizeof e.to, "%.63s", arrow + 9);
    }
    if (strcmp(line, ":: false") == 0)
        return;
    if (!arrow)
        die("the claim has the line %s", line);
    snprintf(condition, sizeof condition, "%.*s", (int)(arrow - begin), begin);
    if (!ltl_parse(l, condition, &e.condition, &error))
        die("the claim has the condition %s: %s", condition, error.message);
    vec_push(&c->edges, e);
}

static inline void claim_line(claim *c, ltl *l, const char *line, bool *labelled)
{
    bool label = false;

    line += strspn(line, "\t ");
    if (strncmp(line, "::", 2) == 0) {
        claim_branch(c, l, line);
    } else if (strncmp(line, "skip", 4) == 0) {
        claim_edge e = {.from = c->accepting.n - 1, .condition = FORMULA_TRUE};

        snprintf(e.to, sizeof e.to, "%s", c->labels.at[c->labels.n - 1]);
        vec_push(&c->edges, e);
    } else if (strchr(line, ':')) {
        claim_label(c, line, !*labelled);
        label = true;
    } else if (!line[strspn(line, "}")] || strncmp(line, "do", 2) == 0 ||
               strncmp(line, "od", 2) == 0 || strncmp(line, "false", 5) == 0) {
        label = false;
    } else {
        die("the claim has the line %s", line);
    }
    *labelled = label;
}

/* The claim of spin -f for a formula; false when it takes too long. */
static inline bool claim_of(ltl *l, formula f, claim *c)
{
    text command = {0};
    char line[8192];
    bool labelled = false, ended = false;
    FILE *in;

    *c = (claim){0};
    text_add(&command, "timeout 1 spin -f '");
    claim_formula(l, f, &command);
    text_add(&command, "' 2>&1");
    in = popen(text_str(&command), "r");
    if (!in || !fgets(line, sizeof line, in) || strncmp(line, "never", 5) != 0)
        line[0] = 0;
    while (line[0] && fgets(line, sizeof line, in)) {
        ended = line[0] == '}' && strchr(line, '\n');
        if (!strchr(line, '\n')) /* the time was over in the middle of it */
            break;
        line[strcspn(line, "\n")] = 0;
        claim_line(c, l, line, &labelled);
        line[0] = 1;
    }
    if (in)
        pclose(in);
    text_free(&command);
    return ended;
}

static inline bool claim_accepts(const claim *c, const ltl *l, const word *w)
{
    pairs p = pairs_open(c->accepting.n, w->n, 1);

    pair_state(&p, 0, 0);
    for (u32 k = 0; k < p.todo.n; k++) {
        u32 q = p.todo.at[k] / p.m, i = p.todo.at[k] % p.m;
        word here = {.letter = &w->letter[i], .n = 1};

        for (u32 j = 0; j < c->edges.n; j++) {
            const claim_edge *e = &c->edges.at[j];

            if (e->from == q && word_holds(l, e->condition, &here)) {
                edge f = {0, 0, pair_state(&p, claim_state(c, e->to), word_next(w, i)),
                          c->accepting.at[q]};
                vec_push(&p.a->states.at[k], f);
            }
        }
    }
    return pairs_close(&p);
}

#endif
