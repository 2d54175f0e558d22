/* Programs as files, so that another process can run what this one compiled.
 *
 * One walk over the program serves both directions: `raw` copies bytes out or in, and everything
 * above it is written once.  A file belongs to the machine and the version it was written with: its
 * head says so, and what has another head is refused. */
#include "base/text.h"
#include "program/program.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

typedef struct codec {
    program *p;
    bool reading, bad; /* bad: the file ends too early, or holds what cannot be */
    text bytes;
    size_t at; /* reading: the next byte */
} codec;

static void raw(codec *c, void *at, size_t n)
{
    if (!c->reading) {
        text_addn(&c->bytes, at, n);
        return;
    }
    c->bad |= n > c->bytes.n - c->at;
    if (c->bad) {
        memset(at, 0, n);
        return;
    }
    memcpy(at, c->bytes.at + c->at, n);
    c->at += n;
}

#define RAW(c, lvalue) raw(c, &(lvalue), sizeof(lvalue))

static void string(codec *c, const char **s)
{
    u32 n = c->reading || !*s ? 0 : (u32)strlen(*s) + 1;

    RAW(c, n);
    if (!c->reading) {
        text_addn(&c->bytes, *s ? *s : "", n);
        return;
    }
    c->bad |= n > c->bytes.n - c->at;
    *s = n && !c->bad ? program_string(c->p, c->bytes.at + c->at, n - 1) : NULL;
    c->at += c->bad ? 0 : n;
}

/* How many elements follow, each of at least `least` bytes. */
static u32 count(codec *c, u32 n, size_t least)
{
    RAW(c, n);
    if (c->reading && (u64)n * least > c->bytes.n - c->at)
        c->bad = true;
    return c->bad ? 0 : n;
}

/* An array of elements without pointers, which may be absent. */
static void array(codec *c, void **at, u32 n, size_t element)
{
    bool there = *at != NULL;
    size_t bytes = n * element;

    RAW(c, there);
    if (c->reading) {
        c->bad |= there && bytes > c->bytes.n - c->at;
        *at = there && !c->bad ? mem_alloc(bytes ? bytes : 1) : NULL;
    }
    if (there && !c->bad)
        raw(c, *at, bytes);
}

/* Makes a vector as long as the file says. */
#define SIZED(c, v)                                                 \
    do {                                                            \
        u32 size_ = count(c, (v)->n, 1);                            \
        if ((c)->reading) {                                         \
            vec_reserve(v, size_);                                  \
            if (size_)                                              \
                memset((v)->at, 0, sizeof *(v)->at *(size_t)size_); \
            (v)->n = size_;                                         \
        }                                                           \
    } while (0)

/* A vector of elements without pointers. */
#define PLAIN(c, v)                                           \
    do {                                                      \
        SIZED(c, v);                                          \
        if ((v)->n)                                           \
            raw(c, (v)->at, sizeof *(v)->at *(size_t)(v)->n); \
    } while (0)

static void variable_of(codec *c, variable *v)
{
    string(c, &v->name);
    RAW(c, v->type);
    RAW(c, v->place);
    RAW(c, v->reg);
    RAW(c, v->from);
    RAW(c, v->to);
    RAW(c, v->line);
    RAW(c, v->parameter);
}

#define FUNC_FIELDS(FIELD) \
    FIELD(object)          \
    FIELD(signature)       \
    FIELD(gap)             \
    FIELD(ncode)           \
    FIELD(nregs)           \
    FIELD(nparams)         \
    FIELD(nresults)        \
    FIELD(va_reg)          \
    FIELD(variadic)        \
    FIELD(atomic)          \
    FIELD(has_alloca)      \
    FIELD(runtime) FIELD(hosts) FIELD(defined) FIELD(unprototyped) FIELD(adapts) FIELD(decl)

static void function(codec *c, func *f)
{
    string(c, &f->name);
#define FIELD(name) RAW(c, f->name);
    FUNC_FIELDS(FIELD)
#undef FIELD
    array(c, (void **)&f->code, f->ncode, sizeof *f->code);
    array(c, (void **)&f->where, f->ncode, sizeof *f->where);
    array(c, (void **)&f->regclass, f->nregs, sizeof *f->regclass);
    array(c, (void **)&f->places, f->ncode, sizeof *f->places);
    PLAIN(c, &f->operands);
    PLAIN(c, &f->switches);
    PLAIN(c, &f->cases);
    PLAIN(c, &f->exits);
    PLAIN(c, &f->endless);
    SIZED(c, &f->vars);
    for (u32 i = 0; i < f->vars.n; i++)
        variable_of(c, &f->vars.at[i]);
}

static void object_of(codec *c, object_init *o)
{
    string(c, &o->name);
    RAW(c, o->kind);
    RAW(c, o->size);
    RAW(c, o->align);
    RAW(c, o->constant);
    RAW(c, o->func);
    RAW(c, o->gap);
    RAW(c, o->type);
    RAW(c, o->of);
    RAW(c, o->hidden);
    RAW(c, o->memory);
    RAW(c, o->decl);
    array(c, (void **)&o->bytes, o->size, 1);
    PLAIN(c, &o->relocs);
}

