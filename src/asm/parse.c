/* System files: constants, cells, processes, properties.
 *
 * The file is gone through once for what stands outside of braces; bodies of processes follow when
 * all names are known, once for each copy, and then the properties, which speak of labels. */
#include "asm/parse.h"
#include "asm/casm.h"
#include "asm/chain.h"
#include "asm/module.h"
#include "base/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

const char *const arch_names[3] = {"asmp", "smp", "single"};

enum { SHARED_BASE = 0x1000, LOCAL_BASE = 0x100000, MOST_CELLS = 4096, MOST_PROCESSES = 512 };

typedef struct later {
    lexer at;
    u32 kind; /* process: its declaration */
    property_kind property;
} later;

typedef struct cycles_row {
    char *name;
    u32 cycles;
} cycles_row;

typedef struct reader {
    parser s; /* first */
    VEC(later) bodies, properties, families;
    VEC(char *) parameters; /* by declaration; NULL none */
    VEC(u32) stacks;
    VEC(cycles_row) cycles;
    text source;
} reader;

/* Names. */

static void add_constant(parser *s, const char *name, i64 value)
{
    vec_push(&s->constants, (constant){mem_strdup(name), value});
}

void parse_set(parser *s)
{
    for (u32 i = 0; i < s->o->set.n; i++)
        add_constant(s, s->o->set.at[i].name, s->o->set.at[i].value);
}

void constants_free(constant_list *all)
{
    for (u32 i = 0; i < all->n; i++)
        mem_free(all->at[i].name);
    vec_free(all);
}

bool find_constant(const parser *s, const token *t, i64 *value)
{
    for (u32 i = s->constants.n; i-- > 0;) {
        if (token_is(t, s->constants.at[i].name)) {
            *value = s->constants.at[i].value;
            if (s->parameter && i + 1 == s->constants.n)
                *s->parameter = true;
            return true;
        }
    }
    return false;
}

int find_array_named(const casm *c, const char *name, u32 n, int owner)
{
    for (u32 i = 0; i < c->arrays.n; i++) {
        const array *a = &c->arrays.at[i];

        if (a->stride && a->owner == owner && strlen(a->name) == n &&
            strncmp(a->name, name, n) == 0)
            return (int)i;
    }
    return -1;
}

/* The shared cell that the name is bound to. */
static int find_bound(const parser *s, const token *t)
{
    int found = -1;

    for (u32 i = 0; i < s->nbinds && found < 0; i++) {
        size_t n = strlen(s->binds[i].from);
        text name = {0};

        if (t->n < n || strncmp(t->at, s->binds[i].from, n) != 0)
            continue;
        text_addf(&name, "%s%.*s", s->binds[i].to, (int)(t->n - n), t->at + n);
        found = find_array_named(s->c, text_str(&name), (u32)name.n, SHARED);
        text_free(&name);
    }
    return found;
}

int find_array(const parser *s, const token *t, int owner)
{
    int own = s->p ? find_array_named(s->c, t->at, t->n, owner) : -1;

    if (own < 0 && s->nbinds)
        return find_bound(s, t);
    if (own < 0 && !s->inside)
        own = find_array_named(s->c, t->at, t->n, SHARED);
    return own < 0 ? module_cell(s, t) : own;
}

static u32 stride_of(u32 width)
{
    return width <= 8 ? 1 : width <= 16 ? 2 : width <= 32 ? 4 : 8;
}

static u64 next_address(const casm *c, int owner, u32 stride)
{
    u64 at = owner == SHARED ? SHARED_BASE : (u64)LOCAL_BASE * (u64)(owner + 1);

    for (u32 i = 0; i < c->arrays.n; i++) {
        const array *a = &c->arrays.at[i];

        if (a->owner == owner && a->stride)
            at = a->address + (u64)a->n * a->stride;
    }
    return (at + stride - 1) & ~(u64)(stride - 1);
}

static char *element_name(const char *name, u32 i, u32 n)
{
    char out[160];

    if (n == 1)
        return mem_strdup(name);
    snprintf(out, sizeof out, "%s[%u]", name, i);
    return mem_strdup(out);
}

u32 casm_add_array(casm *c, const char *name, u32 n, u32 width, int owner, var_kind kind)
{
    array a = {
        .name = mem_strdup(name), .first = c->vars.n, .n = n, .width = (u8)width, .owner = owner};

    if (kind == VAR_CELL) {
        a.stride = (u8)stride_of(width);
        a.address = next_address(c, owner, a.stride);
    }
    for (u32 i = 0; i < n; i++)
        vec_push(&c->vars, (var){.name = element_name(name, i, n),
                                 .width = (u8)width,
                                 .kind = (u8)kind,
                                 .owner = owner,
                                 .array = c->arrays.n});
    vec_push(&c->arrays, a);
    return c->arrays.n - 1;
}

