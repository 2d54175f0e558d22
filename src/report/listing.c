/* The picture of a report that is a list.
 *
 * Not every failure is a run of the machine that can be taken again: one over execution graphs is
 * no sequence of steps, and SPIN's is one of a model.  Their reports list what was done, a line
 * each, and the page draws these lines as it draws a run:
 *
 *     3  T0  message.c:28    ready is 1  (written by T1 at 2)
 *    25  T1 worker        treiber.c:37  do {    [top = 1]
 *
 * A line begins with its number, which counts from 1; then stand the thread, the place, what was
 * done, and behind two blanks or more what is to be said of it.  Other lines are no steps. */
#include "report/listing.h"
#include "base/json.h"
#include "report/columns.h"
#include "report/cxx.h"
#include "report/picture.h"
#include "report/report.h"
#include "report/sarif.h"
#include "report/source.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void listing_free(line_list *list)
{
    for (u32 i = 0; i < list->n; i++) {
        line *l = &list->at[i];

        mem_free(l->name);
        mem_free(l->file);
        mem_free(l->did);
        mem_free(l->note);
        mem_free(l->after);
        mem_free(l->where);
        mem_free(l->value);
    }
    vec_free(list);
}

static char *trimmed(const char *from, const char *to)
{
    while (from < to && *from == ' ')
        from++;
    while (to > from && to[-1] == ' ')
        to--;
    return mem_strndup(from, (size_t)(to - from));
}

/* The first word that is a place, `file:12`, and where it ends; NULL: there is none. */
static const char *find_place(const char *s, const char *end, const char **after,
                              const char **colon)
{
    while (s < end) {
        const char *to;

        while (s < end && *s == ' ')
            s++;
        for (to = s; to < end && *to != ' ';)
            to++;
        for (*colon = to; *colon > s && isdigit((u8)(*colon)[-1]);)
            --*colon;
        if (*colon < to && *colon > s + 1 && (*colon)[-1] == ':') {
            *after = to;
            return s;
        }
        s = to;
    }
    return NULL;
}

/* `main`, `T1`, `T1 worker`. */
static void read_thread(const char *s, const char *end, line *l)
{
    const char *digits = *s == 'T' && isdigit((u8)s[1]) ? s + 1 : NULL;

    l->thread = digits ? (u32)atoi(digits) : 0;
    while (digits && isdigit((u8)*digits))
        digits++;
    l->name = trimmed(digits ? digits : s, end);
}

/* `x = 1` tells what x is from then on, as an action or as what changed by it; a statement of the
 * source, which has a semicolon or parentheses, does not, nor does what was read: under a weak
 * memory model that may be old. */
static void read_value(line *l)
{
    const char *words = *l->after ? l->after : l->did, *set = strstr(words, " = ");

    if (!set || (!*l->after && strpbrk(words, ";(")))
        set = words;
    l->where = mem_strndup(words, (size_t)(set - words));
    l->value = mem_strdup(set > words ? set + 3 : "");
}

/* What was done, and behind it a note or what changed. */
static void read_action(const char *s, const char *end, line *l)
{
    const char *open, *gap;

    while (s < end && *s == ' ')
        s++;
    for (gap = s; gap < end && !(gap[0] == ' ' && gap[1] == ' ');)
        gap++;
    for (open = gap; open < end && *open == ' ';)
        open++;
    l->did = trimmed(s, gap);
    if (open < end && *open == '[' && end[-1] == ']') {
        l->note = mem_strdup("");
        l->after = mem_strndup(open + 1, (size_t)(end - open - 2));
    } else {
        l->note = trimmed(open, end);
        l->after = mem_strdup("");
    }
}

