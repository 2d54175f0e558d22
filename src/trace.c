/* Traces on disk, and the birth names of threads.
 *
 * The file is text: `heddle trace 2`, lines `key value`, the line `moves N`, N lines
 * `thread kind choice`, those of an execution graph with a place behind, a checksum over all that
 * stands before it, and `end`.  Backslash and newline in values are written `\\` and `\n`.  A file
 * that was cut, changed or written by another version is told apart from one that is no trace, and
 * never read in part. */
#include "trace.h"
#include "base/hash.h"
#include "base/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_WORDS "heddle trace "
#define FIRST_LINE  FIRST_WORDS "2\n"
#define LAST_LINE   "end\n"
#define SUM_WORD    "checksum "
#define SUM_LENGTH  (sizeof SUM_WORD - 1 + 16 + 1)

/* KEY(name, field kind, member): the header of the file, in this order. */
#define TRACE_KEYS(KEY)             \
    KEY("system", SYSTEM, system)   \
    KEY("folder", STRING, folder)   \
    KEY("program", HASH, program)   \
    KEY("error", ERROR, error)      \
    KEY("file", STRING, file)       \
    KEY("line", NUMBER, line)       \
    KEY("message", STRING, message) \
    KEY("shortest", FLAG, shortest) \
    KEY("calmest", FLAG, calmest)   \
    KEY("refuted", FLAG, refuted)   \
    KEY("lasso", FLAG, lasso)       \
    KEY("loop", NUMBER, loop)

void trace_free(trace *t)
{
    for (u32 i = 0; i < t->moves.n; i++)
        mem_free(t->moves.at[i].thread);
    for (u32 i = 0; i < t->command.n; i++)
        mem_free(t->command.at[i]);
    vec_free(&t->moves);
    vec_free(&t->places);
    vec_free(&t->command);
    mem_free(t->folder);
    mem_free(t->file);
    mem_free(t->message);
    *t = (trace){0};
}

static void add_escaped(text *out, const char *s)
{
    for (; *s; s++) {
        if (*s == '\\')
            text_add(out, "\\\\");
        else if (*s == '\n')
            text_add(out, "\\n");
        else
            text_addc(out, *s);
    }
}

static void add_line(text *out, const char *key, const char *value)
{
    text_addf(out, "%s ", key);
    add_escaped(out, value ? value : "");
    text_addc(out, '\n');
}

static void add_STRING(text *out, const char *key, char *const *value)
{
    add_line(out, key, *value);
}

static void add_HASH(text *out, const char *key, const u64 *value)
{
    text_addf(out, "%s %016" PRIx64 "\n", key, *value);
}

static void add_ERROR(text *out, const char *key, const error_kind *value)
{
    add_line(out, key, error_names[*value]);
}

static const char *const system_names[TRACE_SYSTEMS] = {"check", "graphs", "asm", "native"};

static void add_SYSTEM(text *out, const char *key, const trace_system *value)
{
    add_line(out, key, system_names[*value]);
}

static void add_NUMBER(text *out, const char *key, const u32 *value)
{
    text_addf(out, "%s %" PRIu32 "\n", key, *value);
}

static void add_FLAG(text *out, const char *key, const bool *value)
{
    add_line(out, key, *value ? "yes" : "no");
}

static void add_move(const trace *t, u32 i, text *out)
{
    const trace_move *m = &t->moves.at[i];

    text_addf(out, "%s %s %" PRIu32, m->thread, move_names[m->kind], m->choice);
    if (t->system == TRACE_GRAPHS)
        text_addf(out, " %" PRIu32, t->places.at[i]);
    text_addc(out, '\n');
}

static void print(const trace *t, text *out)
{
    text_add(out, FIRST_LINE);
    for (u32 i = 0; i < t->command.n; i++)
        add_line(out, "command", t->command.at[i]);
#define KEY(name, kind, member) add_##kind(out, name, &t->member);
    TRACE_KEYS(KEY)
#undef KEY
    text_addf(out, "moves %" PRIu32 "\n", t->moves.n);
    for (u32 i = 0; i < t->moves.n; i++)
        add_move(t, i, out);
    text_addf(out, SUM_WORD "%016" PRIx64 "\n" LAST_LINE, hash_bytes(out->at, out->n, 1));
}

