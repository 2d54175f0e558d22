/* System files: constants, cells, processes, properties.
 *
 * The file is gone through once for what stands outside of braces; bodies of processes follow when
 * all names are known, once for each copy, and then the properties, which speak of labels. */
#include "asm/reader.h"
#include "asm/chain.h"
#include "asm/module.h"
#include "base/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <strings.h>

const char *const arch_names[3] = {"asmp", "smp", "single"};

enum { MOST_CELLS = 4096, MOST_PROCESSES = 512 };

/* Declarations. */

void parse_end(parser *s)
{
    if (s->x.now.kind == TOK_END || lex_is(&s->x, "}"))
        return;
    if (s->x.now.kind != TOK_LINE)
        lex_fail(&s->x, &s->x.now, "the end of the statement is expected here");
    lex_skip_lines(&s->x);
}

/* byte, word, dword, qword, bit, or u1 to u64; a cell without one has 32 bits. */
u32 parse_type(parser *s)
{
    static const struct {
        const char *name;
        u32 width;
    } types[] = {{"byte", 8}, {"word", 16}, {"dword", 32}, {"qword", 64}, {"bit", 1}};
    const token *t = &s->x.now;
    u32 width = 0, i = 1;

    for (u32 k = 0; k < LENGTH(types); k++)
        if (token_is(t, types[k].name))
            width = types[k].width;
    if (!width && t->kind == TOK_NAME && t->n > 1 && t->n < 4 && t->at[0] == 'u') {
        while (i < t->n && t->at[i] >= '0' && t->at[i] <= '9')
            width = width * 10 + (u32)(t->at[i++] - '0');
        if (i < t->n)
            width = 0;
        else if (width == 0 || width > 64)
            lex_fail(&s->x, t, "a cell has between 1 and 64 bits");
    }
    if (width)
        lex_next(&s->x);
    return width ? width : 32;
}

static void check_value(parser *s, const token *at, u32 width, i64 value)
{
    if (value < 0 ? width < 64 && value < -((i64)1 << (width - 1))
                  : width < 64 && (u64)value > width_mask(width))
        lex_fail(&s->x, at, "the value does not fit into %u bits", width);
}

static void parse_value(parser *s, var *v)
{
    token at = s->x.now;
    i64 low = parse_constant(s), high = low;

    if (lex_take(&s->x, ".."))
        high = parse_constant(s);
    check_value(s, &at, v->width, low);
    check_value(s, &at, v->width, high);
    if (high < low)
        lex_fail(&s->x, &at, "the range is empty");
    v->low = (u64)low & width_mask(v->width);
    v->high = (u64)high & width_mask(v->width);
    if (v->high < v->low)
        lex_fail(&s->x, &at, "a range begins at 0 or above");
}

static void parse_initial(parser *s, const array *a)
{
    var *v = s->c->vars.at + a->first;
    token at = s->x.now;
    u32 n = 0;

    if (!lex_take(&s->x, "{")) {
        parse_value(s, v);
        for (u32 i = 1; i < a->n; i++)
            v[i].low = v[0].low, v[i].high = v[0].high;
        return;
    }
    do {
        if (n == a->n)
            lex_fail(&s->x, &at, "more values than %s has elements", a->name);
        parse_value(s, &v[n++]);
    } while (lex_take(&s->x, ","));
    lex_expect(&s->x, "}");
    if (n < a->n)
        lex_fail(&s->x, &at, "%s has %u elements, here are %u values", a->name, a->n, n);
}

static char *parse_cell_name(parser *s)
{
    char name[32];
    i64 value;

    if (!lex_take(&s->x, "["))
        return lex_name(&s->x, "the name of a cell");
    value = parse_constant(s);
    lex_expect(&s->x, "]");
    snprintf(name, sizeof name, "[%" PRId64 "]", value);
    return mem_strdup(name);
}

static void refuse_name(parser *s, const token *at, const char *name, int owner)
{
    asm_operand reg = {0};
    token t = {.kind = TOK_NAME, .at = name, .n = (u32)strlen(name)};

    if (find_array_named(s->c, name, (u32)strlen(name), owner) >= 0 || module_cell(s, &t) >= 0)
        lex_fail(&s->x, at, "%s is declared already", name);
    if (register_named(name, (u32)strlen(name), &reg))
        lex_fail(&s->x, at, "%s is a register", name);
}

