/* What happens at last in families of assembly text.
 *
 * A block promises, of every run in which its processes are weakly fair and what the family calls
 * fair is true again and again at its port: whenever `from` is true at the port, `to` is then or
 * later.  The obligations are those of families of signals (family.c), in the same order and for
 * the same reasons; here each is a linear formula over an obligation's system:
 *
 *   base   what is fair above makes it live above;
 *   fair   what is fair above makes each of these true again and again below, whatever chaos does;
 *   step   with what is fair at both ports, and what is live below, it is live above.
 *
 * In the last two a run counts as long as all observers below were ok.  Chaos and the environment
 * are processes, too, and weak fairness would make them write again and again, which real
 * neighbours need not: so they may idle instead (chain.c).  The formulas have no `next`, so that
 * steps of others do not count at a port. */
#include "asm/chain_live.h"
#include "base/mutant.h"

#include <stdio.h>
#include <string.h>

enum { LIVE_MOST = 16 };

static void parse_side(chain *k, live_text *l)
{
    parser *s = k->s;
    bool from = lex_is(&s->x, "from");
    token at = s->x.now;

    if (!lex_take(&s->x, "from") && !lex_take(&s->x, "to"))
        lex_fail(&s->x, &at, "from or to is expected here: what is live has no states");
    if (from ? l->has_from : l->has_to)
        lex_fail(&s->x, &at, "it is defined already");
    lex_expect(&s->x, "=");
    if (from)
        l->from = s->x, l->has_from = true;
    else
        l->to = s->x, l->has_to = true;
    while (s->x.now.kind != TOK_LINE && s->x.now.kind != TOK_END && !lex_is(&s->x, "}"))
        lex_next(&s->x);
    lex_skip_lines(&s->x);
}

void chain_read_live(chain *k)
{
    parser *s = k->s;
    live_text l = {.line = s->x.now.line};
    token at = s->x.now;

    l.name = lex_name(&s->x, "the name of what is live");
    for (u32 i = 0; i < k->lives.n; i++)
        if (strcmp(k->lives.at[i].name, l.name) == 0)
            parse_repeated(s, &at, l.name, k->lives.at[i].line);
    lex_skip_lines(&s->x);
    lex_expect(&s->x, "{");
    lex_skip_lines(&s->x);
    while (!lex_is(&s->x, "}"))
        parse_side(k, &l);
    lex_next(&s->x);
    if (!l.has_to)
        lex_fail(&s->x, &at, "what is live says to = ...");
    if (k->lives.n == LIVE_MOST)
        lex_fail(&s->x, &at, "a family has at most %d things that are live", LIVE_MOST);
    vec_push(&k->lives, l);
}

void chain_read_fair(chain *k)
{
    parser *s = k->s;

    if (k->fair.n == LIVE_MOST)
        lex_fail(&s->x, &s->x.now, "a family has at most %d things that are fair", LIVE_MOST);
    vec_push(&k->fair, s->x);
    while (s->x.now.kind != TOK_LINE && s->x.now.kind != TOK_END && !lex_is(&s->x, "}"))
        lex_next(&s->x);
}

static void name_it(chain *k, const char *port, const char *what, u32 i, expr e)
{
    char name[64];

    snprintf(name, sizeof name, "%s %s %u", port, what, i);
    vec_push(&k->s->c->named, ((named_expr){mem_strdup(name), e}));
}

/* The expression that stands there, over the cells of the port. */
static expr over_port(chain *k, const lexer *at, const char *port)
{
    parser *s = k->s;
    expr e;

    s->x = *at;
    chain_bind_port(k, port);
    e = ex_truth(&s->c->pool, parse_expression(s));
    s->nbinds = 0;
    if (s->x.now.kind != TOK_LINE && s->x.now.kind != TOK_END && !lex_is(&s->x, "}"))
        lex_fail(&s->x, &s->x.now, "the end of the statement is expected here");
    chain_check_cells(k, e, at);
    return e;
}

void chain_name_port(chain *k, const char *port)
{
    expr always = ex_const(&k->s->c->pool, 1, 1);

    for (u32 i = 0; i < k->fair.n; i++)
        name_it(k, port, "fair", i, over_port(k, &k->fair.at[i], port));
    for (u32 i = 0; i < k->lives.n; i++) {
        const live_text *l = &k->lives.at[i];

        name_it(k, port, "from", i, l->has_from ? over_port(k, &l->from, port) : always);
        name_it(k, port, "to", i, over_port(k, &l->to, port));
    }
}

void chain_name_dropped(chain *k, expr dropped)
{
    vec_push(&k->s->c->named, ((named_expr){mem_strdup("dropped"), dropped}));
}

/* ---- formulas ---- */

static void add_fair(const chain_note *n, const char *port, text *out)
{
    for (u32 i = 0; i < n->fair; i++)
        text_addf(out, " && G F \"%s fair %u\"", port, i);
}

static void add_live(const char *port, u32 i, text *out)
{
    text_addf(out, "G (\"%s from %u\" -> F \"%s to %u\")", port, i, port, i);
}

/* What a run that counts is like. */
static void add_premise(const chain_note *n, live_part part, text *out)
{
    bool step = part == LIVE_FAIR || part == LIVE_STEP;

    text_add(out, step ? "(G !\"dropped\"" : "(true");
    add_fair(n, "above", out);
    if (part == LIVE_STEP)
        add_fair(n, "below", out);
    for (u32 i = 0; part == LIVE_STEP && i < n->lives; i++) {
        text_add(out, " && ");
        add_live("below", i, out);
    }
    text_add(out, ")");
}

u32 chain_live_targets(const chain_note *n, live_part part)
{
    return part == LIVE_FAIR ? n->fair : n->lives;
}

void chain_live_formula(const chain_note *n, live_part part, u32 target, text *out)
{
    add_premise(n, part, out);
    text_add(out, " -> ");
    if (part == LIVE_FAIR && MUTANT(EVENTUAL_TEXT))
        text_add(out, "true");
    else if (part == LIVE_FAIR)
        text_addf(out, "G F \"below fair %u\"", target);
    else
        add_live("above", target, out);
}

void chain_unfair_formula(const chain_note *n, live_part part, text *out)
{
    text_add(out, "!");
    add_premise(n, part, out);
}
