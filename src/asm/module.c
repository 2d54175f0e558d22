/* Modules: assume-guarantee reasoning over assembly text (docs/asm.md).
 *
 * A module has a port, cells that are written by it (below) or by those who use it (above), a body,
 * and observers over the port: properties, which it keeps, and assumptions, which its users keep.
 * Two kinds of systems are made of it:
 *
 *   its proof    the body, and an environment that writes any value above at any time;
 *   its use      the user's processes, and in its place chaos, which writes any value below.
 *
 * In both, one side is judged and the other one is free.  A step of the free side after which an
 * observer is not ok drops the run; a step of the judged side must never make one so.  That is
 * sound, though properties rest on assumptions and assumptions on properties: take a run of the
 * whole and its first step after which some observer is not ok.  Up to it the run, seen from
 * the side whose step it is, is one of its own system that was not dropped, where its steps keep
 * all observers ok.  So there is no such step, and whatever the users' proof shows of runs that
 * were not dropped holds of the whole.  It needs that one cell is written in a step, that a side
 * writes only its own cells and values of their ranges, that a port has one user, and that each
 * proof is made without the others: imports in a circle are refused. */
#include "asm/module.h"
#include "asm/chain_parts.h"
#include "base/hash.h"
#include "base/mutant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct module {
    chain k; /* its base is the body */
    u32 file;
    bool own;            /* the system is its proof */
    struct module *user; /* whose body uses it; NULL: the system's own processes */
    char *path;          /* resolved */
    /* Of its file, which the text of its body and observers speaks of; those of the file that
     * imports it mean nothing in it.  None where the system is its proof. */
    constant_list constants;
} module;

/* By process. */
typedef struct part {
    module *body_of; /* NULL: a process of the system */
    bool free;
} part;

typedef struct build {
    parser *s;
    casm *c;
    VEC(part) parts;
    u32 dropped; /* array; with --whole nothing is dropped */
} build;

/* ---- reading ---- */

int module_cell(const parser *s, const token *t)
{
    for (u32 i = 0; i < s->modules.n; i++) {
        const module *m = s->modules.at[i];
        char name[128];
        int found;

        if (s->inside && m != s->inside && m->user != s->inside)
            continue;
        snprintf(name, sizeof name, "%s.%.*s", m->k.name, (int)t->n, t->at);
        found = find_array_named(s->c, name, (u32)strlen(name), SHARED);
        if (found >= 0)
            return found;
    }
    return -1;
}

static void parse_line(module *m)
{
    parser *s = m->k.s;

    if (lex_take(&s->x, "port"))
        chain_read_port(&m->k);
    else if (lex_take(&s->x, "body"))
        chain_read_body(&m->k, &m->k.base, "body");
    else if (lex_take(&s->x, "property") || lex_take(&s->x, "assume"))
        chain_read_watcher(&m->k, false);
    else
        lex_fail(&s->x, &s->x.now, "port, body, property or assume is expected here");
    lex_skip_lines(&s->x);
}

static void parse_module(module *m)
{
    parser *s = m->k.s;
    token at = s->x.now;

    m->k.name = lex_name(&s->x, "the name of the module");
    if (strlen(m->k.name) > 15)
        lex_fail(&s->x, &at, "the name of a module has at most 15 characters");
    lex_skip_lines(&s->x);
    lex_expect(&s->x, "{");
    lex_skip_lines(&s->x);
    while (!lex_is(&s->x, "}"))
        parse_line(m);
    lex_next(&s->x);
    if (!m->k.n || !m->k.base.there || !m->k.watchers.n)
        lex_fail(&s->x, &at, "a module needs a port, a body, and a property or an assumption");
}

/* Cells go by their names alone: two of one name could not be told apart. */
static void declare(module *m, const lexer *x, const token *at)
{
    parser *s = m->k.s;

    for (u32 i = 0; i < m->k.n; i++) {
        const char *name = m->k.fields[i].name;
        token t = {.kind = TOK_NAME, .at = name, .n = (u32)strlen(name)};

        if (find_array_named(s->c, name, t.n, SHARED) >= 0 || module_cell(s, &t) >= 0)
            lex_fail(x, at, "the module has a cell %s, and so has something else here", name);
    }
    chain_add_port(&m->k, m->k.name);
    vec_push(&s->modules, m);
}