void parse_cells(parser *s, int owner)
{
    u32 width = parse_type(s);

    do {
        token at = s->x.now;
        char *name = parse_cell_name(s);
        i64 n = 1;
        u32 a;

        refuse_name(s, &at, name, owner);
        if (lex_take(&s->x, "[")) {
            n = parse_constant(s);
            lex_expect(&s->x, "]");
        }
        if (n < 1 || n > MOST_CELLS)
            lex_fail(&s->x, &at, "an array has between 1 and %d cells", MOST_CELLS);
        a = casm_add_array(s->c, name, (u32)n, width, owner, VAR_CELL);
        if (lex_take(&s->x, "="))
            parse_initial(s, &s->c->arrays.at[a]);
        mem_free(name);
    } while (lex_take(&s->x, ","));
    parse_end(s);
}

_Noreturn void parse_repeated(const parser *s, const token *at, const char *what, u32 line)
{
    lex_fail(&s->x, at, "%s is defined again; line %u defines it already", what, line);
}

/* --set goes before what the file says, which must say it once all the same. */
static void define(parser *s, const token *at, const char *name, i64 value)
{
    bool was_set = false;

    for (u32 i = 0; i < s->constants.n; i++) {
        constant *c = &s->constants.at[i];

        if (strcmp(c->name, name) != 0)
            continue;
        if (c->line)
            parse_repeated(s, at, name, c->line);
        c->line = at->line;
        was_set = true;
    }
    if (!was_set)
        constant_add(s, name, value, at->line);
}

void parse_const(parser *s)
{
    token at = s->x.now;
    char *name = lex_name(&s->x, "the name of a constant");

    lex_expect(&s->x, "=");
    define(s, &at, name, parse_constant(s));
    mem_free(name);
    parse_end(s);
}

static void parse_cycles(casm_reader *r)
{
    parser *s = &r->s;
    token at = s->x.now;
    char *name = lex_name(&s->x, "a mnemonic");
    i64 n = parse_constant(s);

    if (!insn_known(at.at, at.n))
        lex_fail(&s->x, &at, "unknown mnemonic %s", name);
    if (n < 1 || n > 100)
        lex_fail(&s->x, &at, "an instruction takes between 1 and 100 cycles");
    for (u32 i = 0; i < r->cycles.n; i++)
        if (strcasecmp(r->cycles.at[i].name, name) == 0)
            parse_repeated(s, &at, name, r->cycles.at[i].line);
    vec_push(&r->cycles, (cycles_row){name, (u32)n, at.line});
    parse_end(s);
}

/* From { to its }, seen as a whole; whether `sleep` is in it. */
static bool skip_body(parser *s)
{
    token open = s->x.now;
    u32 depth = 0;
    bool sleeps = false;

    if (!lex_is(&s->x, "{"))
        lex_fail(&s->x, &open, "{ is expected here");
    do {
        depth += lex_is(&s->x, "{");
        depth -= lex_is(&s->x, "}");
        sleeps |= lex_is(&s->x, "sleep");
        if (s->x.now.kind == TOK_END)
            lex_fail(&s->x, &open, "this { has no }");
        lex_next(&s->x);
    } while (depth);
    return sleeps;
}

void parse_skip(parser *s)
{
    skip_body(s);
}

void casm_add_process(casm *c, const process_kind *k, u32 copy)
{
    char name[128];
    process p = {
        .kind = c->kinds.n, .copy = copy, .token = NO_VAR, .temp = NO_VAR, .direction = NO_VAR};

    snprintf(name, sizeof name, k->n > 1 ? "%s%u" : "%s", k->name, copy);
    p.name = mem_strdup(name);
    memset(p.registers, 0xff, sizeof p.registers);
    memset(p.flags, 0xff, sizeof p.flags);
    vec_push(&c->processes, p);
}

