/* heddle litmus: how may a litmus test end?
 *
 * The test becomes a program in C (src/litmus), which is searched as heddle check would: under ra
 * and rc11 over execution graphs, which are counted; under sc, tso and pso state by state.  The
 * outcomes of that search, cut down to the places that the condition names, are the states of the
 * test.  Under these three the executions that the axioms of the model allow are then counted by a
 * second search, over graphs, which must come to the same states.  Where it comes to no end (plain
 * accesses that race, a limit) there are no counts.
 *
 * Each file has a process of its own, so that one that is not understood does not end the others.
 */
#include "cmd/litmus.h"
#include "base/tool.h"
#include "session/check.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* How the test may end. */
typedef struct final_state {
    i64 *values; /* by places of the test */
    u64 executions;
} final_state;

typedef struct run {
    litmus t;
    session *c;
    bool counts; /* executions: without, states are counted */
    litmus_places seen;
    VEC(final_state) states;
    u64 positive, negative;
} run;

/* ---- states ---- */

static bool is_unsigned(const litmus_place *p)
{
    static const char *const words[] = {"unsigned", "uint", "atomic_u", "bool", "Bool", "size_t"};

    for (u32 i = 0; p->type && i < LENGTH(words); i++)
        if (strstr(p->type, words[i]))
            return true;
    return false;
}

/* Bytes as two digits each, the lowest first. */
static i64 read_bytes(const char *s, const litmus_place *p)
{
    u64 value = 0;
    u32 bits = 0;

    for (; strspn(s, "0123456789abcdef") >= 2 && bits < 64; s += 2, bits += 8) {
        char digits[] = {s[0], s[1], 0};

        value |= (u64)strtoul(digits, NULL, 16) << bits;
    }
    if (bits && bits < 64 && value >> (bits - 1) & 1 && !is_unsigned(p))
        value |= ~(u64)0 << bits;
    return (i64)value;
}

/* The value of the place in an outcome of the search. */
static i64 value_in(const char *line, const litmus_place *p)
{
    text name = {0};
    const char *at;
    i64 value;

    text_addc(&name, ' ');
    litmus_global(p, &name);
    text_addc(&name, '=');
    at = strstr(line, text_str(&name));
    if (!at)
        die("an outcome has no %s: %s", text_str(&name), line);
    value = read_bytes(at + name.n, p);
    text_free(&name);
    return value;
}

static int compare(const run *r, const i64 *a, const i64 *b)
{
    for (u32 i = 0; i < r->seen.n; i++)
        if (a[r->seen.at[i]] != b[r->seen.at[i]])
            return a[r->seen.at[i]] < b[r->seen.at[i]] ? -1 : 1;
    return 0;
}

/* States are sorted. */
static void add_state(run *r, i64 *values, u64 executions)
{
    u32 k = r->states.n;

    while (k && compare(r, values, r->states.at[k - 1].values) < 0)
        k--;
    if (k && compare(r, values, r->states.at[k - 1].values) == 0) {
        if (r->counts)
            r->states.at[k - 1].executions += executions;
        mem_free(values);
        return;
    }
    vec_push(&r->states, (final_state){0});
    memmove(&r->states.at[k + 1], &r->states.at[k], (r->states.n - 1 - k) * sizeof *r->states.at);
    r->states.at[k] = (final_state){values, executions};
}

static void read_outcome(run *r, const char *line)
{
    i64 *values = mem_alloc((r->t.places.n + 1) * sizeof *values);
    const char *count = strstr(line, "; ");

    for (u32 i = 0; i < r->seen.n; i++)
        values[r->seen.at[i]] = value_in(line, &r->t.places.at[r->seen.at[i]]);
    if (r->t.filters && !litmus_holds(&r->t, r->t.filter, values))
        mem_free(values);
    else
        add_state(r, values, r->counts && count ? strtoull(count + 2, NULL, 10) : 1);
}

static void read_outcomes(run *r)
{
    char *lines = mem_strdup(text_str(&r->c->outcomes)), *rest = lines, *line;

    while ((line = strsep(&rest, "\n")))
        if (*line)
            read_outcome(r, line);
    mem_free(lines);
}

static void judge_states(run *r)
{
    for (u32 k = 0; k < r->states.n; k++)
        *(litmus_holds(&r->t, r->t.condition, r->states.at[k].values) ? &r->positive
                                                                      : &r->negative) +=
            r->states.at[k].executions;
}

/* ---- what is printed ---- */

static bool valid(const run *r)
{
    switch (r->t.claim) {
    case CLAIM_EXISTS:
        return r->positive > 0;
    case CLAIM_NEVER:
        return !r->positive;
    case CLAIM_ALWAYS:
        return !r->negative;
    }
    return false;
}

