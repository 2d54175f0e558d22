/* Which lines and branches some run came to.  The machine marks each instruction that it executes
 * in memory that all processes of a search share; here these marks become lines of the sources.
 * A side of a branch that only fails is no branch to a reader: that an assertion never fails is
 * what was to be shown.  Assembly systems mark their own instructions, and of a program that runs
 * the steps are noted as the search takes them. */
#include "session/coverage.h"
#include "base/json.h"
#include "base/mapped.h"

#include <string.h>

u8 **coverage_open(const program *p, const char *path)
{
    u8 *at = p->funcs.n ? mapped_open(path, program_marks_size(p)) : NULL;

    return at ? program_marks(p, at) : NULL;
}

void coverage_close(u8 **reached, const program *p)
{
    if (!reached)
        return;
    mapped_close(reached[0], program_marks_size(p));
    mem_free(reached);
}

/* ---- lines ---- */

static covered_file *file_of(coverage *c, const char *name)
{
    for (u32 i = 0; i < c->files.n; i++)
        if (strcmp(c->files.at[i].name, name) == 0)
            return &c->files.at[i];
    vec_push(&c->files, ((covered_file){.name = mem_strdup(name)}));
    return &vec_last(&c->files);
}

static void mark(covered_file *f, u32 line, u8 is, u64 states)
{
    while (f->lines.n <= line)
        vec_push(&f->lines, ((covered_line){0}));
    f->lines.at[line].is |= is;
    f->lines.at[line].states += states;
}

void coverage_line(coverage *c, const char *file, u32 line, u8 is, u64 states)
{
    mark(file_of(c, file), line, is, states);
}

void coverage_states(coverage *c, const growth *g)
{
    for (u32 i = 0; i < g->rows.n; i++)
        coverage_line(c, g->rows.at[i].file, g->rows.at[i].line, 0, g->rows.at[i].states);
    c->states = g->states;
}

/* ---- a program of C ---- */

/* Straight from here control ends in what does not return: the side of an assertion that fails. */
static bool never_returns(const func *f, u32 pc)
{
    while (pc < f->ncode && !opcode_does[f->code[pc].op].control)
        pc++;
    return pc < f->ncode && (f->code[pc].op == OP_UNREACHABLE || f->code[pc].op == OP_TRAP);
}

static bool missed(const func *f, const u8 *reached, u32 side)
{
    return !reached[side] && !never_returns(f, side);
}

/* A branch that was taken, and one of whose sides no run came to. */
static bool one_way(const func *f, const u8 *reached, u32 pc)
{
    const insn *at = &f->code[pc];

    return at->op == OP_BR && reached[pc] &&
           (missed(f, reached, at->x) || missed(f, reached, at->y));
}

static u8 line_is(const func *f, const u8 *reached, u32 pc)
{
    return (u8)(LINE_CODE | (reached[pc] ? LINE_REACHED : 0) |
                (one_way(f, reached, pc) ? LINE_ONE_WAY : 0));
}

void coverage_program(coverage *c, const program *p, u8 *const *reached)
{
    for (u32 i = 0; i < p->funcs.n; i++) {
        const func *f = p->funcs.at[i];

        for (u32 pc = 0; func_shown(f) && f->where && pc < f->ncode; pc++)
            if (f->where[pc].line && (!f->hosts || !program_header(p->files.at[f->where[pc].file])))
                coverage_line(c, p->files.at[f->where[pc].file], f->where[pc].line,
                              line_is(f, reached[i], pc), 0);
    }
}

/* ---- what is told ---- */

void coverage_operation(coverage *c, const covered_operation *o)
{
    vec_push(&c->operations, ((covered_operation){.call = mem_strdup(o->call),
                                                  .file = mem_strdup(o->file),
                                                  .line = o->line,
                                                  .steps = o->steps,
                                                  .threads = mem_strdup(o->threads)}));
}

void coverage_say(coverage *c, const char *sentence)
{
    vec_push(&c->said, mem_strdup(sentence));
}

static void add_lines(json *j, const covered_file *f)
{
    json_array(j, "lines");
    for (u32 i = 1; i < f->lines.n; i++) {
        const covered_line *l = &f->lines.at[i];

        if (!l->is)
            continue;
        json_array(j, NULL);
        json_number(j, NULL, i);
        json_bool(j, NULL, l->is & LINE_REACHED);
        json_number(j, NULL, l->states);
        json_bool(j, NULL, l->is & LINE_ONE_WAY);
        json_end(j);
    }
    json_end(j);
}

static void add_file(json *j, const covered_file *f)
{
    text contents = {0};

    if (text_read_file(&contents, f->name) && contents.n) {
        json_object(j, NULL);
        json_string(j, "name", f->name);
        json_string(j, "text", text_str(&contents));
        add_lines(j, f);
        json_end(j);
    }
    text_free(&contents);
}

static void add_operation(json *j, const covered_operation *o)
{
    json_object(j, NULL);
    json_string(j, "call", o->call);
    json_string(j, "file", o->file);
    json_number(j, "line", o->line);
    json_number(j, "steps", o->steps);
    json_string(j, "threads", o->threads);
    json_end(j);
}

void coverage_json(const coverage *c, text *out)
{
    json j = {.out = out};

    json_object(&j, NULL);
    json_array(&j, "files");
    for (u32 i = 0; i < c->files.n; i++)
        add_file(&j, &c->files.at[i]);
    json_end(&j);
    json_number(&j, "states", c->states);
    json_array(&j, "operations");
    for (u32 i = 0; i < c->operations.n; i++)
        add_operation(&j, &c->operations.at[i]);
    json_end(&j);
    json_array(&j, "said");
    for (u32 i = 0; i < c->said.n; i++)
        json_string(&j, NULL, c->said.at[i]);
    json_end(&j);
    json_end(&j);
}

void coverage_free(coverage *c)
{
    for (u32 i = 0; i < c->files.n; i++) {
        mem_free(c->files.at[i].name);
        vec_free(&c->files.at[i].lines);
    }
    for (u32 i = 0; i < c->operations.n; i++) {
        mem_free(c->operations.at[i].call);
        mem_free(c->operations.at[i].file);
        mem_free(c->operations.at[i].threads);
    }
    for (u32 i = 0; i < c->said.n; i++)
        mem_free((char *)c->said.at[i]);
    vec_free(&c->files);
    vec_free(&c->operations);
    vec_free(&c->said);
}