static void type_of(codec *c, type *t)
{
    string(c, &t->name);
    RAW(c, t->kind);
    RAW(c, t->size);
    RAW(c, t->element);
    RAW(c, t->count);
    SIZED(c, &t->members);
    for (u32 i = 0; i < t->members.n; i++) {
        member *m = &t->members.at[i];

        string(c, &m->name);
        RAW(c, m->type);
        RAW(c, m->bit_offset);
        RAW(c, m->bits);
    }
}

static void query_of(codec *c, query *q)
{
    string(c, &q->text);
    RAW(c, q->kind);
    RAW(c, q->func);
    RAW(c, q->place);
    RAW(c, q->thread);
}

#define PROGRAM_FIELDS(FIELD) \
    FIELD(pointer_bytes)      \
    FIELD(offset_bits)        \
    FIELD(entry)              \
    FIELD(thread_entry)       \
    FIELD(argc)               \
    FIELD(argv)               \
    FIELD(tls_size)           \
    FIELD(tls_align) FIELD(query_funcs) FIELD(query_objects) FIELD(hash) FIELD(weak_order)

static void functions(codec *c)
{
    program *p = c->p;

    SIZED(c, &p->funcs);
    for (u32 i = 0; i < p->funcs.n; i++) {
        if (c->reading)
            p->funcs.at[i] = mem_alloc(sizeof *p->funcs.at[i]);
        function(c, p->funcs.at[i]);
    }
}

static void names(codec *c)
{
    program *p = c->p;

    SIZED(c, &p->signatures);
    for (u32 i = 0; i < p->signatures.n; i++)
        string(c, &p->signatures.at[i]);
    SIZED(c, &p->files);
    for (u32 i = 0; i < p->files.n; i++)
        string(c, &p->files.at[i]);
    SIZED(c, &p->dirs);
    for (u32 i = 0; i < p->dirs.n; i++)
        string(c, &p->dirs.at[i]);
    string(c, &p->level);
}

static void whole(codec *c)
{
    program *p = c->p;

#define FIELD(name) RAW(c, p->name);
    PROGRAM_FIELDS(FIELD)
#undef FIELD
    names(c);
    functions(c);
    SIZED(c, &p->objects);
    for (u32 i = 0; i < p->objects.n; i++)
        object_of(c, &p->objects.at[i]);
    SIZED(c, &p->types);
    for (u32 i = 0; i < p->types.n; i++)
        type_of(c, &p->types.at[i]);
    object_of(c, &p->tls);
    SIZED(c, &p->tls_vars);
    for (u32 i = 0; i < p->tls_vars.n; i++)
        variable_of(c, &p->tls_vars.at[i]);
    SIZED(c, &p->queries);
    for (u32 i = 0; i < p->queries.n; i++)
        query_of(c, &p->queries.at[i]);
    SIZED(c, &p->gaps);
    for (u32 i = 0; i < p->gaps.n; i++) {
        RAW(c, p->gaps.at[i].at);
        string(c, &p->gaps.at[i].what);
    }
}

/* Tables of another version have other lengths, or at least other names. */
static u64 version(void)
{
    u64 h = OP_COUNT + 1000 * BI_COUNT + 1000000 * MATH_COUNT;

    for (u32 i = 0; i < OP_COUNT; i++)
        for (const char *s = opcode_names[i]; *s; s++)
            h = h * 0x100000001b3u + (u8)*s;
    for (u32 i = 0; i < BI_COUNT; i++)
        for (const char *s = builtin_names[i]; *s; s++)
            h = h * 0x100000001b3u + (u8)*s;
    return h + sizeof(insn) + sizeof(operand) * 100 + sizeof(void *) * 10000;
}

static const char magic[16] = "heddle program\n";

void program_pack(const program *p, text *out)
{
    codec c = {.p = (program *)(uintptr_t)p, .bytes = *out};
    u64 made_by = version();

    text_addn(&c.bytes, magic, sizeof magic);
    RAW(&c, made_by);
    whole(&c);
    *out = c.bytes;
}

bool program_write(const program *p, const char *path)
{
    text bytes = {0};
    FILE *to = fopen(path, "wb");
    bool ok;

    if (!to)
        return false;
    program_pack(p, &bytes);
    ok = fwrite(bytes.at, 1, bytes.n, to) == bytes.n;
    ok = (fclose(to) == 0) & ok;
    text_free(&bytes);
    return ok;
}

/* The head of the file is ours. */
static bool ours(codec *c)
{
    char head[sizeof magic];
    u64 made_by;

    raw(c, head, sizeof head);
    RAW(c, made_by);
    return !c->bad && !memcmp(head, magic, sizeof head) && made_by == version();
}

program *program_unpack(const void *bytes, size_t n, const char **problem)
{
    codec c = {.reading = true, .bytes = {.at = (char *)(uintptr_t)bytes, .n = n}};

    *problem = NULL;
    if (!ours(&c)) {
        *problem = "it is no program of this version of heddle; write it again";
        return NULL;
    }
    c.p = mem_alloc(sizeof *c.p);
    whole(&c);
    if (c.bad || c.at != c.bytes.n) {
        *problem = "the file is damaged; write it again";
        program_free(c.p);
        return NULL;
    }
    program_verify(c.p);
    return c.p;
}

program *program_read(const char *path, const char **problem)
{
    text bytes = {0};
    program *p;

    if (!text_read_file(&bytes, path)) {
        *problem = strerror(errno);
        return NULL;
    }
    p = program_unpack(bytes.at, bytes.n, problem);
    text_free(&bytes);
    return p;
}
