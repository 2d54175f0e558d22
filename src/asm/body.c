/* The code of a process: labels, tables of labels, cells of its own, instructions, and at its end,
 * when all labels are known, where its jumps go. */
#include "asm/reader.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

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

static void set_cycles(casm_reader *r, const token *name, u32 from)
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

static void parse_instruction(casm_reader *r)
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

static void parse_body_line(casm_reader *r)
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
        parse_end(s);
    } else if (lex_is(&s->x, ".quad")) {
        parse_quad(s);
        parse_end(s);
    } else if (lex_take(&s->x, "include")) {
        parse_include(s);
        parse_end(s);
    } else {
        parse_instruction(r);
        parse_end(s);
    }
    lex_skip_lines(&s->x);
}

void parse_lines(parser *s)
{
    lex_skip_lines(&s->x);
    while (s->x.now.kind != TOK_END)
        parse_body_line((casm_reader *)s);
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

void body_read(casm_reader *r, const later *at, u32 copy)
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
        constant_add(s, parameter, copy, 0);
        s->parameter = &used;
    }
    lex_expect(&s->x, "{");
    lex_skip_lines(&s->x);
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
    casm_reader *r = (casm_reader *)s;
    process_kind k = {
        .name = mem_strdup(name), .n = 1, .first = s->c->processes.n, .tokens = NO_VAR};
    later at = {.at = *body, .kind = s->c->kinds.n};
    lexer here = s->x;

    casm_add_process(s->c, &k, 0);
    vec_push(&r->parameters, (char *)NULL);
    vec_push(&r->stacks, 0);
    vec_push(&s->c->kinds, k);
    body_read(r, &at, 0);
    s->x = here;
}