static void add_tokens(casm *c, process_kind *k)
{
    char name[128];

    snprintf(name, sizeof name, "%s.woken", k->name);
    k->tokens = casm_add_array(c, name, k->n, 1, SHARED, VAR_TOKEN);
    for (u32 i = 0; i < k->n; i++)
        c->processes.at[k->first + i].token = c->arrays.at[k->tokens].first + i;
}

/* `process P(i) [N] stack 8 {` */
static void parse_header(casm_reader *r)
{
    parser *s = &r->s;
    token at = s->x.now;
    process_kind k = {.name = lex_name(&s->x, "the name of a process"),
                      .n = 1,
                      .tokens = NO_VAR,
                      .symmetric = true};
    char *parameter = NULL;
    i64 stack = 0, n = 1;

    for (u32 i = 0; i < s->c->kinds.n; i++)
        if (strcmp(s->c->kinds.at[i].name, k.name) == 0)
            lex_fail(&s->x, &at, "there is a process %s already", k.name);
    if (lex_take(&s->x, "(")) {
        parameter = lex_name(&s->x, "the name of the parameter");
        lex_expect(&s->x, ")");
    }
    if (lex_take(&s->x, "[")) {
        n = parse_constant(s);
        lex_expect(&s->x, "]");
    }
    if (lex_take(&s->x, "stack"))
        stack = parse_constant(s);
    lex_skip_lines(&s->x);
    if (n < 0 || n + s->c->processes.n > MOST_PROCESSES)
        lex_fail(&s->x, &at, "a system has at most %d processes", MOST_PROCESSES);
    if (stack < 0 || stack > MOST_CELLS)
        lex_fail(&s->x, &at, "a stack has at most %d cells", MOST_CELLS);
    k.n = (u32)n;
    k.first = s->c->processes.n;
    for (u32 i = 0; i < k.n; i++)
        casm_add_process(s->c, &k, i);
    vec_push(&r->bodies, (later){.at = s->x, .kind = s->c->kinds.n});
    vec_push(&r->parameters, parameter);
    vec_push(&r->stacks, (u32)stack);
    if (skip_body(s))
        add_tokens(s->c, &k);
    vec_push(&s->c->kinds, k);
}

static void skip_statement(parser *s)
{
    while (s->x.now.kind != TOK_LINE && s->x.now.kind != TOK_END)
        lex_next(&s->x);
    lex_skip_lines(&s->x);
}

static bool property_word(const parser *s, property_kind *kind)
{
    static const char *const words[] = {"invariant", "ltl", "ctl"};

    for (u32 i = 0; i < LENGTH(words); i++)
        if (lex_is(&s->x, words[i])) {
            *kind = (property_kind)i;
            return true;
        }
    return false;
}

/* Of a declaration with a body. */
static void skip_to_end(parser *s)
{
    while (!lex_is(&s->x, "{") && s->x.now.kind != TOK_END)
        lex_next(&s->x);
    skip_body(s);
}

static void parse_top(casm_reader *r)
{
    parser *s = &r->s;
    property_kind kind;

    if (property_word(s, &kind)) {
        lex_next(&s->x);
        vec_push(&r->properties, (later){.at = s->x, .property = kind});
        skip_statement(s);
    } else if (lex_take(&s->x, "const")) {
        parse_const(s);
    } else if (lex_take(&s->x, "shared")) {
        parse_cells(s, SHARED);
    } else if (lex_take(&s->x, "cycles")) {
        parse_cycles(r);
    } else if (lex_take(&s->x, "process")) {
        if (s->o->chain)
            skip_to_end(s);
        else
            parse_header(r);
    } else if (lex_take(&s->x, "import")) {
        module_import(s);
    } else if (lex_take(&s->x, "module")) {
        module_own(s);
    } else if (lex_take(&s->x, "family")) {
        vec_push(&r->families, (later){.at = s->x});
        skip_to_end(s);
    } else {
        lex_fail(&s->x, &s->x.now,
                 "const, shared, cycles, process, invariant, ltl, ctl, family, module or import is "
                 "expected here");
    }
    lex_skip_lines(&s->x);
}
const char *parse_keep(parser *s, const char *source)
{
    vec_push(&s->c->messages, mem_strdup(source));
    return vec_last(&s->c->messages);
}