u32 casm_add_var(casm *c, const char *name, u32 width, int owner, var_kind kind)
{
    u32 a = casm_add_array(c, name, 1, width, owner, kind);

    return c->arrays.at[a].first;
}

/* Declarations. */

static void skip_lines(parser *s)
{
    while (s->x.now.kind == TOK_LINE)
        lex_next(&s->x);
}

static void end_statement(parser *s)
{
    if (s->x.now.kind == TOK_END || lex_is(&s->x, "}"))
        return;
    if (s->x.now.kind != TOK_LINE)
        lex_fail(&s->x, &s->x.now, "the end of the statement is expected here");
    skip_lines(s);
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

static void parse_cells(parser *s, int owner)
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
    end_statement(s);
}

/* --set goes before what the file says. */
static bool was_set(const parser *s, const char *name)
{
    for (u32 i = 0; i < s->o->set.n; i++)
        if (strcmp(s->o->set.at[i].name, name) == 0)
            return true;
    return false;
}

void parse_const(parser *s)
{
    char *name = lex_name(&s->x, "the name of a constant");
    i64 value;

    lex_expect(&s->x, "=");
    value = parse_constant(s);
    if (!was_set(s, name))
        add_constant(s, name, value);
    mem_free(name);
    end_statement(s);
}

static void parse_cycles(reader *r)
{
    parser *s = &r->s;
    token at = s->x.now;
    char *name = lex_name(&s->x, "a mnemonic");
    i64 n = parse_constant(s);

    if (!insn_known(at.at, at.n))
        lex_fail(&s->x, &at, "unknown mnemonic %s", name);
    if (n < 1 || n > 100)
        lex_fail(&s->x, &at, "an instruction takes between 1 and 100 cycles");
    vec_push(&r->cycles, (cycles_row){name, (u32)n});
    end_statement(s);
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

static void add_process(casm *c, const process_kind *k, u32 copy)
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
static void parse_header(reader *r)
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
    skip_lines(s);
    if (n < 0 || n + s->c->processes.n > MOST_PROCESSES)
        lex_fail(&s->x, &at, "a system has at most %d processes", MOST_PROCESSES);
    if (stack < 0 || stack > MOST_CELLS)
        lex_fail(&s->x, &at, "a stack has at most %d cells", MOST_CELLS);
    k.n = (u32)n;
    k.first = s->c->processes.n;
    for (u32 i = 0; i < k.n; i++)
        add_process(s->c, &k, i);
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
    skip_lines(s);
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

static void parse_top(reader *r)
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
    skip_lines(s);
}

/* Bodies. */

static void add_label(parser *s, const token *at)
{
    for (u32 i = 0; i < s->p->labels.n; i++)
        if (token_is(at, s->p->labels.at[i].name))
            lex_fail(&s->x, at, "there is a label %.*s already", (int)at->n, at->at);
    vec_push(&s->p->labels, (asm_label){mem_strndup(at->at, at->n), s->p->code.n});
}

static jump_table *find_table(parser *s, const token *name)
{
    for (u32 i = 0; i < s->tables.n; i++)
        if (s->tables.at[i].name.n == name->n &&
            strncmp(s->tables.at[i].name.at, name->at, name->n) == 0)
            return &s->tables.at[i];
    return NULL;
}

static void add_target(parser *s, jump_table *to)
{
    if (s->x.now.kind != TOK_NAME)
        lex_fail(&s->x, &s->x.now, "the name of a label is expected here");
    vec_push(&to->labels, s->x.now);
    lex_next(&s->x);
}

/* `table NAME = label, label` */
static void parse_table(parser *s)
{
    jump_table t = {.name = s->x.now};

    mem_free(lex_name(&s->x, "the name of a table"));
    if (find_table(s, &t.name))
        lex_fail(&s->x, &t.name, "there is a table %.*s already", (int)t.name.n, t.name.at);
    lex_expect(&s->x, "=");
    vec_push(&s->tables, t);
    do
        add_target(s, &vec_last(&s->tables));
    while (lex_take(&s->x, ","));
}