static module *new_module(parser *s, u32 file)
{
    module *m = mem_alloc(sizeof *m);

    m->k.s = s;
    m->file = file;
    return m;
}

static void module_close(module *m)
{
    chain_close(&m->k);
    constants_free(&m->constants);
    mem_free(m->path);
    mem_free(m);
}

void module_own(parser *s)
{
    module *m = new_module(s, s->file);
    token at = s->x.now;

    m->own = true;
    for (u32 i = 0; i < s->modules.n; i++)
        if (s->modules.at[i]->own)
            lex_fail(&s->x, &at, "a file has one module; line %u has one already",
                     s->modules.at[i]->k.base.line);
    parse_module(m);
    declare(m, &s->x, &at);
    for (u32 i = 0; i < s->modules.n; i++) /* those that were imported are for its body */
        if (s->modules.at[i] != m && !s->modules.at[i]->user)
            s->modules.at[i]->user = m;
}

/* ---- other files ---- */

static char *beside(const char *file, const token *name)
{
    const char *slash = strrchr(file, '/');
    text out = {0};
    char *made;

    if (name->at[1] != '/' && slash)
        text_addf(&out, "%.*s/", (int)(slash - file), file);
    text_addf(&out, "%.*s", (int)name->n - 2, name->at + 1);
    made = mem_strdup(text_str(&out));
    text_free(&out);
    return made;
}

static char *resolved(const char *path)
{
    char *real = realpath(path, NULL), *out = mem_strdup(real ? real : path);

    free(real);
    return out;
}

/* A file that is being read imports itself, or the port has a user already. */
static void check_path(const parser *s, const token *at, const char *real)
{
    for (u32 i = 0; i < s->reading.n; i++)
        if (strcmp(s->reading.at[i], real) == 0 && !MUTANT(MODULE_CIRCLE))
            lex_fail(&s->x, at,
                     "circular: this file is imported by what it imports; a proof must not rest on "
                     "itself");
    for (u32 i = 0; i < s->imported.n; i++)
        if (strcmp(s->imported.at[i], real) == 0)
            lex_fail(&s->x, at, "this module is imported already; a port has one user");
}

static void open_source(parser *s, const token *at, const char *path)
{
    text source = {0};

    if (!text_read_file(&source, path))
        lex_fail(&s->x, at, "the file %s cannot be read", path);
    vec_push(&s->c->files, mem_strdup(path));
    s->file = s->c->files.n - 1;
    lex_open(&s->x, s->c->files.at[s->file], parse_keep(s, text_str(&source)));
    s->x.keep_lines = true;
    s->c->hash = hash_bytes(text_str(&source), source.n, s->c->hash);
    text_free(&source);
    lex_next(&s->x);
    lex_skip_lines(&s->x);
}

static module *read_import(parser *s, bool used);

/* What stands in a file with a module; what it imports itself is used by its body. */
static module *read_file(parser *s)
{
    module *m = NULL;
    VEC(module *) inner = {0};

    while (s->x.now.kind != TOK_END) {
        if (lex_take(&s->x, "const")) {
            parse_const(s);
        } else if (lex_take(&s->x, "import")) {
            module *other = read_import(s, s->o->whole);

            if (other)
                vec_push(&inner, other);
        } else if (lex_is(&s->x, "module") && !m) {
            lex_next(&s->x);
            m = new_module(s, s->file);
            parse_module(m);
        } else {
            lex_fail(&s->x, &s->x.now,
                     "const, import or one module is expected in a file that is imported");
        }
        lex_skip_lines(&s->x);
    }
    if (!m)
        lex_fail(&s->x, &s->x.now, "the file has no module");
    for (u32 i = 0; i < inner.n; i++)
        inner.at[i]->user = m;
    vec_free(&inner);
    return m;
}