/* The step with the number `wanted`; false: the line is none. */
static bool read_line(const char *s, const char *end, u32 wanted, line *l)
{
    const char *place, *after, *colon, *from;
    char *rest;

    if ((u32)strtoul(s, &rest, 10) != wanted || rest == s || rest + 2 > end ||
        strncmp(rest, "  ", 2) != 0)
        return false;
    place = find_place(rest + 2, end, &after, &colon);
    if (!place)
        return false;
    *l = (line){.line = (u32)atoi(colon), .file = mem_strndup(place, (size_t)(colon - 1 - place))};
    read_thread(rest + 2, place, l);
    read_action(after, end, l);
    read_value(l);
    from = strstr(l->note, "(written by T");
    from = from ? strstr(from, " at ") : NULL;
    l->from = from ? (u32)atoi(from + 4) : 0;
    return true;
}

/* A list may name files without their folders; the error has it. */
static void find_folder(line *l, const char *file)
{
    const char *slash = strrchr(file, '/');

    if (!slash || strcmp(slash + 1, l->file) != 0)
        return;
    mem_free(l->file);
    l->file = mem_strdup(file);
}

/* What a call of C++'s library is to its users. */
static void name_call(line *l)
{
    text said = {0};

    if (!cxx_call(l->did))
        return;
    cxx_say_call(l->did, &said);
    mem_free(l->did);
    l->did = mem_strdup(text_str(&said));
    text_free(&said);
}

void listing_read(const char *report, const failure *f, line_list *list)
{
    text ignored = {0};

    while (*report) {
        const char *end = report + strcspn(report, "\n");
        line l;

        if (read_line(report, end, list->n + 1, &l)) {
            find_folder(&l, f->file);
            name_call(&l);
            vec_push(list, l);
        }
        report = end + (*end == '\n');
    }
    listing_summary(list, f, &ignored);
    text_free(&ignored);
}

static u32 count_threads(const line_list *list)
{
    u32 n = 1;

    for (u32 i = 0; i < list->n; i++)
        n = list->at[i].thread >= n ? list->at[i].thread + 1 : n;
    return n;
}

static const char *name_of(const line_list *list, u32 thread)
{
    for (u32 i = 0; i < list->n; i++)
        if (list->at[i].thread == thread && *list->at[i].name)
            return list->at[i].name;
    return thread ? "" : "main";
}

static void add_threads(json *j, const line_list *list)
{
    u32 n = count_threads(list);

    json_array(j, "threads");
    for (u32 t = 0; t < n; t++) {
        json_object(j, NULL);
        json_string(j, "name", name_of(list, t));
        json_null(j, "created");
        json_end(j);
    }
    json_end(j);
}

/* The thread whose last step was at the line that fails, else that of the last step. */
static u32 failing(const line_list *list, const failure *f)
{
    for (u32 i = list->n; i-- > 0;)
        if (list->at[i].line == f->line)
            return list->at[i].thread;
    return vec_last(list).thread;
}

static row row_of(const line *l, u32 step)
{
    return (row){.kind = ROW_ACTION,
                 .step = step,
                 .actor = (int)l->thread,
                 .file = l->file,
                 .line = l->line,
                 .matters = l->matters,
                 .did = l->did,
                 .note = l->note,
                 .after = l->after};
}

/* The rows of the steps and of the failure, in whose words `did` is needed as long. */
static void make_rows(const line_list *list, const failure *f, source *src, text *did,
                      row_list *out)
{
    source_line(src, f->file, f->line, did);
    text_add(did, did->n ? "  FAILS" : f->message);
    for (u32 i = 0; i < list->n; i++)
        vec_push(&out->rows, row_of(&list->at[i], i + 1));
    vec_push(&out->rows, ((row){.kind = ROW_FAIL,
                                .actor = (int)failing(list, f),
                                .file = f->file,
                                .line = f->line,
                                .did = did->at,
                                .note = "",
                                .after = ""}));
}

static void add_rows(json *j, const line_list *list, const failure *f, source *src)
{
    text did = {0};
    row_list rows = {0};

    make_rows(list, f, src, &did, &rows);
    json_array(j, "rows");
    for (u32 i = 0; i < rows.rows.n; i++)
        picture_row(j, &rows.rows.at[i]);
    json_end(j);
    vec_free(&rows.rows);
    text_free(&did);
}