static void print_state(const run *r, const final_state *s)
{
    text out = {0};

    if (r->counts)
        text_addf(&out, "%-6" PRIu64, s->executions);
    text_add(&out, litmus_holds(&r->t, r->t.condition, s->values) ? "*>" : ":>");
    for (u32 i = 0; i < r->seen.n; i++) {
        text_add(&out, i ? " " : "");
        litmus_show_place(&r->t.places.at[r->seen.at[i]], &out);
        text_addf(&out, "=%" PRIi64 ";", s->values[r->seen.at[i]]);
    }
    puts(text_str(&out));
    text_free(&out);
}

static void print_observation(const run *r)
{
    const char *how = !r->positive ? "Never" : r->negative ? "Sometimes" : "Always";

    printf("Observation %s %s %" PRIu64 " %" PRIu64 "\n", r->t.name, how, r->positive, r->negative);
}

static void print_test(const run *r)
{
    static const char *const claims[] = {"Allowed", "Forbidden", "Required"};

    printf("Test %s %s\n", r->t.name, claims[r->t.claim]);
}

static int print_states(const run *r)
{
    text condition = {0};

    if (!r->c->o.quiet) {
        print_test(r);
        printf("States %" PRIu32 "\n", r->states.n);
        for (u32 k = 0; k < r->states.n; k++)
            print_state(r, &r->states.at[k]);
        litmus_show_condition(&r->t, &condition);
        printf("%s\nCondition %s\n", valid(r) ? "Ok" : "No", text_str(&condition));
        text_free(&condition);
    }
    print_observation(r);
    return valid(r) ? EXIT_VERIFIED : EXIT_FAILED;
}

/* The search ended before it had seen all. */
static int print_else(const run *r)
{
    const result *found = &r->c->r;

    if (!r->c->o.quiet)
        print_test(r);
    if (found->failed && !r->c->o.quiet)
        printf("Flag %s: %s:%" PRIu32 ": %s\n", error_names[found->error.kind], found->error.file,
               found->error.line, found->error.message);
    if (found->failed) {
        printf("Observation %s Undefined\n", r->t.name);
        return EXIT_FAILED;
    }
    printf("Observation %s Unknown: %s\n", r->t.name, found->reason);
    return EXIT_UNKNOWN;
}

/* ---- one file ---- */

static memory_model model_of(const run *r)
{
    static const memory_model models[] = {
        [MODEL_SC] = MEMORY_SC, [MODEL_TSO] = MEMORY_TSO,   [MODEL_PSO] = MEMORY_PSO,
        [MODEL_RA] = MEMORY_RA, [MODEL_RC11] = MEMORY_RC11,
    };
    u32 word = r->c->o.model;

    if (word == MODEL_AUTO)
        return r->t.language == LITMUS_C ? MEMORY_RC11 : MEMORY_TSO;
    if (r->t.language == LITMUS_X86 && memory_by_graphs(models[word]))
        fail(EXIT_INPUT, "%s:1: a test of x86 has no memory orders; --memory tso is its model",
             r->t.file);
    return models[word];
}

static void write_program(const run *r, const char *path)
{
    text source = {0};

    litmus_program(&r->t, !r->counts, &source);
    if (!text_write_file(&source, path))
        fail(EXIT_OUTPUT, "heddle litmus: %s cannot be written: %s", path, strerror(errno));
    text_free(&source);
}

/* The file is the same each time. */
static void name_program(run *r, const char *path)
{
    static const char *const words[] = {"-w", "-ftrivial-auto-var-init=zero", "-ferror-limit=1",
                                        "-fno-caret-diagnostics"};
    options *o = &r->c->o;

    o->front.files.n = 0;
    vec_push(&o->front.files, path);
    for (u32 i = 0; i < LENGTH(words); i++)
        vec_push(&o->front.clang, words[i]);
    o->outcomes = o->no_trace = o->no_shorten = true;
    o->rules.allow_hang = o->rules.allow_deadlock = true;
    o->engine = ENGINE_DFS;
}

static u64 counted(const run *r)
{
    u64 n = 0;

    for (u32 k = 0; k < r->states.n; k++)
        n += r->states.at[k].executions > 0;
    return n;
}

/* Of the states that the search found, how many executions the axioms allow. */
static void count_executions(run *r, const char *path)
{
    enum { MOST_SECONDS = 10 };
    options *o = &r->c->o;
    memory_model model = o->vm.memory;
    u32 states = r->states.n;

    r->counts = true;
    write_program(r, path);
    session_forget(r->c);
    r->c->r = (result){0};
    o->vm.memory = MEMORY_RC11;
    o->max.seconds = o->max.seconds > 0 ? o->max.seconds : MOST_SECONDS;
    check_executions(r->c, model);
    o->vm.memory = model;
    r->counts = r->c->r.verdict == VERDICT_VERIFIED;
    for (u32 k = 0; k < states; k++)
        r->states.at[k].executions = r->counts ? 0 : 1;
    if (r->counts)
        read_outcomes(r);
    if (r->states.n != states || counted(r) != states)
        die("%s: the search and the axioms of its memory model do not agree", r->t.file);
}

