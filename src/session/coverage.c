/* Which lines and branches some run came to.  The machine marks each instruction that it executes
 * in memory that all processes of a search share; here these marks become lines of the sources.
 * A side of a branch that only fails is no branch to a reader: that an assertion never fails is
 * what was to be shown. */
#include "session/coverage.h"
#include "base/json.h"

#include <string.h>
#include <sys/mman.h>

static size_t bytes_of(const program *p)
{
    size_t all = 1;

    for (u32 i = 0; i < p->funcs.n; i++)
        all += p->funcs.at[i]->ncode;
    return all;
}

u8 **coverage_open(const program *p)
{
    u8 *at = mmap(NULL, bytes_of(p), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    u8 **reached;

    if (at == MAP_FAILED || !p->funcs.n)
        return NULL;
    reached = mem_alloc(p->funcs.n * sizeof *reached);
    for (u32 i = 0; i < p->funcs.n; i++) {
        reached[i] = at;
        at += p->funcs.at[i]->ncode;
    }
    return reached;
}

void coverage_close(u8 **reached, const program *p)
{
    if (!reached)
        return;
    munmap(reached[0], bytes_of(p));
    mem_free(reached);
}

/* By line; 0: it has no code. */
enum { HAS_CODE = 1, REACHED = 2, ONE_WAY = 4 };

typedef VEC(u8) line_list;

/* Straight from here control ends in what does not return: the side of an assertion that fails. */
static bool never_returns(const func *f, u32 pc)
{
    while (pc < f->ncode && f->code[pc].op != OP_BR && f->code[pc].op != OP_JMP &&
           f->code[pc].op != OP_SWITCH && f->code[pc].op != OP_RET &&
           f->code[pc].op != OP_UNREACHABLE)
        pc++;
    return pc < f->ncode && f->code[pc].op == OP_UNREACHABLE;
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

static void mark_lines(const program *p, u8 *const *reached, u32 file, line_list *lines)
{
    for (u32 i = 0; i < p->funcs.n; i++) {
        const func *f = p->funcs.at[i];

        for (u32 pc = 0; !f->runtime && f->where && pc < f->ncode; pc++) {
            if (f->where[pc].file != file || !f->where[pc].line)
                continue;
            while (lines->n <= f->where[pc].line)
                vec_push(lines, 0);
            lines->at[f->where[pc].line] |= (u8)(HAS_CODE | (reached[i][pc] ? REACHED : 0) |
                                                 (one_way(f, reached[i], pc) ? ONE_WAY : 0));
        }
    }
}

static u64 states_at(const growth *g, const char *file, u32 line)
{
    u64 n = 0;

    for (u32 i = 0; i < g->rows.n; i++)
        if (g->rows.at[i].line == line && strcmp(g->rows.at[i].file, file) == 0)
            n += g->rows.at[i].states;
    return n;
}

static void add_lines(json *j, const line_list *lines, const char *file, const growth *g)
{
    json_array(j, "lines");
    for (u32 i = 1; i < lines->n; i++) {
        if (!lines->at[i])
            continue;
        json_array(j, NULL);
        json_number(j, NULL, i);
        json_bool(j, NULL, lines->at[i] & REACHED);
        json_number(j, NULL, states_at(g, file, i));
        json_bool(j, NULL, lines->at[i] & ONE_WAY);
        json_end(j);
    }
    json_end(j);
}

static void add_file(json *j, const program *p, u8 *const *reached, u32 file, const growth *g)
{
    line_list lines = {0};
    text contents = {0};

    mark_lines(p, reached, file, &lines);
    if (lines.n && text_read_file(&contents, p->files.at[file]) && contents.n) {
        json_object(j, NULL);
        json_string(j, "name", p->files.at[file]);
        json_string(j, "text", text_str(&contents));
        add_lines(j, &lines, p->files.at[file], g);
        json_end(j);
    }
    text_free(&contents);
    vec_free(&lines);
}

void coverage_json(const program *p, u8 *const *reached, const growth *g, text *out)
{
    json j = {.out = out};

    json_object(&j, NULL);
    json_array(&j, "files");
    for (u32 i = 0; i < p->files.n; i++)
        add_file(&j, p, reached, i, g);
    json_end(&j);
    json_number(&j, "states", g->states);
    json_end(&j);
}