static void add_done(json *j, const line *l)
{
    json_string(j, "event", *l->where ? "write" : "read");
    json_string(j, "file", l->file);
    json_number(j, "line", l->line);
    json_string(j, "where", *l->where ? l->where : NULL);
    json_string(j, "value", *l->value ? l->value : NULL);
    json_null(j, "old");
    if (l->from)
        json_number(j, "written_at", l->from);
}

static void add_event(json *j, const line *l)
{
    json_array(j, "events");
    json_object(j, NULL);
    add_done(j, l);
    json_end(j);
    json_end(j);
}

static void add_steps(json *j, const line_list *list, source *src)
{
    text line_of = {0};

    json_array(j, "steps");
    for (u32 i = 0; i < list->n; i++) {
        const line *l = &list->at[i];

        source_raw(src, l->file, l->line, &line_of);
        json_object(j, NULL);
        json_number(j, "thread", l->thread);
        json_array(j, "rests");
        json_string(j, NULL, l->file);
        json_number(j, NULL, l->line);
        json_end(j);
        add_event(j, l);
        json_end(j);
    }
    json_end(j);
    text_free(&line_of);
}

void report_listing(const char *report, const failure *f, text *out)
{
    line_list list = {0};
    source src = {0};
    json j = {.out = out};

    listing_read(report, f, &list);
    if (list.n) {
        json_object(&j, NULL);
        add_threads(&j, &list);
        add_rows(&j, &list, f, &src);
        add_steps(&j, &list, &src);
        picture_sources(&j, &src);
        json_end(&j);
    }
    source_free(&src);
    listing_free(&list);
}

void report_listed(const char *report, const failure *f, text *out)
{
    line_list list = {0};
    json j = {.out = out};
    char thread[16];

    listing_read(report, f, &list);
    json_array(&j, NULL);
    for (u32 i = 0; i < list.n; i++) {
        snprintf(thread, sizeof thread, "T%u", list.at[i].thread);
        json_object(&j, NULL);
        json_number(&j, "step", i + 1);
        json_string(&j, "thread", thread);
        add_done(&j, &list.at[i]);
        json_string(&j, "text", list.at[i].did);
        json_string(&j, "note", *list.at[i].note ? list.at[i].note : NULL);
        json_end(&j);
    }
    json_end(&j);
    listing_free(&list);
}

void report_listed_flows(const char *report, const failure *f, text *out)
{
    line_list list = {0};
    source src = {0};
    row_list rows = {0};
    text did = {0};
    string_list names = {0};

    listing_read(report, f, &list);
    if (list.n) {
        make_rows(&list, f, &src, &did, &rows);
        for (u32 t = 0; t < count_threads(&list); t++)
            vec_push(&names, name_of(&list, t));
        sarif_flows(&rows, &names, out);
    }
    vec_free(&names);
    vec_free(&rows.rows);
    text_free(&did);
    source_free(&src);
    listing_free(&list);
}

void report_listed_summary(const char *report, const failure *f, text *out)
{
    line_list list = {0};

    listing_read(report, f, &list);
    listing_summary(&list, f, out);
    listing_free(&list);
}

/* The report with such names. */
static void add_named(const char *report, text *out)
{
    for (u32 n = 0; *report;) {
        const char *end = report + strcspn(report, "\n"), *did;
        line_list one = {0};
        line l;

        if (read_line(report, end, n + 1, &l)) {
            n++;
            did = strstr(report, l.did);
            text_addn(out, report, (size_t)(did - report));
            report = did + strlen(l.did);
            name_call(&l);
            text_add(out, l.did);
            vec_push(&one, l);
        }
        text_addn(out, report, (size_t)(end - report) + (*end == '\n'));
        report = end + (*end == '\n');
        listing_free(&one);
    }
}

void report_listed_text(const char *report, const failure *f, u32 width, text *out)
{
    size_t first = strcspn(report, "\n");
    text said = {0};

    report_listed_summary(report, f, &said);
    text_addn(out, report, first);
    if (said.n) {
        text_add(out, "\n  ");
        columns_sentence(out, text_str(&said), 2, width);
    }
    add_named(report + first, out);
    text_free(&said);
}
