/* Names for addresses.  The tool is started when the first name is asked for, that is when there is
 * something to show; without it, or without debug information, places are unknown and traces show
 * addresses.  Every answer is kept. */
#define _GNU_SOURCE
#include "native/where.h"
#include "base/process.h"

#include <elf.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TOOL "llvm-symbolizer-19"

/* What the loader added to the addresses in the file: nothing where they are fixed. */
static u64 base_of(const char *path, u64 low)
{
    Elf64_Ehdr h = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return low;
    if (read(fd, &h, sizeof h) != sizeof h)
        h.e_type = ET_DYN;
    close(fd);
    return h.e_type == ET_EXEC ? 0 : low;
}

static void add_mapping(where *w, const char *path, u64 low, u64 high)
{
    for (u32 i = 0; i < w->modules.n; i++)
        if (strcmp(w->modules.at[i].path, path) == 0) {
            w->modules.at[i].high = high;
            return;
        }
    vec_push(
        &w->modules,
        (module){.path = mem_strdup(path), .low = low, .high = high, .base = base_of(path, low)});
}

/* The zeroed data of a program has no file but follows its last mapping. */
static void add_line(where *w, const char *line)
{
    char path[4096] = "";
    u64 low, high;

    if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %*s %*s %*s %4095[^\n]", &low, &high, path) < 2)
        return;
    if (path[0] == '/')
        add_mapping(w, path, low, high);
    else if (!path[0] && w->modules.n && vec_last(&w->modules).high == low)
        vec_last(&w->modules).high = high;
}

void where_open(where *w, pid_t process)
{
    char path[64], line[4400];
    FILE *maps;

    *w = (where){0};
    snprintf(path, sizeof path, "/proc/%d/maps", process);
    maps = fopen(path, "r");
    while (maps && fgets(line, sizeof line, maps))
        add_line(w, line);
    if (maps)
        fclose(maps);
}

bool where_same(const where *a, const where *b)
{
    for (u32 i = 0; i < a->modules.n && i < b->modules.n; i++)
        if (a->modules.at[i].low != b->modules.at[i].low ||
            strcmp(a->modules.at[i].path, b->modules.at[i].path) != 0)
            return false;
    return a->modules.n == b->modules.n;
}

static void start_tool(where *w)
{
    static const char *const words[] = {TOOL, NULL};

    w->asked = true;
    w->user = getpid();
    signal(SIGPIPE, SIG_IGN);
    w->tool = process_pipe(words, &w->to, &w->from);
}

static bool answer(where *w, char *line, size_t n)
{
    size_t length;

    if (!fgets(line, (int)n, w->from))
        return false;
    length = strlen(line);
    if (length && line[length - 1] == '\n')
        line[length - 1] = 0;
    return true;
}

/* Names of files are from this folder on, where they are in it. */
static const char *from_here(const char *path)
{
    char here[4096];
    size_t n;

    if (!getcwd(here, sizeof here))
        return path;
    n = strlen(here);
    return strncmp(path, here, n) == 0 && path[n] == '/' && n > 1 ? path + n + 1 : path;
}

static void parse_place(spot *s, char *line)
{
    char *column = strrchr(line, ':'), *number;

    if (!column)
        return;
    *column = 0;
    number = strrchr(line, ':');
    if (!number)
        return;
    *number = 0;
    s->line = (u32)strtoul(number + 1, NULL, 10);
    s->column = (u32)strtoul(column + 1, NULL, 10);
    if (s->line && strcmp(line, "??") != 0)
        s->file = mem_strdup(from_here(line));
}

static bool of_system(const spot *s)
{
    return strncmp(s->file, "/usr/", 5) == 0;
}

static void forget_place(spot *s)
{
    if (*s->function)
        mem_free((char *)s->function);
    if (*s->file)
        mem_free((char *)s->file);
    s->function = s->file = "";
    s->line = s->column = 0;
}

static void read_line(spot *s, u32 i, char *line)
{
    if (i == 0 && strcmp(line, "??") != 0)
        s->function = mem_strdup(line);
    else if (i == 1 && s->data)
        s->size = sscanf(line, "%" SCNu64 " %" SCNu64, &s->begin, &s->size) == 2 ? s->size : 0;
    else if (i == 1)
        parse_place(s, line);
}

static spot *spot_new(u64 address, bool data)
{
    spot *s = mem_alloc(sizeof *s);

    *s = (spot){.address = address, .data = data, .function = "", .file = ""};
    return s;
}

