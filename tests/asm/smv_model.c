/* Lexer, parser, types and evaluation of the SMV subset.
 *
 * Modules are parsed into trees; instances are elaborated from main, where names become variables,
 * inputs, definitions or constants, and every node gets a type.  Definitions are computed once for
 * each state and input.  Rules that NuSMV has and that are checked here: widths and kinds of both
 * sides agree, no circular definition, one init and one next for a variable, no input variable in
 * INIT and in specifications. */
#include "smv_model.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tokens. */

typedef enum kind { T_END, T_NAME, T_NUMBER, T_WORD, T_SIGN } kind;

typedef struct token {
    kind kind;
    char text[160];
    u64 value;
    u32 width, line;
} token;

typedef struct tree {
    char op[12]; /* an operator, or "name", "number", "word", "true", "false", "case", "?" */
    char *name;
    u64 value;
    u32 width, line;
    struct tree *a, *b, *c, *more; /* case: condition, value, more */
} tree;

typedef struct declared {
    char *name, *module; /* of an instance */
    u32 width;           /* words */
    bool boolean;
    VEC(char *) values; /* of an enumeration */
    VEC(tree *) arguments;
    tree *body; /* of a definition */
    u32 line;
} declared;

typedef VEC(declared) declared_list;

typedef struct assigned {
    tree *variable, *value;
    bool next;
    u32 line;
} assigned;

typedef struct spec_text {
    smv_spec_kind kind;
    tree *body;
} spec_text;

typedef struct module {
    char *name;
    VEC(char *) parameters;
    declared_list vars, ivars, defines;
    VEC(assigned) assigns;
    VEC(tree *) trans, init;
    VEC(spec_text) specs;
} module;

/* Elaborated. */

typedef enum type_kind { TY_BOOL, TY_UNSIGNED, TY_SIGNED, TY_ENUM } type_kind;

typedef struct type {
    type_kind kind;
    u32 width;
} type;

typedef struct node node;
struct node {
    const char *op;
    type type;
    u64 value; /* constants; variables and inputs: number; shifts, selections: amount */
    bool input;
    bool temporal;
    node *a, *b, *c;
    u64 stamp, held; /* definitions */
};

typedef struct instance {
    const module *m;
    char *path; /* "" main */
    struct instance *parent;
    const declared *as;
    VEC(struct instance *) inner;
    node **defines; /* by definition; NULL not yet */
    bool *open;     /* being elaborated */
    u32 first_var, first_ivar;
} instance;

typedef struct variable {
    char *name;
    type type;
    u64 values;
    node *init, *next;
} variable;

typedef struct spec {
    smv_spec_kind kind;
    node *body;
} spec;

struct smv_model {
    const char *path, *at;
    token now;
    u32 line;
    VEC(module) modules;
    instance *root;
    VEC(variable) vars, ivars;
    VEC(char *) constants;
    VEC(node *) trans, init;
    VEC(spec) specs;
    const u64 *state;
    u64 *inputs;
    u64 stamp;
    VEC(void *) owned;
};