/* As compilers write them: the label before them is the table's name. */
static void parse_quad(parser *s)
{
    jump_table *to;
    token name = s->x.now;

    lex_next(&s->x);
    if (!s->p->labels.n || vec_last(&s->p->labels).at != s->p->code.n)
        lex_fail(&s->x, &name, "this .quad has no label before it");
    name.kind = TOK_NAME;
    name.at = vec_last(&s->p->labels).name;
    name.n = (u32)strlen(name.at);
    to = find_table(s, &name);
    if (!to) {
        vec_push(&s->tables, ((jump_table){.name = name}));
        to = &vec_last(&s->tables);
    }
    add_target(s, to);
}

static void free_tables(parser *s)
{
    for (u32 i = 0; i < s->tables.n; i++)
        vec_free(&s->tables.at[i].labels);
    vec_clear(&s->tables);
}

static void parse_include(parser *s)
{
    token file = s->x.now;
    char *path, *function;

    if (file.kind != TOK_STRING)
        lex_fail(&s->x, &file, "the name of a file in quotes is expected here");
    path = mem_strndup(file.at + 1, file.n - 2);
    lex_next(&s->x);
    lex_expect(&s->x, "function");
    function = lex_name(&s->x, "the name of a function");
    gas_include(s, &file, path, function);
    mem_free(path);
    mem_free(function);
}

static void set_cycles(reader *r, const token *name, u32 from)
{
    for (u32 i = 0; i < r->cycles.n; i++)
        if (strlen(r->cycles.at[i].name) == name->n &&
            strncasecmp(r->cycles.at[i].name, name->at, name->n) == 0)
            for (u32 k = from; k < r->s.p->code.n; k++)
                r->s.p->code.at[k].cycles = r->cycles.at[i].cycles;
}

/* lock, rep, repe, repz, repne or repnz. */
static insn_prefix parse_prefix(parser *s)
{
    static const struct {
        const char *name;
        rep_kind rep;
    } words[] = {{"lock", REP_NONE}, {"rep", REP_E},    {"repe", REP_E},
                 {"repz", REP_E},    {"repne", REP_NE}, {"repnz", REP_NE}};
    insn_prefix out = {0};

    for (u32 i = 0; i < LENGTH(words) && !out.at; i++)
        if (s->x.now.kind == TOK_NAME && token_is(&s->x.now, words[i].name))
            out = (insn_prefix){s->x.now.at, !words[i].rep, words[i].rep};
    if (out.at)
        lex_next(&s->x);
    return out;
}

static void parse_instruction(reader *r)
{
    parser *s = &r->s;
    insn_prefix with = parse_prefix(s);
    token name;
    asm_operand ops[3];
    u32 n = 0, from = s->p->code.n;

    name = s->x.now;
    if (name.kind != TOK_NAME)
        lex_fail(&s->x, &name, "an instruction or a label is expected here");
    if (!insn_known(name.at, name.n))
        lex_fail(&s->x, &name, "unknown mnemonic %.*s; docs/asm.md lists those that are known",
                 (int)name.n, name.at);
    lex_next(&s->x);
    while (!insn_special(&name) && s->x.now.kind != TOK_LINE && s->x.now.kind != TOK_END &&
           !lex_is(&s->x, "}")) {
        if (n == 3)
            lex_fail(&s->x, &s->x.now, "an instruction has at most three operands");
        ops[n++] = insn_jumps(&name) ? parse_target(s) : parse_operand(s);
        lex_take(&s->x, ",");
    }
    insn_emit(s, &name, &with, ops, n);
    set_cycles(r, &name, from);
}

static bool at_label(const parser *s)
{
    lexer ahead = s->x;

    if (ahead.now.kind != TOK_NAME)
        return false;
    lex_next(&ahead);
    return token_is(&ahead.now, ":");
}

static void parse_body_line(reader *r)
{
    parser *s = &r->s;

    if (at_label(s)) {
        add_label(s, &s->x.now);
        lex_next(&s->x);
        lex_next(&s->x);
    } else if (lex_take(&s->x, "local")) {
        parse_cells(s, (int)s->self);
    } else if (lex_take(&s->x, "table")) {
        parse_table(s);
        end_statement(s);
    } else if (lex_is(&s->x, ".quad")) {
        parse_quad(s);
        end_statement(s);
    } else if (lex_take(&s->x, "include")) {
        parse_include(s);
        end_statement(s);
    } else {
        parse_instruction(r);
        end_statement(s);
    }
    skip_lines(s);
}

void parse_lines(parser *s)
{
    skip_lines(s);
    while (s->x.now.kind != TOK_END)
        parse_body_line((reader *)s);
}

static u32 bits_for(u32 n)
{
    u32 bits = 1;

    while (n > 1u << bits)
        bits++;
    return bits;
}