/* Reads to the empty line that ends an answer.  Functions that were inlined come first, each in two
 * lines, and then who called them; those of the system are left out. */
static void read_answer(where *w, spot *s, const module *m)
{
    char line[8192];
    spot *at = s;

    for (u32 i = 0; answer(w, line, sizeof line) && line[0]; i++) {
        if (i >= 2 && s->data)
            continue;
        if (i >= 2 && i % 2 == 0 && of_system(at))
            forget_place(at);
        else if (i >= 2 && i % 2 == 0)
            at = at->outer = spot_new(s->address, false);
        read_line(at, i % 2, line);
    }
    s->begin += m->base;
    s->user &= s->data || !of_system(s);
    for (spot *o = s->outer; o; o = o->outer)
        o->user = s->user && !of_system(o);
}

static void query(where *w, spot *s)
{
    for (u32 i = 0; i < w->modules.n; i++) {
        const module *m = &w->modules.at[i];

        if (s->address < m->low || s->address >= m->high)
            continue;
        s->user = i == 0;
        if (!w->asked)
            start_tool(w);
        if (!w->to || !w->from)
            return;
        if (fprintf(w->to, "%s \"%s\" 0x%" PRIx64 "\n", s->data ? "DATA" : "CODE", m->path,
                    s->address - m->base) > 0 &&
            fflush(w->to) == 0)
            read_answer(w, s, m);
        return;
    }
}

dwarf *where_types(where *w, u64 address, u64 *base)
{
    for (u32 i = 0; i < w->modules.n; i++) {
        module *m = &w->modules.at[i];

        if (address < m->low || address >= m->high)
            continue;
        if (!m->typed)
            m->types = dwarf_open_file(m->path);
        m->typed = true;
        *base = m->base;
        return m->types;
    }
    return NULL;
}

typedef struct source {
    char *file;
    VEC(u8) has;
} source;

typedef VEC(source) source_list;

static void note_line(void *with, const char *path, u32 line)
{
    source_list *all = with;
    const char *file = from_here(path);
    u32 i = 0;

    while (i < all->n && strcmp(all->at[i].file, file) != 0)
        i++;
    if (i == all->n)
        vec_push(all, ((source){.file = mem_strdup(file)}));
    while (all->at[i].has.n <= line)
        vec_push(&all->at[i].has, 0);
    all->at[i].has.at[line] = 1;
}

void where_lines(where *w, void (*each)(void *with, const char *file, const u8 *has, u32 lines),
                 void *with)
{
    source_list all = {0};
    u64 base;
    dwarf *d = w->modules.n ? where_types(w, w->modules.at[0].low, &base) : NULL;

    if (d)
        dwarf_lines(d, note_line, &all);
    for (u32 i = 0; i < all.n; i++) {
        each(with, all.at[i].file, all.at[i].has.at, all.at[i].has.n);
        mem_free(all.at[i].file);
        vec_free(&all.at[i].has);
    }
    vec_free(&all);
}

static const spot *look(where *w, u64 address, bool data)
{
    spot *s;

    for (u32 i = 0; i < w->spots.n; i++)
        if (w->spots.at[i]->address == address && w->spots.at[i]->data == data)
            return w->spots.at[i];
    s = spot_new(address, data);
    query(w, s);
    vec_push(&w->spots, s);
    return s;
}

const spot *where_code(where *w, u64 address)
{
    return look(w, address, false);
}

const spot *where_data(where *w, u64 address)
{
    return look(w, address, true);
}

static void close_tool(where *w)
{
    if (w->to)
        fclose(w->to);
    if (w->from)
        fclose(w->from);
    w->to = w->from = NULL;
}

void where_adopt(where *w)
{
    if (!w->asked || w->user == getpid())
        return;
    close_tool(w);
    w->tool = 0;
    w->asked = false;
}

static void spot_free(spot *s)
{
    for (spot *outer; s; s = outer) {
        outer = s->outer;
        forget_place(s);
        mem_free(s);
    }
}

void where_close(where *w)
{
    for (u32 i = 0; i < w->modules.n; i++) {
        mem_free(w->modules.at[i].path);
        dwarf_close_file(w->modules.at[i].types);
    }
    for (u32 i = 0; i < w->spots.n; i++)
        spot_free(w->spots.at[i]);
    close_tool(w);
    if (w->tool > 0)
        process_await(w->tool);
    vec_free(&w->modules);
    vec_free(&w->spots);
}