static void read_properties(casm_reader *r)
{
    parser *s = &r->s;

    for (u32 i = 0; i < r->properties.n; i++) {
        asm_property q = {.kind = r->properties.at[i].property,
                          .line = r->properties.at[i].at.now.line};
        const char *start, *end;

        s->x = r->properties.at[i].at;
        start = s->x.now.at;
        if (q.kind == PROP_INVARIANT)
            q.holds = ex_truth(&s->c->pool, parse_expression(s));
        while (s->x.now.kind != TOK_LINE && s->x.now.kind != TOK_END) {
            if (q.kind == PROP_INVARIANT)
                lex_fail(&s->x, &s->x.now, "the end of the statement is expected here");
            lex_next(&s->x);
        }
        for (end = s->x.now.at; end > start && (end[-1] == ' ' || end[-1] == '\t'); end--)
            continue;
        q.text = mem_strndup(start, (size_t)(end - start));
        vec_push(&s->c->properties, q);
    }
}

static void read_invariants(casm *c, const casm_options *o)
{
    for (u32 i = 0; i < o->invariants.n; i++)
        vec_push(&c->properties, (asm_property){.kind = PROP_INVARIANT,
                                                .text = mem_strdup(o->invariants.at[i]),
                                                .holds = casm_proposition(c, o->invariants.at[i],
                                                                          "--invariant", 1)});
}

static void check_family_name(const casm_reader *r, u32 which)
{
    const token *name = &r->s.x.now;

    for (u32 i = 0; i < which; i++) {
        const token *other = &r->families.at[i].at.now;

        if (other->n == name->n && strncmp(other->at, name->at, name->n) == 0)
            lex_fail(&r->s.x, name, "the family %.*s is defined again; line %u defines it already",
                     (int)name->n, name->at, other->line);
    }
}

static void read_all(casm_reader *r)
{
    parser *s = &r->s;

    parse_set(s);
    lex_next(&s->x);
    lex_skip_lines(&s->x);
    while (s->x.now.kind != TOK_END)
        parse_top(r);
    for (u32 i = 0; i < r->bodies.n; i++)
        for (u32 copy = 0; copy < s->c->kinds.at[r->bodies.at[i].kind].n; copy++)
            body_read(r, &r->bodies.at[i], copy);
    if (!s->o->chain)
        read_properties(r);
    module_build(s);
    for (u32 i = 0; i < r->families.n; i++) {
        s->x = r->families.at[i].at;
        check_family_name(r, i);
        if (chain_here(s))
            chain_parse(s);
        else
            parse_family(s);
    }
    if (!s->c->processes.n && !r->families.n)
        fail(EXIT_INPUT, "%s:1: error: the system has no process; write process P { ... }",
             s->x.path);
}

static void reader_free(casm_reader *r)
{
    for (u32 i = 0; i < r->parameters.n; i++)
        mem_free(r->parameters.at[i]);
    for (u32 i = 0; i < r->cycles.n; i++)
        mem_free(r->cycles.at[i].name);
    module_free(&r->s);
    constants_free(&r->s.constants);
    vec_free(&r->s.jumps);
    vec_free(&r->s.tables);
    vec_free(&r->s.calls);
    vec_free(&r->parameters);
    vec_free(&r->stacks);
    vec_free(&r->cycles);
    vec_free(&r->bodies);
    vec_free(&r->properties);
    vec_free(&r->families);
    text_free(&r->source);
}

casm *casm_read(const char *path, const casm_options *o)
{
    casm_reader r = {0};
    casm *c = mem_alloc(sizeof *c);

    if (!text_read_file(&r.source, path))
        fail(EXIT_INPUT, "%s: the file cannot be read", path);
    pool_open(&c->pool);
    c->arch = o->arch;
    c->tso = o->tso;
    vec_push(&c->files, mem_strdup(path));
    c->hash = hash_bytes(text_str(&r.source), r.source.n, 0);
    r.s = (parser){.c = c, .o = o, .split = o->arch == ARCH_ASMP};
    lex_open(&r.s.x, c->files.at[0], text_str(&r.source));
    r.s.x.keep_lines = true;
    read_all(&r);
    reader_free(&r);
    read_invariants(c, o);
    module_guard(c);
    casm_flow(c, o);
    return c;
}