static u32 label_place(const parser *s, const token *t)
{
    for (u32 i = 0; i < s->p->labels.n; i++)
        if (token_is(t, s->p->labels.at[i].name))
            return s->p->labels.at[i].at;
    lex_fail(&s->x, t, "there is no label %.*s in process %s", (int)t->n, t->at, s->p->name);
}

/* Only where a call returns to. */
static expr return_place(parser *s, instr *i, expr value, u32 width)
{
    pool *p = &s->c->pool;
    expr known = ex_const(p, 1, 0);

    for (u32 k = 0; k < s->calls.n; k++)
        known = ex_or(p, known, ex_binary(p, EX_EQ, value, ex_const(p, 64, s->calls.at[k])));
    vec_push(&i->checks, (check_row){known, ERR_BAD_CALL, "ret to what no call has pushed"});
    return ex_zext(p, value, width);
}

/* One of the labels of a table. */
static expr table_place(parser *s, instr *i, const jump *j, u32 width)
{
    pool *p = &s->c->pool;
    const jump_table *t = find_table(s, &j->table);
    expr known = ex_const(p, 1, 0), next = 0;

    if (!t)
        lex_fail(&s->x, &j->table, "there is no table of labels %.*s in process %s",
                 (int)j->table.n, j->table.at, s->p->name);
    for (u32 k = t->labels.n; k-- > 0;) {
        expr here = ex_binary(p, EX_EQ, j->in_table, ex_const(p, 64, 8 * k)),
             to = ex_const(p, width, label_place(s, &t->labels.at[k]));

        known = ex_or(p, known, here);
        next = next ? ex_ite(p, here, to, next) : to;
    }
    vec_push(&i->checks,
             (check_row){known, ERR_OUT_OF_BOUNDS,
                         keep_message(s->c, "the jump goes to no entry of the table %.*s",
                                      (int)j->table.n, j->table.at)});
    return next;
}

static void settle_jumps(parser *s, u32 width)
{
    pool *p = &s->c->pool;

    vec_clear(&s->calls);
    for (u32 k = 0; k < s->jumps.n; k++)
        if ((s->jumps.at[k].label.kind || s->jumps.at[k].table.kind) && !s->jumps.at[k].when &&
            s->p->code.at[k].sets.n)
            vec_push(&s->calls, k + 1);
    for (u32 k = 0; k < s->jumps.n; k++) {
        const jump *j = &s->jumps.at[k];
        instr *i = &s->p->code.at[j->instr];
        expr after = ex_const(p, width, i->flags & INSN_END ? j->instr : j->instr + 1);

        if (j->value)
            i->next = return_place(s, i, j->value, width);
        else if (j->table.kind)
            i->next = table_place(s, i, j, width);
        else if (j->place)
            i->next = ex_ite(p, j->when ? j->when : ex_const(p, 1, 1),
                             ex_const(p, width, j->place - 1), after);
        else if (j->label.kind == TOK_NAME)
            i->next = ex_ite(p, j->when ? j->when : ex_const(p, 1, 1),
                             ex_const(p, width, label_place(s, &j->label)), after);
        else
            i->next = after;
    }
    vec_clear(&s->jumps);
    free_tables(s);
}

static void add_stack(parser *s, u32 cells)
{
    u32 a;
    var *sp;

    if (!cells)
        return;
    a = casm_add_array(s->c, "stack", cells, 64, (int)s->self, VAR_CELL);
    s->c->arrays.at[a].stack = true;
    process_register(s, 4);
    sp = &s->c->vars.at[s->p->registers[4]];
    sp->low = sp->high = s->c->arrays.at[a].address + (u64)cells * 8;
}

static void parse_copy(reader *r, const later *at, u32 copy)
{
    parser *s = &r->s;
    process_kind *k = &s->c->kinds.at[at->kind];
    const char *parameter = r->parameters.at[at->kind];
    bool used = false;
    u32 width;

    s->x = at->at;
    s->self = k->first + copy;
    s->p = &s->c->processes.at[s->self];
    s->p->vars = s->c->vars.n;
    s->p->pc = casm_add_var(s->c, "pc", 16, (int)s->self, VAR_PC);
    add_stack(s, r->stacks.at[at->kind]);
    if (parameter) {
        add_constant(s, parameter, copy);
        s->parameter = &used;
    }
    lex_expect(&s->x, "{");
    skip_lines(s);
    while (!lex_is(&s->x, "}"))
        parse_body_line(r);
    insn_finish(s);
    width = bits_for(s->p->code.n);
    settle_jumps(s, width);
    s->c->vars.at[s->p->pc].width = (u8)width;
    s->c->arrays.at[s->c->vars.at[s->p->pc].array].width = (u8)width;
    s->p->vars_end = s->c->vars.n;
    if (parameter)
        mem_free(vec_pop(&s->constants).name);
    s->parameter = NULL;
    k->symmetric &= !used;
    s->p = NULL;
}