/* NAME "file"; not used: it is only looked at, for circles.  NULL then. */
static module *read_import(parser *s, bool used)
{
    token name = s->x.now, file;
    char *wanted = lex_name(&s->x, "the name of the module"), *path, *real;
    lexer here;
    constant_list constants = s->constants;
    u32 outer = s->file;
    module *m;

    file = s->x.now;
    if (file.kind != TOK_STRING)
        lex_fail(&s->x, &file, "the name of a file in quotes is expected here");
    lex_next(&s->x);
    path = beside(s->x.path, &file);
    real = resolved(path);
    check_path(s, &file, real);
    here = s->x;
    vec_push(&s->reading, mem_strdup(real));
    vec_push(&s->imported, mem_strdup(real));
    s->constants = (constant_list){0};
    parse_set(s);
    open_source(s, &file, path);
    m = read_file(s);
    s->x = here;
    s->file = outer;
    m->constants = s->constants;
    s->constants = constants;
    mem_free(vec_pop(&s->reading));
    if (strcmp(m->k.name, wanted) != 0)
        lex_fail(&s->x, &name, "the module of %s is called %s", path, m->k.name);
    mem_free(wanted);
    mem_free(real);
    m->path = path;
    if (used) {
        declare(m, &s->x, &name);
        return m;
    }
    module_close(m);
    return NULL;
}

void module_import(parser *s)
{
    u32 line = s->x.now.line;
    module *m;

    if (!s->reading.n)
        vec_push(&s->reading, resolved(s->c->files.at[0]));
    m = read_import(s, true);

    for (u32 i = 0; i < s->modules.n; i++)
        if (s->modules.at[i]->own)
            m->user = s->modules.at[i];
    vec_push(&s->c->imports, ((import_note){mem_strdup(m->path), mem_strdup(m->k.name), line}));
}

/* ---- building ---- */

static void add_parts(build *b, module *body_of, bool free)
{
    while (b->parts.n < b->c->processes.n)
        vec_push(&b->parts, ((part){body_of, free}));
}

static void add_body(build *b, module *m)
{
    b->s->inside = m->own ? NULL : m;
    parse_instance(b->s, m->k.name, &m->k.base.at);
    b->s->inside = NULL;
    add_parts(b, m, false);
}

/* What stands for the module, or for whoever uses it. */
static void add_module(build *b, module *m)
{
    parser *s = b->s;
    lexer here = s->x;
    constant_list constants = s->constants;
    u32 file = s->file;

    s->file = m->file;
    s->x = m->k.base.at;
    if (!m->own && !MUTANT(MODULE_CONSTANT))
        s->constants = m->constants;
    if (m->own || s->o->whole)
        add_body(b, m);
    else
        chain_add_side(&m->k, m->k.name, m->k.name, false);
    add_parts(b, m, true);
    if (m->own)
        chain_add_side(&m->k, "environment", m->k.name, true);
    add_parts(b, m, true);
    chain_add_watches(&m->k, m->k.name);
    s->x = here;
    s->file = file;
    if (!m->own && !MUTANT(MODULE_CONSTANT))
        m->constants = s->constants; /* it may have moved */
    s->constants = constants;
}

static const module *module_of(const build *b, const array *cell)
{
    for (u32 i = 0; i < b->s->modules.n; i++)
        if (cell->owner == SHARED && chain_of_port(cell, b->s->modules.at[i]->k.name))
            return b->s->modules.at[i];
    return NULL;
}

static void check_touch(const build *b, const part *p, const instr *i, const footprint *f)
{
    const array *cell = &b->c->arrays.at[f->array];
    const module *m = module_of(b, cell);

    if (!m && p->body_of)
        chain_wrong(&p->body_of->k, i, "is no cell of a port of the module", cell->name);
    if (!m)
        return;
    if (f->index)
        chain_wrong(&m->k, i, "is a cell of a port, and is reached otherwise than by its name",
                    cell->name);
    if (p->body_of != m && p->body_of != m->user)
        chain_wrong(&m->k, i, "is a cell of a port that another module uses", cell->name);
}