/* The exit status.  It is the last that the process does. */
static int run_test(run *r, const char *folder)
{
    session *c = r->c;
    text source = {0}, path = {0};
    bool sections;

    litmus_seen(&r->t, &r->seen);
    c->o.vm.memory = model_of(r);
    r->counts = memory_by_graphs(c->o.vm.memory);
    sections = !r->counts;
    if (c->o.source) {
        litmus_program(&r->t, sections, &source);
        fputs(text_str(&source), stdout);
        return EXIT_VERIFIED;
    }
    text_addf(&path, "%s/test.c", folder);
    write_program(r, text_str(&path));
    name_program(r, text_str(&path));
    check_search(c);
    if (c->r.verdict != VERDICT_VERIFIED)
        return print_else(r);
    read_outcomes(r);
    if (!r->counts)
        count_executions(r, text_str(&path));
    judge_states(r);
    if (c->o.litmus_html)
        litmus_page(&r->t, c->o.vm.memory, sections, folder, c->o.litmus_html);
    return print_states(r);
}

static int run_file(session *c, const char *file, const char *folder)
{
    run r = {.c = c};
    int end;

    litmus_read(&r.t, file);
    end = run_test(&r, folder);
    for (u32 k = 0; k < r.states.n; k++)
        mem_free(r.states.at[k].values);
    vec_free(&r.states);
    vec_free(&r.seen);
    litmus_free(&r.t);
    return end;
}

/* ---- all of them ---- */

/* `file:9:11: error: what` becomes `file:9: what`; of several lines the first counts. */
static void tell_mistake(char *said)
{
    char *error = strstr(said, ": error: "), *colon;

    said[strcspn(said, "\n")] = 0;
    if (error && error < said + strlen(said)) {
        *error = 0;
        colon = strrchr(said, ':');
        if (colon && strchr(said, ':') != colon)
            *colon = 0;
        fprintf(stderr, "%s: %s\n", said, error + strlen(": error: "));
    } else {
        fprintf(stderr, "%s\n", said);
    }
}

static void tell_said(FILE *said, int code)
{
    text all = {0};
    char buffer[4096];
    size_t n;

    rewind(said);
    while ((n = fread(buffer, 1, sizeof buffer, said)) > 0)
        text_addn(&all, buffer, n);
    if (code == EXIT_INPUT && all.n)
        tell_mistake(all.at);
    else
        fputs(text_str(&all), stderr);
    text_free(&all);
    fclose(said);
}

static int run_apart(session *c, const char *file, const char *folder)
{
    FILE *said = tmpfile();
    int code;
    pid_t child;

    if (!said)
        fail(EXIT_OUTPUT, "heddle litmus: no room for a temporary file: %s", strerror(errno));
    fflush(stdout);
    child = fork();
    if (child < 0)
        fail(EXIT_OUTPUT, "heddle litmus: no room for a process: %s", strerror(errno));
    if (!child) {
        dup2(fileno(said), STDERR_FILENO);
        exit(run_file(c, file, folder));
    }
    while (waitpid(child, &code, 0) < 0)
        if (errno != EINTR)
            die("a process is lost: %s", strerror(errno));
    code = WIFEXITED(code) ? WEXITSTATUS(code) : EXIT_BUG;
    tell_said(said, code);
    return code;
}

int cmd_litmus(int argc, char **argv)
{
    int worst = EXIT_VERIFIED;
    string_list files = {0};
    char *folder;
    session c;

    session_begin(&c, FOR_LITMUS, argc, argv);
    if (!c.o.front.files.n)
        fail(EXIT_USAGE, "heddle litmus: no file was given; heddle help litmus says more");
    if (c.o.litmus_html && c.o.front.files.n > 1)
        fail(EXIT_USAGE, "heddle litmus: --html is for one file");
    for (u32 i = 0; i < c.o.front.files.n; i++)
        vec_push(&files, c.o.front.files.at[i]);
    folder = folder_temporary("heddle-litmus");
    for (u32 i = 0; i < files.n; i++) {
        int code = run_apart(&c, files.at[i], folder);

        worst = code > worst ? code : worst;
    }
    folder_remove(folder);
    mem_free(folder);
    vec_free(&files);
    session_free(&c);
    return worst;
}