void parse_instance(parser *s, const char *name, const lexer *body)
{
    reader *r = (reader *)s;
    process_kind k = {
        .name = mem_strdup(name), .n = 1, .first = s->c->processes.n, .tokens = NO_VAR};
    later at = {.at = *body, .kind = s->c->kinds.n};
    lexer here = s->x;

    add_process(s->c, &k, 0);
    vec_push(&r->parameters, (char *)NULL);
    vec_push(&r->stacks, 0);
    vec_push(&s->c->kinds, k);
    parse_copy(r, &at, 0);
    s->x = here;
}

const char *parse_keep(parser *s, const char *source)
{
    vec_push(&s->c->messages, mem_strdup(source));
    return vec_last(&s->c->messages);
}

static void read_properties(reader *r)
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

static void check_family_name(const reader *r, u32 which)
{
    const token *name = &r->s.x.now;

    for (u32 i = 0; i < which; i++) {
        const token *other = &r->families.at[i].at.now;

        if (other->n == name->n && strncmp(other->at, name->at, name->n) == 0)
            lex_fail(&r->s.x, name, "the family %.*s is defined again; line %u defines it already",
                     (int)name->n, name->at, other->line);
    }
}

static void read_all(reader *r)
{
    parser *s = &r->s;

    parse_set(s);
    lex_next(&s->x);
    skip_lines(s);
    while (s->x.now.kind != TOK_END)
        parse_top(r);
    for (u32 i = 0; i < r->bodies.n; i++)
        for (u32 copy = 0; copy < s->c->kinds.at[r->bodies.at[i].kind].n; copy++)
            parse_copy(r, &r->bodies.at[i], copy);
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

static void reader_free(reader *r)
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
    reader r = {0};
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

static void process_free(process *p)
{
    for (u32 i = 0; i < p->code.n; i++) {
        vec_free(&p->code.at[i].sets);
        vec_free(&p->code.at[i].checks);
        vec_free(&p->code.at[i].touches);
        vec_free(&p->code.at[i].nodes);
        mem_free(p->code.at[i].live);
        mem_free(p->code.at[i].reach);
    }
    for (u32 i = 0; i < p->labels.n; i++)
        mem_free(p->labels.at[i].name);
    vec_free(&p->code);
    vec_free(&p->labels);
    mem_free(p->name);
}

void casm_free(casm *c)
{
    for (u32 i = 0; i < c->processes.n; i++)
        process_free(&c->processes.at[i]);
    for (u32 i = 0; i < c->vars.n; i++)
        mem_free(c->vars.at[i].name);
    for (u32 i = 0; i < c->arrays.n; i++)
        mem_free(c->arrays.at[i].name);
    for (u32 i = 0; i < c->kinds.n; i++)
        mem_free(c->kinds.at[i].name);
    for (u32 i = 0; i < c->properties.n; i++)
        mem_free(c->properties.at[i].text);
    for (u32 i = 0; i < c->messages.n; i++)
        mem_free(c->messages.at[i]);
    for (u32 i = 0; i < c->files.n; i++)
        mem_free(c->files.at[i]);
    for (u32 i = 0; i < c->families.n; i++)
        family_free(c->families.at[i]);
    for (u32 i = 0; i < c->chains.n; i++) {
        for (u32 n = 0; n < c->chains.at[i].lemmas.n; n++)
            mem_free(c->chains.at[i].lemmas.at[n]);
        vec_free(&c->chains.at[i].lemmas);
        mem_free(c->chains.at[i].name);
    }
    for (u32 i = 0; i < c->imports.n; i++) {
        mem_free(c->imports.at[i].path);
        mem_free(c->imports.at[i].module);
    }
    vec_free(&c->imports);
    vec_free(&c->chains);
    vec_free(&c->processes);
    vec_free(&c->vars);
    vec_free(&c->arrays);
    vec_free(&c->kinds);
    vec_free(&c->properties);
    vec_free(&c->messages);
    vec_free(&c->files);
    vec_free(&c->families);
    vec_free(&c->watched);
    mem_free(c->kept);
    pool_free(&c->pool);
    mem_free(c);
}