/* A write to a port: by its side, and of a value that the free side knows. */
static void check_write(const build *b, const part *p, instr *i, const assign *a)
{
    casm *c = b->c;
    const array *cell = &c->arrays.at[a->array];
    const module *m = module_of(b, cell);
    const chain_port_field *f = m ? chain_field(&m->k, cell) : NULL;
    pool *e = &c->pool;
    expr beyond;

    if (!m)
        return;
    if (f->above == (p->body_of == m))
        chain_wrong(&m->k, i, "is written by the other side of the port", cell->name);
    beyond = ex_binary(e, EX_ULT, ex_const(e, 64, f->high), ex_zext(e, a->value, 64));
    vec_push(&i->checks, ((check_row){ex_not(e, beyond), ERR_OBSERVER,
                                      keep_message(c, "%s leaves its range", cell->name)}));
}

static u32 port_writes(const build *b, const instr *i)
{
    u32 n = 0;

    for (u32 k = 0; k < i->sets.n; k++)
        n += module_of(b, &b->c->arrays.at[i->sets.at[k].array]) != NULL;
    return n;
}

static void check_instr(const build *b, const part *p, instr *i)
{
    for (u32 k = 0; k < i->touches.n; k++)
        check_touch(b, p, i, &i->touches.at[k]);
    for (u32 k = 0; k < i->sets.n; k++)
        check_write(b, p, i, &i->sets.at[k]);
    if (port_writes(b, i) > 1)
        fail(EXIT_INPUT, "%s:%u: error: an instruction writes two cells of ports at once",
             b->c->files.at[i->file], i->line);
}

static bool writes_port(const build *b, const instr *i, u32 sets, const module *m)
{
    for (u32 k = 0; k < sets; k++)
        if (module_of(b, &b->c->arrays.at[i->sets.at[k].array]) == m)
            return true;
    return false;
}

static expr is_dropped(const build *b)
{
    return b->dropped ? chain_value(b->c, b->dropped - 1) : ex_const(&b->c->pool, 1, 0);
}

/* The observers of the port move on; what is not ok is noted, or drops the run. */
static void observe(build *b, const part *p, instr *i, u32 sets, const module *m)
{
    casm *c = b->c;
    changes ch = {c, i, sets};
    expr lost = is_dropped(b), bad[16], next[16][STATES_MOST];

    for (u32 w = 0; w < m->k.watches.n; w++) {
        const watch *at = &m->k.watches.at[w];
        expr not_ok = ex_not(&c->pool, chain_after(c, &ch, at->ok));

        bad[w] = ex_or(&c->pool, chain_value(c, at->bad),
                       ex_and(&c->pool, not_ok, ex_not(&c->pool, is_dropped(b))));
        lost = ex_or(&c->pool, lost, not_ok);
        for (u32 k = 0; k < at->n; k++)
            next[w][k] = at->next[k] ? chain_after(c, &ch, at->next[k]) : 0;
    }
    for (u32 w = 0; w < m->k.watches.n; w++) {
        const watch *at = &m->k.watches.at[w];

        for (u32 k = 0; k < at->n; k++)
            if (next[w][k])
                chain_also_sets(i, c, at->states[k], next[w][k]);
        if (!p->free && !(MUTANT(MODULE_ASSUME) && p->body_of != m))
            chain_also_sets(i, c, at->bad, bad[w]);
    }
    if (p->free)
        chain_also_sets(i, c, b->dropped - 1, lost);
    else if (b->dropped)
        vec_push(&i->touches, ((footprint){.array = b->dropped - 1, .reads = true}));
    for (u32 a = 0; a < c->arrays.n; a++)
        if (c->arrays.at[a].owner == SHARED && chain_of_port(&c->arrays.at[a], m->k.name))
            vec_push(&i->touches, ((footprint){.array = a, .reads = true}));
}

