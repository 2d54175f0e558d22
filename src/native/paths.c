/* The shortest path of typed pointers from a static variable of the program to an address, breadth
 * first, as the machine's reports have it (vm/path.c).  Types are those of the debug information,
 * values those that the memory of the process has now; nothing is changed there. */
#define _GNU_SOURCE
#include "native/paths.h"
#include "native/place.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

enum { LEVELS = 4, NODES = 512, LARGEST = 4096, WORD = 8 };

/* A thing of a known type, and how it is called. */
typedef struct thing {
    u64 at;
    dwarf_type type;
    bool direct; /* expr is the thing itself, else a pointer to it */
    u32 level;
    char *expr;
} thing;

typedef struct finder {
    dwarf *types;
    pid_t process;
    u64 wanted;
    u32 size;
    VEC(thing) things;
} finder;

static bool read_memory(const finder *f, u64 from, void *to, size_t n)
{
    struct iovec here = {to, n}, there = {(void *)(uintptr_t)from, n};

    return process_vm_readv(f->process, &here, 1, &there, 1, 0) == (ssize_t)n;
}

/* `p->a` of `p` and `.a`, `s.a` of `s` and `.a`. */
static void add_expression(const thing *t, const char *part, text *out)
{
    bool star = *t->expr == '*';

    if (t->direct)
        text_addf(out, "%s%s", t->expr, part);
    else if (!*part)
        text_addf(out, "*%s", t->expr);
    else if (*part == '.')
        text_addf(out, "%s%s%s->%s", star ? "(" : "", t->expr, star ? ")" : "", part + 1);
    else
        text_addf(out, "(*%s)%s", t->expr, part);
}

static bool known(const finder *f, u64 at, dwarf_type type)
{
    for (u32 i = 0; i < f->things.n; i++)
        if (f->things.at[i].at == at && f->things.at[i].type == type)
            return true;
    return false;
}

/* Every pointer inside the thing leads to another. */
static void expand(finder *f, u32 k)
{
    u64 size = dwarf_size(f->types, f->things.at[k].type), value[LARGEST / WORD], rest;
    text part = {0}, expr = {0};

    if (size > LARGEST || size < WORD ||
        !read_memory(f, f->things.at[k].at, value, size / WORD * WORD))
        return;
    for (u32 i = 0; i < size / WORD && f->things.n < NODES; i++) {
        thing t = f->things.at[k];
        dwarf_type to;

        text_clear(&part);
        text_clear(&expr);
        if (!value[i])
            continue;
        to =
            dwarf_target(f->types, dwarf_part(f->types, t.type, (u64)i * WORD, WORD, &rest, &part));
        if (!to || rest || !dwarf_size(f->types, to) || known(f, value[i], to))
            continue;
        add_expression(&t, text_str(&part), &expr);
        vec_push(&f->things, (thing){.at = value[i],
                                     .type = to,
                                     .level = t.level + 1,
                                     .expr = mem_strdup(text_str(&expr))});
    }
    text_free(&part);
    text_free(&expr);
}

static void seed(finder *f, u64 base)
{
    const char *name;
    dwarf_type type;
    u64 at;

    for (u32 i = 0; dwarf_each(f->types, i, &at, &type, &name); i++)
        if (*name)
            vec_push(
                &f->things,
                (thing){.at = at + base, .type = type, .direct = true, .expr = mem_strdup(name)});
}

static bool holds(const finder *f, const thing *t)
{
    return !t->direct && f->wanted >= t->at &&
           f->wanted + (f->size ? f->size : 1) <= t->at + dwarf_size(f->types, t->type);
}

static bool search(finder *f, named *is, text *out)
{
    for (u32 i = 0; i < f->things.n; i++) {
        const thing *t = &f->things.at[i];
        text part = {0};
        u64 rest;

        if (!holds(f, t)) {
            if (t->level < LEVELS)
                expand(f, i);
            continue;
        }
        *is = (named){f->types,
                      dwarf_part(f->types, t->type, f->wanted - t->at, f->size, &rest, &part)};
        add_expression(t, text_str(&part), out);
        if (rest)
            text_addf(out, " + %" PRIu64, rest);
        text_free(&part);
        return true;
    }
    return false;
}

