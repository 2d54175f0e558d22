/* A litmus test from its file: the line with its language and name, what generators say of it, the
 * initial values, the threads, and the condition.
 *
 *   C SB
 *   "Fre PodWR Fre PodWR"
 *   { x=0; atomic_int y = 0; 0:r0=1; }
 *   P0 (atomic_int *x, atomic_int *y) { ... }
 *   exists (0:r0=0 /\ 1:r0=0) */
#include "litmus/reader.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

static void read_header(reader *r)
{
    char *language = reader_word(r, "the language, C or X86, and the name of the test");
    size_t n;

    if (strcmp(language, "C") == 0)
        r->t->language = LITMUS_C;
    else if (strcmp(language, "X86") == 0)
        r->t->language = LITMUS_X86;
    else
        reader_fail(r, "'%s' is not understood; a litmus test begins with 'C NAME' or 'X86 NAME'",
                    language);
    mem_free(language);
    r->at += strspn(r->at, " \t");
    n = strcspn(r->at, " \t\r\n");
    if (!n)
        reader_fail(r, "the name of the test is missing");
    r->t->name = mem_strndup(r->at, n);
    r->at += n;
}

/* "words of a generator", and Key=Value lines. */
static void read_remarks(reader *r)
{
    for (reader_skip(r); *r->at != '{'; reader_skip(r)) {
        const char *end = *r->at == '"' ? strchr(r->at + 1, '"') : r->at + strcspn(r->at, "\n");

        if (!end || !*end)
            reader_fail(r, "the initial values are missing: { x=0; y=0; }");
        if (*r->at != '"' && !memchr(r->at, '=', (size_t)(end - r->at)))
            reader_fail(r, "the initial values are expected: { x=0; y=0; }");
        reader_to(r, end + 1);
    }
}

static void set_first(reader *r, u32 k)
{
    litmus_place *p = &r->t->places.at[k];

    if (!reader_take(r, "="))
        return;
    reader_skip(r);
    if (!reader_at_number(r))
        reader_fail(r, "the initial value of %s is no number", p->name);
    p->first = reader_number(r);
    p->set = true;
}

static void read_first_register(reader *r)
{
    i32 thread = (i32)reader_number(r);

    reader_expect(r, ":");
    set_first(r, reader_place(r, thread, reader_register(r)));
}

/* `int x = 1`, `x = 1` or `x`: the last word is the name. */
static void read_first_location(reader *r)
{
    text type = {0};
    char *name = reader_word(r, "a location");
    u32 k;

    for (reader_skip(r); text_word(r->at) || *r->at == '('; reader_skip(r)) {
        text_addf(&type, "%s%s", type.n ? " " : "", name);
        if (*r->at == '(') { /* _Atomic(int) */
            size_t n = strcspn(r->at, ")\n");

            text_addn(&type, r->at, n);
            text_addc(&type, ')');
            r->at += n + (r->at[n] == ')');
        }
        mem_free(name);
        name = reader_word(r, "the name of a location");
    }
    if (*r->at == '*' || *r->at == '[')
        reader_fail(r, "pointers and arrays are not understood in a litmus test");
    k = reader_place(r, -1, name);
    if (type.n && !r->t->places.at[k].type)
        r->t->places.at[k].type = type.at;
    else
        text_free(&type);
    set_first(r, k);
}

static void read_first(reader *r)
{
    reader_expect(r, "{");
    while (!reader_take(r, "}")) {
        reader_skip(r);
        if (reader_take(r, ";"))
            continue;
        if (isdigit((unsigned char)*r->at)) {
            read_first_register(r);
        } else if (reader_take(r, "[")) {
            u32 k = reader_place(r, -1, reader_word(r, "a location"));

            reader_expect(r, "]");
            set_first(r, k);
        } else {
            read_first_location(r);
        }
        reader_skip(r);
        if (*r->at != '}')
            reader_expect(r, ";");
    }
}

static void read_end(reader *r)
{
    for (reader_skip(r); *r->at; reader_skip(r)) {
        if (reader_at_word(r, "locations")) {
            locations_read(r);
        } else if (reader_at_word(r, "filter")) {
            filter_read(r);
        } else {
            condition_read(r);
            reader_skip(r);
            if (*r->at)
                reader_fail(r, "the condition ends here, but the file does not");
            return;
        }
    }
    reader_fail(r, "the condition is missing: exists, ~exists or forall");
}

static void check_registers(const reader *r)
{
    for (u32 k = 0; k < r->t->places.n; k++)
        if (r->t->places.at[k].thread >= (i32)r->t->threads.n)
            fail(EXIT_INPUT, "%s:%u: there is no thread P%d", r->t->file, r->t->places.at[k].line,
                 r->t->places.at[k].thread);
}

void litmus_read(litmus *t, const char *file)
{
    text in = {0};
    reader r = {.t = t, .line = 1};

    *t = (litmus){.file = file};
    if (!text_read_file(&in, file))
        fail(EXIT_INPUT, "%s: %s; give the path of a litmus test", file, strerror(errno));
    r.at = text_str(&in);
    read_header(&r);
    read_remarks(&r);
    read_first(&r);
    if (t->language == LITMUS_C)
        code_read(&r);
    else
        x86_read(&r);
    if (!t->threads.n)
        reader_fail(&r, "the threads are missing: P0 ...");
    check_registers(&r);
    read_end(&r);
    text_free(&in);
}

void litmus_free(litmus *t)
{
    for (u32 k = 0; k < t->places.n; k++) {
        mem_free(t->places.at[k].name);
        mem_free(t->places.at[k].type);
    }
    for (u32 i = 0; i < t->threads.n; i++) {
        for (u32 k = 0; k < t->threads.at[i].parameters.n; k++)
            mem_free(t->threads.at[i].parameters.at[k].type);
        vec_free(&t->threads.at[i].parameters);
        text_free(&t->threads.at[i].body);
    }
    vec_free(&t->places);
    vec_free(&t->threads);
    vec_free(&t->props);
    mem_free(t->name);
}