static void finish_instr(build *b, const part *p, instr *i)
{
    u32 sets = i->sets.n;

    if (!p->free)
        check_instr(b, p, i);
    if (b->dropped && i->checks.n && !p->free) {
        for (u32 k = 0; k < i->checks.n; k++)
            i->checks.at[k].holds = ex_or(&b->c->pool, i->checks.at[k].holds, is_dropped(b));
        vec_push(&i->touches, ((footprint){.array = b->dropped - 1, .reads = true}));
    }
    for (u32 m = 0; m < b->s->modules.n; m++)
        if (writes_port(b, i, sets, b->s->modules.at[m]))
            observe(b, p, i, sets, b->s->modules.at[m]);
}

static void add_properties(const build *b, const module *m)
{
    for (u32 w = 0; w < m->k.watches.n; w++) {
        const watch *at = &m->k.watches.at[w];
        text words = {0};

        text_addf(&words, "%s of module %s is ok", at->of->name, m->k.name);
        vec_push(&b->c->properties,
                 ((asm_property){.kind = PROP_INVARIANT,
                                 .text = mem_strdup(text_str(&words)),
                                 .file = m->file,
                                 .line = at->of->line,
                                 .holds = ex_not(&b->c->pool, chain_value(b->c, at->bad))}));
        text_free(&words);
    }
}

static void refuse_systems(const parser *s)
{
    const module *m = s->modules.at[0];

    if (s->c->tso)
        lex_fail(&m->k.base.at, &m->k.base.at.now,
                 "modules know no store buffers: leave --memory out");
    if (s->c->arch == ARCH_SMP)
        lex_fail(&m->k.base.at, &m->k.base.at.now,
                 "modules have no common clock: leave --arch smp out");
    for (u32 i = 0; i < s->modules.n; i++)
        if (s->modules.at[i]->own && s->c->processes.n)
            lex_fail(&s->modules.at[i]->k.base.at, &s->modules.at[i]->k.base.at.now,
                     "a file with a module has no other processes");
}

void module_build(parser *s)
{
    build b = {.s = s, .c = s->c};

    if (!s->modules.n)
        return;
    refuse_systems(s);
    add_parts(&b, NULL, false);
    for (u32 i = 0; i < s->modules.n; i++) {
        if (s->modules.at[i]->k.watchers.n > 16)
            lex_fail(&s->modules.at[i]->k.base.at, &s->modules.at[i]->k.base.at.now,
                     "a module has at most 16 properties and assumptions");
        add_module(&b, s->modules.at[i]);
    }
    for (u32 p = 0; p < b.parts.n; p++)
        if (b.parts.at[p].free && !b.dropped)
            b.dropped = 1 + casm_add_array(s->c, "run dropped", 1, 1, SHARED, VAR_CELL);
    s->c->dropped = b.dropped;
    for (u32 p = 0; p < s->c->processes.n; p++)
        for (u32 i = 0; i < s->c->processes.at[p].code.n; i++)
            finish_instr(&b, &b.parts.at[p], &s->c->processes.at[p].code.at[i]);
    for (u32 i = 0; i < s->modules.n; i++)
        add_properties(&b, s->modules.at[i]);
    vec_free(&b.parts);
}

void module_guard(casm *c)
{
    for (u32 i = 0; c->dropped && i < c->properties.n; i++)
        if (c->properties.at[i].kind == PROP_INVARIANT)
            c->properties.at[i].holds =
                ex_or(&c->pool, c->properties.at[i].holds, chain_value(c, c->dropped - 1));
}

void module_free(parser *s)
{
    for (u32 i = 0; i < s->modules.n; i++)
        module_close(s->modules.at[i]);
    for (u32 i = 0; i < s->imported.n; i++)
        mem_free(s->imported.at[i]);
    for (u32 i = 0; i < s->reading.n; i++)
        mem_free(s->reading.at[i]);
    vec_free(&s->modules);
    vec_free(&s->imported);
    vec_free(&s->reading);
}