bool paths_add(native *n, u32 process, u64 address, u32 size, named *is, text *out)
{
    where *w = names_where(n, process);
    finder f = {.process = (pid_t)slot_at(n, process)->process, .wanted = address, .size = size};
    u64 base = 0;
    bool found;

    f.types = w->modules.n ? where_types(w, w->modules.at[0].low, &base) : NULL;
    if (!f.types || f.process <= 0)
        return false;
    seed(&f, base);
    found = search(&f, is, out);
    for (u32 i = 0; i < f.things.n; i++)
        mem_free(f.things.at[i].expr);
    vec_free(&f.things);
    return found;
}

/* Values of paths. */

/* The static variable of that name; the debug information has each once. */
static bool find_variable(const finder *f, u64 base, const char *name, size_t n, thing *out)
{
    const char *own;
    u32 found = 0;
    u64 at;
    dwarf_type type;

    for (u32 i = 0; dwarf_each(f->types, i, &at, &type, &own); i++)
        if (strncmp(own, name, n) == 0 && !own[n]) {
            *out = (thing){.at = at + base, .type = type};
            found++;
        }
    return n && found == 1;
}

static bool follow(const finder *f, thing *t)
{
    dwarf_type to = dwarf_target(f->types, t->type);
    u64 value;

    if (!to || !read_memory(f, t->at, &value, sizeof value) || !value)
        return false;
    *t = (thing){.at = value, .type = to};
    return true;
}

static bool into_element(const finder *f, const char **at, thing *t)
{
    char *end;
    u64 index = strtoull(*at + 1, &end, 10);

    if (!isdigit((u8)(*at)[1]) || *end != ']')
        return false;
    *at = end + 1;
    t->type = dwarf_element(f->types, t->type, index, &t->at);
    return t->type != NO_TYPE;
}

static bool into_member(const finder *f, const char **at, thing *t)
{
    size_t n;

    if ((*at)[0] == '-' && (*at)[1] == '>') {
        if (!follow(f, t))
            return false;
        *at += 2;
    } else if ((*at)[0] == '.') {
        *at += 1;
    } else {
        return false;
    }
    n = text_word(*at);
    t->type = n ? dwarf_member(f->types, t->type, *at, n, &t->at) : NO_TYPE;
    *at += n;
    return t->type != NO_TYPE;
}

static bool walk(const finder *f, const char *path, thing *t)
{
    while (*path)
        if (!(*path == '[' ? into_element(f, &path, t) : into_member(f, &path, t)))
            return false;
    return true;
}

bool native_look(sys *s, u16 thread, const char *path, event *e, text *out)
{
    native *n = of(s);
    u32 process = thread < NATIVE_THREADS ? n->launch.shared->homes[thread] : 0;
    where *w = names_where(n, process);
    finder f = {.process = (pid_t)slot_at(n, process)->process};
    size_t length = text_word(path);
    u64 base = 0, value = 0, size;
    thing t;

    *e = (event){.thread = thread};
    f.types = w->modules.n ? where_types(w, w->modules.at[0].low, &base) : NULL;
    if (!f.types || f.process <= 0 || !find_variable(&f, base, path, length, &t) ||
        !walk(&f, path + length, &t))
        return false;
    size = dwarf_size(f.types, t.type);
    place_event(e, (u64)process << NATIVE_PROCESS | t.at);
    e->size = (u32)size;
    if (!dwarf_scalar(f.types, t.type) || !size || size > sizeof value ||
        !read_memory(&f, t.at, &value, size))
        return false;
    e->flags = EVF_VALUE;
    e->value = value;
    names_add_value(n, process, (named){f.types, t.type}, value, (u32)size, out);
    return true;
}