static _Noreturn void wrong(const smv_model *m, u32 line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void wrong(const smv_model *m, u32 line, const char *format, ...)
{
    va_list args;

    fprintf(stderr, "%s:%u: not SMV: ", m->path, line);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(3);
}

static void *keep(smv_model *m, size_t size)
{
    void *p = mem_alloc(size);

    vec_push(&m->owned, p);
    return p;
}

static char *keep_text(smv_model *m, const char *s)
{
    char *p = keep(m, strlen(s) + 1);

    strcpy(p, s);
    return p;
}

/* Lexer. */

static void skip_blank(smv_model *m)
{
    for (;;) {
        if (*m->at == '\n')
            m->line++;
        if (isspace((u8)*m->at))
            m->at++;
        else if (m->at[0] == '-' && m->at[1] == '-')
            m->at += strcspn(m->at, "\n");
        else
            return;
    }
}

static bool name_char(char c)
{
    return isalnum((u8)c) || c == '_' || c == '$' || c == '#' || c == '-';
}

static void read_number(smv_model *m)
{
    token *t = &m->now;
    char *end;

    t->kind = T_NUMBER;
    if (m->at[0] == '0' && m->at[1] == 'u' && m->at[2] == 'd') {
        t->kind = T_WORD;
        t->width = (u32)strtoul(m->at + 3, &end, 10);
        if (end == m->at + 3 || *end != '_' || !isdigit((u8)end[1]) || t->width < 1 ||
            t->width > 64)
            wrong(m, m->line, "a word constant");
        t->value = strtoull(end + 1, &end, 10);
        if (t->width < 64 && t->value >> t->width)
            wrong(m, m->line, "a word constant that is too large");
    } else {
        t->value = strtoull(m->at, &end, 10);
    }
    m->at = end;
    if (name_char(*m->at))
        wrong(m, m->line, "a letter behind a number");
}

static void advance(smv_model *m)
{
    static const char *const pairs[] = {":=", "!=", "<=", ">=", "<<", ">>", "->"};
    token *t = &m->now;
    size_t n = 0;

    skip_blank(m);
    t->line = m->line;
    if (!*m->at) {
        t->kind = T_END;
        t->text[0] = 0;
        return;
    }
    if (isdigit((u8)*m->at)) {
        read_number(m);
        return;
    }
    if (isalpha((u8)*m->at) || *m->at == '_') {
        while (name_char(m->at[n]))
            n++;
        t->kind = T_NAME;
    } else {
        t->kind = T_SIGN;
        n = 1;
        for (u32 i = 0; i < LENGTH(pairs); i++)
            if (strncmp(m->at, pairs[i], 2) == 0)
                n = 2;
        if (strncmp(m->at, "<->", 3) == 0)
            n = 3;
    }
    if (n >= sizeof t->text)
        wrong(m, m->line, "a name that is too long for this reader");
    memcpy(t->text, m->at, n);
    t->text[n] = 0;
    m->at += n;
}

static bool is(const smv_model *m, const char *text)
{
    return (m->now.kind == T_NAME || m->now.kind == T_SIGN) && strcmp(m->now.text, text) == 0;
}

static bool take(smv_model *m, const char *text)
{
    if (!is(m, text))
        return false;
    advance(m);
    return true;
}

static void expect(smv_model *m, const char *text)
{
    if (!take(m, text))
        wrong(m, m->now.line, "%s is expected, not %s", text, m->now.text);
}

/* The words that no identifier may be. */
static bool reserved(const char *name)
{
    static const char *const words[] = {
#define WORD(text) text,
#define OWN(text)
#include "asm/smv_words.def"
    };

    for (u32 i = 0; i < LENGTH(words); i++)
        if (strcmp(words[i], name) == 0)
            return true;
    return false;
}

static char *take_name(smv_model *m)
{
    char *name;

    if (m->now.kind != T_NAME || reserved(m->now.text))
        wrong(m, m->now.line, "a name is expected, not %s", m->now.text);
    name = keep_text(m, m->now.text);
    advance(m);
    return name;
}

static u64 take_number(smv_model *m)
{
    u64 value = m->now.value;

    if (m->now.kind != T_NUMBER)
        wrong(m, m->now.line, "a number is expected");
    advance(m);
    return value;
}

/* Expressions, from the loosest operator to the tightest, as in NuSMV's grammar. */

static tree *grown(smv_model *m, const char *op, tree *a, tree *b, tree *c)
{
    tree *t = keep(m, sizeof *t);

    snprintf(t->op, sizeof t->op, "%s", op);
    t->line = m->now.line;
    t->a = a;
    t->b = b;
    t->c = c;
    return t;
}

static tree *parse_expr(smv_model *m);
static tree *parse_unary(smv_model *m);

static tree *parse_case(smv_model *m)
{
    tree *when = parse_expr(m), *t;

    expect(m, ":");
    t = grown(m, "case", when, parse_expr(m), NULL);
    expect(m, ";");
    if (!take(m, "esac"))
        t->more = parse_case(m);
    return t;
}

static tree *parse_call(smv_model *m, const char *name)
{
    tree *t;

    expect(m, "(");
    t = grown(m, name, parse_expr(m), NULL, NULL);
    if (strcmp(name, "extend") == 0) {
        expect(m, ",");
        t->value = take_number(m);
    }
    expect(m, ")");
    return t;
}

static tree *parse_name(smv_model *m)
{
    char path[400];
    size_t n;
    tree *t;

    n = (size_t)snprintf(path, sizeof path, "%s", take_name(m));
    while (take(m, "."))
        n += (size_t)snprintf(path + n, sizeof path - n, ".%s", take_name(m));
    t = grown(m, "name", NULL, NULL, NULL);
    t->name = keep_text(m, path);
    return t;
}

static tree *parse_constant(smv_model *m)
{
    tree *t = grown(m, m->now.kind == T_WORD ? "word" : "number", NULL, NULL, NULL);

    t->value = m->now.value;
    t->width = m->now.width;
    advance(m);
    return t;
}

static tree *parse_primary(smv_model *m)
{
    static const char *const calls[] = {"bool", "word1", "signed", "unsigned", "extend"};
    tree *t = NULL;

    if (m->now.kind == T_NUMBER || m->now.kind == T_WORD)
        return parse_constant(m);
    if (take(m, "("))
        t = parse_expr(m), expect(m, ")");
    else if (take(m, "!"))
        return grown(m, "!", parse_primary(m), NULL, NULL);
    else if (take(m, "case"))
        t = parse_case(m);
    else if (take(m, "TRUE"))
        t = grown(m, "true", NULL, NULL, NULL);
    else if (take(m, "FALSE"))
        t = grown(m, "false", NULL, NULL, NULL);
    for (u32 i = 0; !t && i < LENGTH(calls); i++)
        if (take(m, calls[i]))
            t = parse_call(m, calls[i]);
    if (!t)
        t = parse_name(m);
    if (take(m, "[")) {
        t = grown(m, "[:]", t, NULL, NULL);
        t->width = (u32)take_number(m);
        expect(m, ":");
        t->value = take_number(m);
        expect(m, "]");
    }
    return t;
}

static tree *parse_level(smv_model *m, tree *(*below)(smv_model *), const char *const *signs)
{
    tree *t = below(m);

    for (u32 i = 0; signs[i];) {
        if (take(m, signs[i])) {
            t = grown(m, signs[i], t, below(m), NULL);
            i = 0;
        } else {
            i++;
        }
    }
    return t;
}

static tree *parse_sum(smv_model *m)
{
    return parse_level(m, parse_primary, (const char *const[]){"+", "-", NULL});
}

static tree *parse_shift(smv_model *m)
{
    return parse_level(m, parse_sum, (const char *const[]){"<<", ">>", NULL});
}

static tree *parse_relation(smv_model *m)
{
    return parse_level(m, parse_shift,
                       (const char *const[]){"=", "!=", "<=", ">=", "<", ">", NULL});
}

static tree *parse_until(smv_model *m, const char *op)
{
    tree *a, *t;

    expect(m, "[");
    a = parse_expr(m);
    if (strcmp(a->op, "U") != 0)
        wrong(m, m->now.line, "U is expected");
    t = grown(m, op, a->a, a->b, NULL);
    expect(m, "]");
    return t;
}

/* Temporal operators bind tighter than & and looser than comparisons. */
static tree *parse_unary(smv_model *m)
{
    static const char *const words[] = {"AX", "EX", "AF", "EF", "AG", "EG", "X", "F", "G"};

    for (u32 i = 0; i < LENGTH(words); i++)
        if (take(m, words[i]))
            return grown(m, words[i], parse_unary(m), NULL, NULL);
    if (take(m, "A"))
        return parse_until(m, "AU");
    if (take(m, "E"))
        return parse_until(m, "EU");
    if (is(m, "!")) {
        const char *at = m->at;
        token now = m->now;
        u32 line = m->line;

        advance(m);
        for (u32 i = 0; i < LENGTH(words); i++)
            if (is(m, words[i]))
                return grown(m, "!", parse_unary(m), NULL, NULL);
        m->at = at;
        m->now = now;
        m->line = line;
    }
    return parse_relation(m);
}

static tree *parse_binary(smv_model *m)
{
    return parse_level(m, parse_unary, (const char *const[]){"U", "V", NULL});
}

static tree *parse_and(smv_model *m)
{
    return parse_level(m, parse_binary, (const char *const[]){"&", NULL});
}

static tree *parse_or(smv_model *m)
{
    return parse_level(m, parse_and, (const char *const[]){"|", "xor", NULL});
}

static tree *parse_ite(smv_model *m)
{
    tree *t = parse_or(m), *yes;

    if (!take(m, "?"))
        return t;
    yes = parse_expr(m);
    expect(m, ":");
    return grown(m, "?", t, yes, parse_ite(m));
}

static tree *parse_iff(smv_model *m)
{
    return parse_level(m, parse_ite, (const char *const[]){"<->", NULL});
}

static tree *parse_expr(smv_model *m)
{
    tree *t = parse_iff(m);

    return take(m, "->") ? grown(m, "->", t, parse_expr(m), NULL) : t;
}

/* Modules. */

static void parse_type(smv_model *m, declared *d, bool instances)
{
    if (take(m, "boolean")) {
        d->boolean = true;
    } else if (take(m, "unsigned")) {
        expect(m, "word");
        expect(m, "[");
        d->width = (u32)take_number(m);
        expect(m, "]");
        if (d->width < 1 || d->width > 64)
            wrong(m, d->line, "a width");
    } else if (take(m, "{")) {
        do
            vec_push(&d->values, take_name(m));
        while (take(m, ","));
        expect(m, "}");
    } else if (instances) {
        d->module = take_name(m);
        if (take(m, "(")) {
            do
                vec_push(&d->arguments, parse_expr(m));
            while (take(m, ","));
            expect(m, ")");
        }
    } else {
        wrong(m, d->line, "a type is expected, not %s", m->now.text);
    }
}

static bool section_begins(const smv_model *m)
{
    static const char *const words[] = {"MODULE", "VAR",  "IVAR",      "DEFINE",  "ASSIGN",
                                        "TRANS",  "INIT", "INVARSPEC", "CTLSPEC", "LTLSPEC"};

    for (u32 i = 0; i < LENGTH(words); i++)
        if (is(m, words[i]))
            return true;
    return m->now.kind == T_END;
}

static void parse_declarations(smv_model *m, declared_list *out, bool instances, bool define)
{
    u32 before = out->n;

    while (!section_begins(m)) {
        declared d = {.line = m->now.line};

        d.name = take_name(m);
        expect(m, define ? ":=" : ":");
        if (define)
            d.body = parse_expr(m);
        else
            parse_type(m, &d, instances);
        expect(m, ";");
        vec_push(out, d);
    }
    if (out->n == before)
        wrong(m, m->now.line, "an empty section");
}

static void parse_assigns(smv_model *m, module *to)
{
    u32 before = to->assigns.n;

    while (!section_begins(m)) {
        assigned a = {.line = m->now.line};

        a.next = is(m, "next");
        if (!take(m, "next"))
            expect(m, "init");
        expect(m, "(");
        a.variable = parse_name(m);
        expect(m, ")");
        expect(m, ":=");
        a.value = parse_expr(m);
        expect(m, ";");
        vec_push(&to->assigns, a);
    }
    if (to->assigns.n == before)
        wrong(m, m->now.line, "an empty section");
}

static tree *parse_statement(smv_model *m)
{
    tree *t = parse_expr(m);

    expect(m, ";");
    return t;
}

static void parse_section(smv_model *m, module *to)
{
    if (take(m, "VAR"))
        parse_declarations(m, &to->vars, true, false);
    else if (take(m, "IVAR"))
        parse_declarations(m, &to->ivars, false, false);
    else if (take(m, "DEFINE"))
        parse_declarations(m, &to->defines, false, true);
    else if (take(m, "ASSIGN"))
        parse_assigns(m, to);
    else if (take(m, "TRANS"))
        vec_push(&to->trans, parse_statement(m));
    else if (take(m, "INIT"))
        vec_push(&to->init, parse_statement(m));
    else if (take(m, "INVARSPEC"))
        vec_push(&to->specs, ((spec_text){SPEC_INVAR, parse_statement(m)}));
    else if (take(m, "CTLSPEC"))
        vec_push(&to->specs, ((spec_text){SPEC_CTL, parse_statement(m)}));
    else if (take(m, "LTLSPEC"))
        vec_push(&to->specs, ((spec_text){SPEC_LTL, parse_statement(m)}));
    else
        wrong(m, m->now.line, "a section is expected, not %s", m->now.text);
}

static void check_names(const smv_model *m, const module *of)
{
    VEC(const char *) seen = {0};
    const declared_list *const lists[] = {&of->vars, &of->ivars, &of->defines};

    for (u32 i = 0; i < of->parameters.n; i++)
        vec_push(&seen, (const char *)of->parameters.at[i]);
    for (u32 k = 0; k < LENGTH(lists); k++)
        for (u32 i = 0; i < lists[k]->n; i++)
            vec_push(&seen, (const char *)lists[k]->at[i].name);
    for (u32 i = 0; i < seen.n; i++)
        for (u32 k = 0; k < i; k++)
            if (strcmp(seen.at[i], seen.at[k]) == 0)
                wrong(m, m->now.line, "%s is declared twice in %s", seen.at[i], of->name);
    vec_free(&seen);
}

static void parse_module(smv_model *m)
{
    module out = {0};

    expect(m, "MODULE");
    out.name = take_name(m);
    if (take(m, "(")) {
        do
            vec_push(&out.parameters, take_name(m));
        while (take(m, ","));
        expect(m, ")");
    }
    while (m->now.kind != T_END && !is(m, "MODULE"))
        parse_section(m, &out);
    check_names(m, &out);
    vec_push(&m->modules, out);
}

/* Elaboration. */

static const module *find_module(const smv_model *m, const char *name, u32 line)
{
    for (u32 i = 0; i < m->modules.n; i++)
        if (strcmp(m->modules.at[i].name, name) == 0)
            return &m->modules.at[i];
    wrong(m, line, "no module %s", name);
}

static void add_constants(smv_model *m, const declared *d)
{
    for (u32 i = 0; i < d->values.n; i++) {
        bool known = false;

        for (u32 k = 0; k < m->constants.n; k++)
            known |= strcmp(m->constants.at[k], d->values.at[i]) == 0;
        if (!known)
            vec_push(&m->constants, d->values.at[i]);
        if (strcmp(m->constants.at[i], d->values.at[i]) != 0)
            wrong(m, d->line, "enumerations that differ are not in the subset");
    }
}

static variable make_variable(smv_model *m, const instance *in, const declared *d)
{
    char name[400];
    variable v = {0};

    snprintf(name, sizeof name, "%s%s%s", in->path, *in->path ? "." : "", d->name);
    v.name = keep_text(m, name);
    v.type = d->boolean ? (type){TY_BOOL, 1}
             : d->width ? (type){TY_UNSIGNED, d->width}
                        : (type){TY_ENUM, 0};
    v.values = d->boolean ? 2 : d->values.n ? d->values.n : d->width < 64 ? (u64)1 << d->width : 0;
    add_constants(m, d);
    return v;
}

static instance *instantiate(smv_model *m, const module *of, instance *parent, const declared *as)
{
    instance *in = keep(m, sizeof *in);
    char path[400];

    in->m = of;
    in->parent = parent;
    in->as = as;
    snprintf(path, sizeof path, "%s%s%s", parent ? parent->path : "",
             parent && *parent->path ? "." : "", as ? as->name : "");
    in->path = keep_text(m, path);
    if (as && as->arguments.n != of->parameters.n)
        wrong(m, as->line, "%s has %u parameters, not %u", of->name, of->parameters.n,
              as->arguments.n);
    in->defines = keep(m, (of->defines.n + 1) * sizeof *in->defines);
    in->open = keep(m, of->defines.n + 1);
    in->first_var = m->vars.n;
    for (u32 i = 0; i < of->vars.n; i++)
        if (!of->vars.at[i].module)
            vec_push(&m->vars, make_variable(m, in, &of->vars.at[i]));
    in->first_ivar = m->ivars.n;
    for (u32 i = 0; i < of->ivars.n; i++)
        vec_push(&m->ivars, make_variable(m, in, &of->ivars.at[i]));
    for (u32 i = 0; i < of->vars.n; i++)
        if (of->vars.at[i].module) {
            const declared *d = &of->vars.at[i];

            vec_push(&in->inner, instantiate(m, find_module(m, d->module, d->line), in, d));
        }
    return in;
}

static node *make(smv_model *m, const char *op, type t, node *a, node *b, node *c)
{
    node *n = keep(m, sizeof *n);

    n->op = op;
    n->type = t;
    n->a = a;
    n->b = b;
    n->c = c;
    n->input = (a && a->input) || (b && b->input) || (c && c->input);
    n->temporal = (a && a->temporal) || (b && b->temporal) || (c && c->temporal);
    return n;
}

static node *elaborate(smv_model *m, instance *in, const tree *t);
static node *resolve(smv_model *m, instance *in, const char *path, u32 line);

/* A name in an instance that is no path. */
static node *resolve_here(smv_model *m, instance *in, const char *name, u32 line)
{
    u32 var = in->first_var;

    for (u32 i = 0; i < in->m->vars.n; i++) {
        if (in->m->vars.at[i].module)
            continue;
        if (strcmp(in->m->vars.at[i].name, name) == 0) {
            node *n = make(m, "var", m->vars.at[var].type, NULL, NULL, NULL);

            n->value = var;
            return n;
        }
        var++;
    }
    for (u32 i = 0; i < in->m->ivars.n; i++)
        if (strcmp(in->m->ivars.at[i].name, name) == 0) {
            node *n = make(m, "ivar", m->ivars.at[in->first_ivar + i].type, NULL, NULL, NULL);

            n->value = in->first_ivar + i;
            n->input = true;
            return n;
        }
    for (u32 i = 0; i < in->m->defines.n; i++) {
        if (strcmp(in->m->defines.at[i].name, name) != 0)
            continue;
        if (in->open[i])
            wrong(m, line, "%s is defined by itself", name);
        if (!in->defines[i]) {
            node *body;

            in->open[i] = true;
            body = elaborate(m, in, in->m->defines.at[i].body);
            in->defines[i] = make(m, "define", body->type, body, NULL, NULL);
            in->open[i] = false;
        }
        return in->defines[i];
    }
    for (u32 i = 0; i < in->m->parameters.n; i++)
        if (strcmp(in->m->parameters.at[i], name) == 0)
            return elaborate(m, in->parent, in->as->arguments.at[i]);
    for (u32 i = 0; i < m->constants.n; i++)
        if (strcmp(m->constants.at[i], name) == 0) {
            node *n = make(m, "constant", (type){TY_ENUM, 0}, NULL, NULL, NULL);

            n->value = i;
            return n;
        }
    wrong(m, line, "%s is not known in %s", name, in->m->name);
}

/* The instance that the first name of a path means: an inner one, or a parameter that is one. */
static instance *instance_named(smv_model *m, instance *in, const char *name, u32 line)
{
    for (u32 i = 0; i < in->inner.n; i++)
        if (strcmp(in->inner.at[i]->as->name, name) == 0)
            return in->inner.at[i];
    for (u32 i = 0; i < in->m->parameters.n; i++)
        if (strcmp(in->m->parameters.at[i], name) == 0) {
            const tree *t = in->as->arguments.at[i];

            if (strcmp(t->op, "name") != 0 || strchr(t->name, '.'))
                wrong(m, line, "%s is no instance", name);
            return instance_named(m, in->parent, t->name, line);
        }
    wrong(m, line, "%s is no instance in %s", name, in->m->name);
}

static node *resolve(smv_model *m, instance *in, const char *path, u32 line)
{
    const char *dot = strchr(path, '.');
    char first[200];

    if (!dot)
        return resolve_here(m, in, path, line);
    snprintf(first, sizeof first, "%.*s", (int)(dot - path), path);
    return resolve(m, instance_named(m, in, first, line), dot + 1, line);
}

static bool same_type(type a, type b)
{
    return a.kind == b.kind && (a.kind == TY_BOOL || a.kind == TY_ENUM || a.width == b.width);
}

static void need(const smv_model *m, const tree *t, bool ok)
{
    if (!ok)
        wrong(m, t->line, "the operands of %s have wrong types", t->op);
}

static bool is_word(type t)
{
    return t.kind == TY_UNSIGNED || t.kind == TY_SIGNED;
}

static const type boolean = {TY_BOOL, 1};

static node *elaborate_case(smv_model *m, instance *in, const tree *t)
{
    node *when = elaborate(m, in, t->a), *value = elaborate(m, in, t->b), *rest = NULL;

    need(m, t, when->type.kind == TY_BOOL);
    if (t->more)
        rest = elaborate_case(m, in, t->more);
    else if (strcmp(t->a->op, "true") != 0)
        wrong(m, t->line, "the last condition of a case is not TRUE");
    need(m, t, !rest || same_type(value->type, rest->type));
    return make(m, "?", value->type, when, value, rest ? rest : value);
}

static node *elaborate_cast(smv_model *m, const tree *t, node *a)
{
    type to = a->type;
    node *n;

    if (strcmp(t->op, "bool") == 0) {
        need(m, t, is_word(a->type) && a->type.width == 1);
        to = boolean;
    } else if (strcmp(t->op, "word1") == 0) {
        need(m, t, a->type.kind == TY_BOOL);
        to = (type){TY_UNSIGNED, 1};
    } else if (strcmp(t->op, "signed") == 0) {
        need(m, t, a->type.kind == TY_UNSIGNED);
        to.kind = TY_SIGNED;
    } else if (strcmp(t->op, "unsigned") == 0) {
        need(m, t, a->type.kind == TY_SIGNED);
        to.kind = TY_UNSIGNED;
    } else {
        need(m, t, is_word(a->type) && t->value > 0 && a->type.width + t->value <= 64);
        to.width += (u32)t->value;
    }
    n = make(m, strcmp(t->op, "extend") == 0 ? "extend" : "cast", to, a, NULL, NULL);
    return n;
}

static node *elaborate_binary(smv_model *m, const tree *t, node *a, node *b)
{
    static const char *const either[] = {"&", "|", "xor"}, *const sums[] = {"+", "-"},
                             *const orders[] = {"<", ">", "<=", ">="},
                             *const truths[] = {"->", "<->", "U", "V", "AU", "EU"};
    node *n;

    for (u32 i = 0; i < LENGTH(either); i++)
        if (strcmp(t->op, either[i]) == 0) {
            need(m, t, same_type(a->type, b->type) && a->type.kind != TY_ENUM);
            return make(m, either[i], a->type, a, b, NULL);
        }
    for (u32 i = 0; i < LENGTH(sums); i++)
        if (strcmp(t->op, sums[i]) == 0) {
            need(m, t, same_type(a->type, b->type) && is_word(a->type));
            return make(m, sums[i], a->type, a, b, NULL);
        }
    for (u32 i = 0; i < LENGTH(orders); i++)
        if (strcmp(t->op, orders[i]) == 0) {
            need(m, t, same_type(a->type, b->type) && is_word(a->type));
            return make(m, orders[i], boolean, a, b, NULL);
        }
    for (u32 i = 0; i < LENGTH(truths); i++)
        if (strcmp(t->op, truths[i]) == 0) {
            need(m, t, a->type.kind == TY_BOOL && b->type.kind == TY_BOOL);
            n = make(m, truths[i], boolean, a, b, NULL);
            n->temporal |= i > 1;
            return n;
        }
    need(m, t, same_type(a->type, b->type) && a->type.kind != TY_BOOL);
    return make(m, strcmp(t->op, "=") == 0 ? "=" : "!=", boolean, a, b, NULL);
}

static node *elaborate_unary(smv_model *m, const tree *t, node *a)
{
    static const char *const words[] = {"AX", "EX", "AF", "EF", "AG", "EG", "X", "F", "G"};
    node *n;

    if (strcmp(t->op, "!") == 0) {
        need(m, t, a->type.kind != TY_ENUM);
        return make(m, "!", a->type, a, NULL, NULL);
    }
    for (u32 i = 0; i < LENGTH(words); i++)
        if (strcmp(t->op, words[i]) == 0) {
            need(m, t, a->type.kind == TY_BOOL);
            n = make(m, words[i], boolean, a, NULL, NULL);
            n->temporal = true;
            return n;
        }
    return elaborate_cast(m, t, a);
}

static node *elaborate(smv_model *m, instance *in, const tree *t)
{
    node *n, *a;

    if (strcmp(t->op, "name") == 0)
        return resolve(m, in, t->name, t->line);
    if (strcmp(t->op, "true") == 0 || strcmp(t->op, "false") == 0 || strcmp(t->op, "word") == 0) {
        n = make(m, "constant", t->op[0] == 'w' ? (type){TY_UNSIGNED, t->width} : boolean, NULL,
                 NULL, NULL);
        n->value = t->op[0] == 'w' ? t->value : t->op[0] == 't';
        return n;
    }
    if (strcmp(t->op, "number") == 0)
        wrong(m, t->line, "an integer stands where a word or a truth value is needed");
    if (strcmp(t->op, "case") == 0)
        return elaborate_case(m, in, t);
    a = elaborate(m, in, t->a);
    if (strcmp(t->op, "[:]") == 0) {
        need(m, t, is_word(a->type) && t->width < a->type.width && t->value <= t->width);
        n = make(m, "[:]", (type){TY_UNSIGNED, t->width - (u32)t->value + 1}, a, NULL, NULL);
        n->value = t->value;
        return n;
    }
    if (strcmp(t->op, "<<") == 0 || strcmp(t->op, ">>") == 0) {
        need(m, t,
             a->type.kind == TY_UNSIGNED && strcmp(t->b->op, "number") == 0 &&
                 t->b->value <= a->type.width);
        n = make(m, t->op[0] == '<' ? "<<" : ">>", a->type, a, NULL, NULL);
        n->value = t->b->value;
        return n;
    }
    if (strcmp(t->op, "?") == 0) {
        node *b = elaborate(m, in, t->b), *c = elaborate(m, in, t->c);

        need(m, t, a->type.kind == TY_BOOL && same_type(b->type, c->type));
        return make(m, "?", b->type, a, b, c);
    }
    if (t->b)
        return elaborate_binary(m, t, a, elaborate(m, in, t->b));
    return elaborate_unary(m, t, a);
}

static void elaborate_assign(smv_model *m, instance *in, const assigned *a)
{
    node *to = resolve(m, in, a->variable->name, a->line), *value = elaborate(m, in, a->value);
    variable *v;

    if (strcmp(to->op, "var") != 0)
        wrong(m, a->line, "%s is no state variable", a->variable->name);
    v = &m->vars.at[to->value];
    if (!same_type(v->type, value->type))
        wrong(m, a->line, "the value for %s has another type", v->name);
    if (a->next ? v->next != NULL : v->init != NULL)
        wrong(m, a->line, "%s is assigned twice", v->name);
    if (!a->next && value->input)
        wrong(m, a->line, "an input variable in init(%s)", v->name);
    *(a->next ? &v->next : &v->init) = value;
}

static node *elaborate_truth(smv_model *m, instance *in, const tree *t, bool inputs, bool temporal)
{
    node *n = elaborate(m, in, t);

    if (n->type.kind != TY_BOOL)
        wrong(m, t->line, "no truth value");
    if (n->input && !inputs)
        wrong(m, t->line, "an input variable where none may stand");
    if (n->temporal && !temporal)
        wrong(m, t->line, "a temporal operator where none may stand");
    return n;
}

static void elaborate_instance(smv_model *m, instance *in)
{
    for (u32 i = 0; i < in->m->defines.n; i++)
        resolve_here(m, in, in->m->defines.at[i].name, in->m->defines.at[i].line);
    for (u32 i = 0; i < in->m->assigns.n; i++)
        elaborate_assign(m, in, &in->m->assigns.at[i]);
    for (u32 i = 0; i < in->m->trans.n; i++)
        vec_push(&m->trans, elaborate_truth(m, in, in->m->trans.at[i], true, false));
    for (u32 i = 0; i < in->m->init.n; i++)
        vec_push(&m->init, elaborate_truth(m, in, in->m->init.at[i], false, false));
    for (u32 i = 0; i < in->m->specs.n; i++) {
        const spec_text *s = &in->m->specs.at[i];

        vec_push(&m->specs,
                 ((spec){s->kind, elaborate_truth(m, in, s->body, false, s->kind != SPEC_INVAR)}));
    }
    for (u32 i = 0; i < in->inner.n; i++)
        elaborate_instance(m, in->inner.at[i]);
}

smv_model *smv_read(const char *path, const char *text)
{
    smv_model *m = mem_alloc(sizeof *m);

    m->path = path;
    m->at = text;
    m->line = 1;
    advance(m);
    while (m->now.kind != T_END)
        parse_module(m);
    m->root = instantiate(m, find_module(m, "main", 1), NULL, NULL);
    elaborate_instance(m, m->root);
    for (u32 i = 0; i < m->vars.n; i++)
        if (!m->vars.at[i].next)
            wrong(m, m->line, "%s has no next value", m->vars.at[i].name);
    m->inputs = mem_alloc((m->ivars.n + 1) * sizeof *m->inputs);
    return m;
}

/* Evaluation. */

static u64 mask(u32 width)
{
    return width >= 64 ? UINT64_MAX : ((u64)1 << width) - 1;
}

static i64 as_signed(u64 v, u32 width)
{
    return (i64)(v << (64 - width)) >> (64 - width);
}

static u64 value_of(smv_model *m, node *n);

static u64 binary_value(const node *n, u64 a, u64 b)
{
    bool sign = n->a->type.kind == TY_SIGNED;
    u32 width = n->a->type.width;
    bool less = sign ? as_signed(a, width) < as_signed(b, width) : a < b;

    switch (n->op[0]) {
    case '&':
        return a & b;
    case '|':
        return a | b;
    case 'x':
        return a ^ b;
    case '+':
        return (a + b) & mask(n->type.width);
    case '-':
        return n->op[1] == '>' ? !a || b : (a - b) & mask(n->type.width);
    case '=':
        return a == b;
    case '!':
        return a != b;
    case '>':
        return n->op[1] == '=' ? !less : !less && a != b;
    default:
        return n->op[1] == '-' ? a == b : n->op[1] == '=' ? less || a == b : less;
    }
}

static u64 compute(smv_model *m, node *n)
{
    u64 a;

    if (strcmp(n->op, "constant") == 0)
        return n->value;
    if (strcmp(n->op, "var") == 0)
        return m->state[n->value];
    if (strcmp(n->op, "ivar") == 0)
        return m->inputs[n->value];
    if (strcmp(n->op, "?") == 0)
        return value_of(m, value_of(m, n->a) ? n->b : n->c);
    a = value_of(m, n->a);
    if (strcmp(n->op, "define") == 0 || strcmp(n->op, "cast") == 0)
        return a;
    if (strcmp(n->op, "!") == 0)
        return ~a & mask(n->type.width);
    if (strcmp(n->op, "extend") == 0)
        return n->type.kind == TY_SIGNED ? (u64)as_signed(a, n->a->type.width) & mask(n->type.width)
                                         : a;
    if (strcmp(n->op, "[:]") == 0)
        return a >> n->value & mask(n->type.width);
    if (strcmp(n->op, "<<") == 0)
        return n->value > 63 ? 0 : a << n->value & mask(n->type.width);
    if (strcmp(n->op, ">>") == 0)
        return n->value > 63 ? 0 : a >> n->value;
    return binary_value(n, a, value_of(m, n->b));
}

static u64 value_of(smv_model *m, node *n)
{
    if (n->stamp != m->stamp) {
        n->held = compute(m, n);
        n->stamp = m->stamp;
    }
    return n->held;
}

static bool all_hold(smv_model *m, node *const *nodes, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (!value_of(m, nodes[i]))
            return false;
    return true;
}

static void each_initial(smv_model *m, u32 at, u64 *state, smv_found *found, void *what)
{
    variable *v;

    if (at == m->vars.n) {
        m->state = state;
        m->stamp++;
        if (all_hold(m, m->init.at, m->init.n))
            found(what, state);
        return;
    }
    v = &m->vars.at[at];
    if (v->init) {
        m->state = state;
        m->stamp++;
        state[at] = value_of(m, v->init);
        each_initial(m, at + 1, state, found, what);
        return;
    }
    for (u64 value = 0; value < (v->values && v->values < 65536 ? v->values : 65536); value++) {
        state[at] = value;
        each_initial(m, at + 1, state, found, what);
    }
}

void smv_initial(smv_model *m, smv_found *found, void *what)
{
    u64 *state = mem_alloc((m->vars.n + 1) * sizeof *state);

    each_initial(m, 0, state, found, what);
    mem_free(state);
}

/* An input of an enumeration takes its own values: the constants it was declared with. */
static bool next_inputs(smv_model *m)
{
    for (u32 i = 0; i < m->ivars.n; i++) {
        if (++m->inputs[i] < m->ivars.at[i].values)
            return true;
        m->inputs[i] = 0;
    }
    return false;
}

void smv_successors(smv_model *m, const u64 *state, smv_found *found, void *what)
{
    u64 *next = mem_alloc((m->vars.n + 1) * sizeof *next);

    m->state = state;
    memset(m->inputs, 0, m->ivars.n * sizeof *m->inputs);
    do {
        m->stamp++;
        m->state = state;
        if (!all_hold(m, m->trans.at, m->trans.n))
            continue;
        for (u32 i = 0; i < m->vars.n; i++)
            next[i] = value_of(m, m->vars.at[i].next);
        found(what, next);
    } while (next_inputs(m));
    mem_free(next);
}

u32 smv_vars(const smv_model *m)
{
    return m->vars.n;
}

int smv_find(const smv_model *m, const char *name)
{
    for (u32 i = 0; i < m->vars.n; i++)
        if (strcmp(m->vars.at[i].name, name) == 0)
            return (int)i;
    return -1;
}

u32 smv_specs(const smv_model *m)
{
    return m->specs.n;
}

smv_spec_kind smv_spec(const smv_model *m, u32 number)
{
    return m->specs.at[number].kind;
}

bool smv_holds(smv_model *m, u32 number, const u64 *state)
{
    m->state = state;
    m->stamp++;
    return value_of(m, m->specs.at[number].body);
}

/* Computation tree logic, by fixpoints over the graph. */

typedef struct graph {
    smv_model *m;
    u32 n;
    const u64 *states;
    const smv_edges *next;
} graph;

static bool some_next(const graph *g, u32 s, const bool *in)
{
    for (u32 i = 0; i < g->next[s].n; i++)
        if (in[g->next[s].at[i]])
            return true;
    return false;
}

static bool all_next(const graph *g, u32 s, const bool *in)
{
    for (u32 i = 0; i < g->next[s].n; i++)
        if (!in[g->next[s].at[i]])
            return false;
    return true;
}

/* The least (or greatest) x with x = b | (a & next x) (or x = a & next x). */
static void fix(const graph *g, const bool *a, const bool *b, bool all, bool greatest, bool *out)
{
    bool changed = true;

    for (u32 s = 0; s < g->n; s++)
        out[s] = greatest;
    while (changed) {
        changed = false;
        for (u32 i = g->n; i-- > 0;) {
            bool next = all ? all_next(g, i, out) : some_next(g, i, out);
            bool now = (b && b[i]) || (a[i] && next);

            changed |= now != out[i];
            out[i] = now;
        }
    }
}

static bool *label(const graph *g, node *n);

static void label_temporal(const graph *g, node *n, const bool *a, const bool *b, bool *out)
{
    bool all = n->op[0] == 'A';
    bool *yes = mem_alloc(g->n + 1);

    memset(yes, 1, g->n);
    if (n->op[1] == 'X')
        for (u32 s = 0; s < g->n; s++)
            out[s] = all ? all_next(g, s, a) : some_next(g, s, a);
    else if (n->op[1] == 'F')
        fix(g, yes, a, all, false, out);
    else if (n->op[1] == 'G')
        fix(g, a, NULL, all, true, out);
    else
        fix(g, a, b, all, false, out);
    mem_free(yes);
}

static bool *label(const graph *g, node *n)
{
    bool *out = mem_alloc(g->n + 1), *a, *b = NULL;

    if (!n->temporal) {
        for (u32 s = 0; s < g->n; s++) {
            g->m->state = g->states + (size_t)s * g->m->vars.n;
            g->m->stamp++;
            out[s] = value_of(g->m, n);
        }
        return out;
    }
    a = label(g, n->a);
    if (n->b)
        b = label(g, n->b);
    if ((n->op[0] == 'A' || n->op[0] == 'E') && isupper((u8)n->op[1]))
        label_temporal(g, n, a, b, out);
    else
        for (u32 s = 0; s < g->n; s++)
            out[s] = n->op[0] == '!' && !n->b       ? !a[s]
                     : strcmp(n->op, "define") == 0 ? a[s]
                                                    : binary_value(n, a[s], b[s]) != 0;
    mem_free(a);
    mem_free(b);
    return out;
}

bool *smv_ctl(smv_model *m, u32 number, u32 n, const u64 *states, const smv_edges *next)
{
    graph g = {m, n, states, next};

    return label(&g, m->specs.at[number].body);
}

static void free_declared(declared_list *l)
{
    for (u32 i = 0; i < l->n; i++) {
        vec_free(&l->at[i].values);
        vec_free(&l->at[i].arguments);
    }
    vec_free(l);
}

static void free_inner(instance *in)
{
    for (u32 i = 0; i < in->inner.n; i++)
        free_inner(in->inner.at[i]);
    vec_free(&in->inner);
}

void smv_free(smv_model *m)
{
    free_inner(m->root);
    for (u32 i = 0; i < m->modules.n; i++) {
        module *of = &m->modules.at[i];

        free_declared(&of->vars);
        free_declared(&of->ivars);
        free_declared(&of->defines);
        vec_free(&of->parameters);
        vec_free(&of->assigns);
        vec_free(&of->trans);
        vec_free(&of->init);
        vec_free(&of->specs);
    }
    for (u32 i = 0; i < m->owned.n; i++)
        mem_free(m->owned.at[i]);
    vec_free(&m->owned);
    vec_free(&m->modules);
    vec_free(&m->vars);
    vec_free(&m->ivars);
    vec_free(&m->constants);
    vec_free(&m->trans);
    vec_free(&m->init);
    vec_free(&m->specs);
    mem_free(m->inputs);
    mem_free(m);
}