static bool write_all(FILE *f, const text *out)
{
    bool ok = fwrite(out->at, 1, out->n, f) == out->n;

    return (fclose(f) == 0) & ok;
}

bool trace_write(const trace *t, const char *path)
{
    text out = {0};
    FILE *f = fopen(path, "wb");
    bool ok = false;

    print(t, &out);
    if (f)
        ok = write_all(f, &out);
    text_free(&out);
    return ok;
}

/* The next line, without its newline, ended by a zero byte; NULL when none is left. */
static char *next_line(char **at)
{
    char *line = *at, *end = strchr(line, '\n');

    if (!end)
        return NULL;
    *end = 0;
    *at = end + 1;
    return line;
}

static void unescape(char *s)
{
    char *to = s;

    for (; *s; s++) {
        if (*s == '\\' && s[1]) {
            s++;
            *to++ = *s == 'n' ? '\n' : *s;
        } else {
            *to++ = *s;
        }
    }
    *to = 0;
}

static bool parse_u32(const char *s, u32 *value)
{
    char *end;
    unsigned long v;

    if (*s < '0' || *s > '9')
        return false;
    errno = 0;
    v = strtoul(s, &end, 10);
    *value = (u32)v;
    return !*end && !errno && v <= UINT32_MAX;
}

static bool parse_STRING(char *s, char **value)
{
    unescape(s);
    mem_free(*value);
    *value = mem_strdup(s);
    return true;
}

static bool parse_HASH(const char *s, u64 *value)
{
    char *end;

    errno = 0;
    *value = strtoull(s, &end, 16);
    return strlen(s) == 16 && !*end && !errno;
}

static bool parse_ERROR(const char *s, error_kind *value)
{
    return error_named(s, value);
}

static bool parse_SYSTEM(const char *s, trace_system *value)
{
    for (int k = 0; k < TRACE_SYSTEMS; k++) {
        if (strcmp(s, system_names[k]) == 0) {
            *value = (trace_system)k;
            return true;
        }
    }
    return false;
}

static bool parse_NUMBER(const char *s, u32 *value)
{
    return parse_u32(s, value);
}

static bool parse_FLAG(const char *s, bool *value)
{
    *value = strcmp(s, "yes") == 0;
    return *value || strcmp(s, "no") == 0;
}

static bool parse_key(trace *t, const char *key, char *value)
{
    if (strcmp(key, "command") == 0) {
        char *argument = NULL;

        parse_STRING(value, &argument);
        vec_push(&t->command, argument);
        return true;
    }
#define KEY(name, kind, member) \
    if (strcmp(key, name) == 0) \
        return parse_##kind(value, &t->member);
    TRACE_KEYS(KEY)
#undef KEY
    return false;
}

/* "0", "0.2", "0.2.1" ... */
static bool is_birth(const char *s)
{
    while (*s >= '0' && *s <= '9') {
        while (*s >= '0' && *s <= '9')
            s++;
        if (!*s)
            return true;
        if (*s++ != '.')
            return false;
    }
    return false;
}

static bool parse_place(trace *t, char *choice)
{
    char *place = strchr(choice, ' ');
    u32 number;

    if (t->system != TRACE_GRAPHS)
        return true;
    if (!place || !parse_u32(place + 1, &number))
        return false;
    *place = 0;
    vec_push(&t->places, number);
    return true;
}

static bool parse_move(trace *t, char *line)
{
    char *kind = strchr(line, ' '), *choice = kind ? strchr(kind + 1, ' ') : NULL;
    trace_move m = {0};

    if (!choice || !parse_place(t, choice + 1))
        return false;
    *kind++ = 0;
    *choice++ = 0;
    while (m.kind < MOVE_KINDS && strcmp(kind, move_names[m.kind]) != 0)
        m.kind++;
    if (m.kind == MOVE_KINDS || !is_birth(line) || !parse_u32(choice, &m.choice))
        return false;
    m.thread = mem_strdup(line);
    vec_push(&t->moves, m);
    return true;
}

static bool parse_moves(trace *t, char **at, u32 count)
{
    while (count--) {
        char *line = next_line(at);

        if (!line || !parse_move(t, line))
            return false;
    }
    return !**at;
}

