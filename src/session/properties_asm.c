/* Properties of assembly systems.
 *
 * Propositions are the system's own expressions: `P@done`, `x`, `"x == 1"`.  In a linear formula
 * `P@done` and `P[1]@done` need no quotes; they get them before the formula is read.  Both logics
 * are checked over collapsed steps: a formula that counts steps is refused unless they are not. */
#include "asm/asm.h"
#include "session/properties.h"

#include <string.h>

/* The end of `P@done`, `P[1]@done` or `P.eax` that begins here; the beginning: there is none. */
static const char *place_end(const char *at)
{
    const char *end = at + text_word(at);

    if (*end == '[')
        end += strcspn(end, "]") + (strchr(end, ']') != NULL);
    if (end == at || (*end != '@' && *end != '.') || !text_is_word(end[1]))
        return at;
    for (end++; text_is_word(*end) || *end == '.'; end++)
        continue;
    return end;
}

/* Puts places into quotes. */
static char *with_quotes(const char *source)
{
    text out = {0};
    bool quoted = false;
    char *made;

    for (const char *at = source; *at;) {
        const char *end = quoted || (at > source && text_is_word(at[-1])) ? at : place_end(at);

        quoted ^= *at == '"';
        if (end > at)
            text_addf(&out, "\"%.*s\"", (int)(end - at), at);
        else
            text_addc(&out, *at++);
        at = end > at ? end : at;
    }
    made = mem_strdup(text_str(&out));
    text_free(&out);
    return made;
}

static void add_linear(properties *p, property_place at, const char *source)
{
    char *words = with_quotes(source);

    properties_add(p, at, NULL, words, source);
    mem_free(words);
}

static void add_branch(properties *p, casm *c, property_place at, const char *source)
{
    branch *b = properties_add_branch(p, at, source);

    for (u32 i = 0; i < b->formula->atoms.n; i++)
        vec_push(&b->queries, casm_watch(c, b->formula->atoms.at[i], at.file, at.line));
}

/* Where the first linear formula is that speaks of it. */
static property_place place_of(const properties *p, const char *words)
{
    u32 i = 0;

    while (i + 1 < p->all.n && !strstr(p->all.at[i].text, words))
        i++;
    return p->all.at[i].at;
}

static void add_queries(properties *p, casm *c)
{
    for (u32 i = 0; i < ltl_propositions(p->pool); i++) {
        const char *words = ltl_proposition(p->pool, i)->text;
        property_place at = place_of(p, words);

        vec_push(&p->queries, casm_watch(c, words, at.file, at.line));
    }
}

static void read_stated(properties *p, const options *o, casm *c)
{
    for (u32 i = 0; i < casm_properties(c); i++) {
        casm_property q = casm_property_at(c, i);
        property_place at = {q.file, q.line};

        if (q.kind == PROP_CTL)
            add_branch(p, c, at, q.text);
        else if (q.kind == PROP_LTL)
            add_linear(p, at, q.text);
    }
    for (u32 i = 0; i < o->ctl.n; i++)
        add_branch(p, c, (property_place){"--ctl", 1}, o->ctl.at[i]);
    for (u32 i = 0; i < o->ltl.n; i++)
        add_linear(p, (property_place){"--ltl", 1}, o->ltl.at[i]);
}

void properties_read_asm(properties *p, const options *o, casm *c, const casm_options *made)
{
    property_rules rules = {.status = EXIT_INPUT,
                            .before = "",
                            .between = ": error: ",
                            .begins = true,
                            .unnamed = "a run violates "};

    if (made->collapse)
        rules.no_linear = rules.no_branch =
            "AX, EX and X speak of single instructions; add --abstraction off";
    properties_open(p, &rules);
    read_stated(p, o, c);
    if (p->all.n && !casm_begins_once(c))
        properties_refuse(p, (property_place){casm_file(c), 1},
                          "linear formulas need one state to begin in; choose the value in a "
                          "process instead of giving the cell a range");
    if (o->fair && !p->all.n)
        fail(EXIT_USAGE, "heddle asm: --fair needs a linear formula: --ltl");
    add_queries(p, c);
    if (p->branches.n || p->all.n)
        casm_flow(c, made);
}