/* The text between the first line and the checksum. */
static bool parse(trace *t, char *at)
{
    char *line;

    while ((line = next_line(&at))) {
        char *value = strchr(line, ' ');
        u32 count;

        if (!value)
            return false;
        *value++ = 0;
        if (strcmp(line, "moves") == 0)
            return parse_u32(value, &count) && parse_moves(t, &at, count);
        if (!parse_key(t, line, value))
            return false;
    }
    return false;
}

static bool starts(const text *in, const char *s)
{
    return in->n >= strlen(s) && memcmp(in->at, s, strlen(s)) == 0;
}

static bool ends(const text *in, const char *s)
{
    size_t n = strlen(s);

    return in->n >= n && memcmp(in->at + in->n - n, s, n) == 0;
}

/* Whether the checksum is there and right; cuts it off. */
static bool sum_holds(text *in)
{
    size_t tail = SUM_LENGTH + sizeof LAST_LINE - 1;
    char expected[SUM_LENGTH + 1];

    if (in->n < tail)
        return false;
    in->n -= tail;
    snprintf(expected, sizeof expected, SUM_WORD "%016" PRIx64 "\n", hash_bytes(in->at, in->n, 1));
    if (memcmp(in->at + in->n, expected, SUM_LENGTH) != 0)
        return false;
    in->at[in->n] = 0;
    return true;
}

static const char *read_text(trace *t, text *in)
{
    if (in->n == 0)
        return "the file is empty; a trace begins with the line `heddle trace 2`";
    if (in->n < sizeof FIRST_LINE - 1 && memcmp(in->at, FIRST_LINE, in->n) == 0)
        return "the trace is cut short: its last lines are missing; write it again with heddle "
               "check";
    if (!starts(in, FIRST_WORDS))
        return "this is no trace; a trace begins with the line `heddle trace 2`";
    if (!starts(in, FIRST_LINE))
        return "the trace was written by another version of heddle; write it again with heddle "
               "check";
    if (!ends(in, "\n" LAST_LINE))
        return "the trace is cut short: its last lines are missing; write it again with heddle "
               "check";
    if (!sum_holds(in))
        return "the trace was changed: its checksum does not fit; write it again with heddle check";
    if (strlen(in->at) != in->n || !parse(t, in->at + sizeof FIRST_LINE - 1))
        return "the trace has a line that is not understood; write it again with heddle check";
    return NULL;
}

const char *trace_read(trace *t, const char *path)
{
    text in = {0};
    const char *problem;

    *t = (trace){0};
    errno = 0;
    if (!text_read_file(&in, path)) {
        text_free(&in);
        return strerror(errno ? errno : EIO);
    }
    problem = read_text(t, &in);
    text_free(&in);
    if (problem)
        trace_free(t);
    return problem;
}

static void births_room(births *b, u32 slot)
{
    while (b->names.n <= slot) {
        vec_push(&b->names, NULL);
        vec_push(&b->children, 0);
    }
}

/* The thread at a slot is now the one of that name; takes the string over. */
static void births_put(births *b, u32 slot, char *name)
{
    births_room(b, slot);
    mem_free(b->names.at[slot]);
    b->names.at[slot] = name;
    b->children.at[slot] = 0;
}

void births_init(births *b)
{
    *b = (births){0};
    births_put(b, 0, mem_strdup("0"));
}

static void births_create(births *b, u16 parent, u32 child)
{
    text name = {0};

    births_room(b, parent);
    if (!b->names.at[parent])
        die("thread %u creates another but was never created itself", parent);
    text_addf(&name, "%s.%" PRIu32, b->names.at[parent], ++b->children.at[parent]);
    births_put(b, child, mem_strdup(name.at));
    text_free(&name);
}

void births_after(births *b, u16 thread, const taken *t)
{
    for (u32 i = 0; i < t->events.n; i++) {
        const event *e = &t->events.at[i];

        if (e->kind == EV_CREATE)
            births_create(b, thread, (u32)e->value);
    }
}

int births_slot(const births *b, const char *name)
{
    for (u32 i = 0; i < b->names.n; i++)
        if (b->names.at[i] && strcmp(b->names.at[i], name) == 0)
            return (int)i;
    return -1;
}

void births_free(births *b)
{
    vec_free_items(&b->names);
    vec_free(&b->children);
}
