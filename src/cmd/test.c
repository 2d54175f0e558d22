/* heddle test: harnesses, each checked by a process of its own, and a table of what came of them.
 *
 * A harness passes where the verdict is the one that its comments ask for, with the kind of the
 * error and its line where these are named.  A harness without a verdict (a limit, a run that was
 * cut) neither passes nor fails: the exit status tells it from both, so that a time-out is never
 * taken for "no error".  What a process printed is read back from its file: the first line of a
 * failure has the place, the last line the verdict. */
#define _GNU_SOURCE
#include "base/process.h"
#include "base/tool.h"
#include "cmd/harness.h"
#include "report/findings.h"
#include "session/session.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECONDS 60.0
#define GRACE   30.0 /* seconds after its limit in which a process may still say what it has */

/* What became of a harness, the better ones first. */
typedef enum result_kind { AS_EXPECTED, NO_VERDICT, REFUSED, OTHERWISE, BROKEN } result_kind;
static const char *const result_words[] = {"ok", "no verdict", "refused", "WRONG", "BROKEN"};
static const int result_statuses[] = {EXIT_VERIFIED, EXIT_UNKNOWN, EXIT_INPUT, EXIT_FAILED,
                                      EXIT_BUG};

typedef struct run {
    const harness *of;
    pid_t pid;           /* 0: it has ended, or not begun */
    char *log, *program; /* what it says; the program that is built of it */
    double begun, seconds;
    bool killed;
    int status; /* as waitpid gives it */
    result_kind result;
    text said, again; /* again: the command */
    char *line;       /* the verdict line, or what stands in its place */
    char *kind;       /* of the error, "" none */
    char *wrong;      /* why it is not as expected; or NULL */
    u32 at;           /* the error's line */
    char *file;       /* and its file, as one would name it here; or NULL */
} run;

typedef struct suite {
    options o;
    harness_list harnesses;
    VEC(run) runs;
    char *folder, *heddle;
    u32 jobs;
    double limit;
    u32 counts[LENGTH(result_words)];
} suite;

static volatile sig_atomic_t told_to_end;

static void end(int signal)
{
    (void)signal;
    told_to_end = 1;
}

/* ---- one harness ---- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static bool is_cxx(const char *path)
{
    const char *dot = strrchr(path, '.');

    return dot && strcmp(dot, ".c") != 0;
}

static void add_words(string_list *to, const own_words *from)
{
    for (u32 i = 0; i < from->n; i++)
        vec_push(to, from->at[i]);
}

/* What is made for a command line. */
typedef struct made {
    char time[40], memory[40];
    char *program;
    text script;
} made;

static void add_quoted(text *to, const char *word)
{
    text_addc(to, ' ');
    text_shell(to, word);
}

/* Has the shell build the program first; what follows it in the words is what is run then. */
static void build_first(const suite *s, const harness *h, made *m, string_list *out)
{
    text_shell(&m->script, s->heddle);
    text_add(&m->script, is_cxx(h->path) ? " c++ -g -pthread" : " cc -g -pthread");
    for (u32 i = 0; i < h->flags.n; i++)
        add_quoted(&m->script, h->flags.at[i]);
    add_quoted(&m->script, base_name(h->path));
    for (u32 i = 0; i < h->files.n; i++)
        add_quoted(&m->script, h->files.at[i]);
    text_add(&m->script, " -o");
    add_quoted(&m->script, m->program);
    text_addf(&m->script, " || exit %d; exec \"$@\"", EXIT_INPUT);
    vec_push(out, "sh");
    vec_push(out, "-c");
    vec_push(out, text_str(&m->script));
    vec_push(out, "sh");
}

static void add_inputs(const harness *h, const made *m, string_list *out)
{
    if (h->native) {
        vec_push(out, "--");
        vec_push(out, m->program);
    } else {
        vec_push(out, base_name(h->path));
        add_words(out, &h->files);
        if (h->args.n)
            vec_push(out, "--");
    }
    add_words(out, &h->args);
}

static void command_of(const suite *s, const run *r, made *m, string_list *out)
{
    const harness *h = r->of;

    snprintf(m->time, sizeof m->time, "--max-time=%g", s->limit);
    snprintf(m->memory, sizeof m->memory, "--max-memory=%" PRIu64,
             s->o.max.memory ? s->o.max.memory : session_memory() / s->jobs);
    m->program = r->program;
    if (h->native)
        build_first(s, h, m, out);
    vec_push(out, s->heddle);
    vec_push(out, h->native ? "native" : h->system ? "asm" : "check");
    vec_push(out, "--no-trace");
    vec_push(out, "--colour=never");
    vec_push(out, m->time);
    if (!h->native) /* which keeps no states */
        vec_push(out, m->memory);
    for (u32 i = 0; i < s->o.front.args.n; i++)
        vec_push(out, s->o.front.args.at[i]);
    add_words(out, &h->options);
    add_inputs(h, m, out);
    vec_push(out, NULL);
}

static void begin(suite *s, run *r)
{
    const char *path = r->of->path, *slash = strrchr(path, '/');
    char *folder = slash ? mem_strndup(path, (size_t)(slash - path) + 1) : NULL;
    made m = {0};
    string_list words = {0};
    int log = open(r->log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

    command_of(s, r, &m, &words);
    r->begun = clock_seconds();
    r->pid = log < 0
                 ? -1
                 : process_start(words.at, &(process_setup){STREAM_NONE, log, log, folder, true});
    if (r->pid < 0)
        fail(EXIT_BUG, "heddle test: %s cannot be run: %s", s->heddle, strerror(errno));
    close(log);
    vec_free(&words);
    text_free(&m.script);
    mem_free(folder);
}

/* The last line that is a verdict's. */
static const char *verdict_of(const char *said)
{
    static const char *const verdicts[] = {"VERIFIED: ", "FAILED: ", "UNKNOWN: "};
    const char *found = NULL;

    for (const char *line = said; line; line = strchr(line, '\n')) {
        line += line != said;
        for (u32 i = 0; i < LENGTH(verdicts); i++)
            if (strncmp(line, verdicts[i], strlen(verdicts[i])) == 0)
                found = line;
    }
    return found;
}

/* The name before the colon is meant from the folder of the harness. */
static void read_place(run *r, const char *said, const char *colon)
{
    const char *name = colon, *slash = strrchr(r->of->path, '/');
    text file = {0};

    while (name > said && name[-1] != '\n')
        name--;
    if (*name != '/' && slash)
        text_addn(&file, r->of->path, (size_t)(slash - r->of->path) + 1);
    text_addn(&file, name, (size_t)(colon - name));
    r->file = file.at;
}

static void read_verdict(run *r)
{
    const char *said = text_str(&r->said), *line = verdict_of(said), *colon;

    r->line =
        line ? mem_strndup(line, strcspn(line, "\n")) : mem_strndup(said, strcspn(said, "\n"));
    r->kind = mem_strdup("");
    if (!line || strncmp(line, "FAILED: ", 8) != 0)
        return;
    mem_free(r->kind);
    r->kind = mem_strndup(line + 8, strcspn(line + 8, " ;,"));
    colon = strstr(said, ": error: ");
    while (colon && colon > said && colon[-1] >= '0' && colon[-1] <= '9')
        colon--;
    r->at = colon ? (u32)strtoul(colon, NULL, 10) : 0;
    if (r->at)
        read_place(r, said, colon - 1);
}

/* What the harness asks for, or what there is. */
static void add_verdict(text *out, const char *word, const char *kind, u32 line)
{
    text_add(out, word);
    if (kind && *kind)
        text_addf(out, " %s", kind);
    if (line)
        text_addf(out, " :%u", line);
}

static void disappoint(run *r, const char *word)
{
    const harness *h = r->of;
    text why = {0};

    text_add(&why, "expected ");
    add_verdict(&why, h->verdict, h->kind, h->line);
    text_add(&why, ", got ");
    add_verdict(&why, word, r->kind, r->at);
    r->wrong = mem_strdup(text_str(&why));
    text_free(&why);
}

static void judge_verdict(run *r, const char *word)
{
    const harness *h = r->of;
    bool same = strcmp(h->verdict, word) == 0 && (!h->kind || strcmp(h->kind, r->kind) == 0) &&
                (!h->line || h->line == r->at);

    if (same)
        r->result = AS_EXPECTED;
    else if (strcmp(word, "UNKNOWN") == 0)
        r->result = NO_VERDICT;
    else
        r->result = OTHERWISE;
    if (r->result == OTHERWISE)
        disappoint(r, word);
}

/* An option such as --help makes heddle end well without a verdict. */
static bool has_verdict(const run *r, const char *word)
{
    size_t n = strlen(word);

    return strncmp(r->line, word, n) == 0 && r->line[n] == ':';
}

static void judge(run *r)
{
    static const char *const verdicts[] = {"VERIFIED", "FAILED", "UNKNOWN"};
    int code = WIFEXITED(r->status) ? WEXITSTATUS(r->status) : EXIT_BUG;

    if (r->killed) {
        r->result = NO_VERDICT;
        mem_free(r->line);
        r->line = mem_strdup(told_to_end ? "UNKNOWN: interrupted"
                                         : "UNKNOWN: the process did not end at its limit of time");
    } else if (exit_is_verdict(code) && has_verdict(r, verdicts[code])) {
        judge_verdict(r, verdicts[code]);
    } else if (exit_is_verdict(code)) {
        r->result = REFUSED;
        mem_free(r->line);
        r->line = mem_strdup("heddle was not asked for a verdict: look at the options");
    } else {
        r->result = code == EXIT_USAGE || code == EXIT_INPUT ? REFUSED : BROKEN;
    }
}

static void finish(suite *s, run *r)
{
    r->pid = 0;
    r->seconds = clock_seconds() - r->begun;
    text_read_file(&r->said, r->log);
    read_verdict(r);
    judge(r);
    s->counts[r->result]++;
}

/* ---- all of them ---- */

static void look(suite *s, run *r)
{
    pid_t ended = waitpid(r->pid, &r->status, WNOHANG);
    bool late = clock_seconds() - r->begun > s->limit + GRACE;

    if (ended == r->pid) {
        finish(s, r);
    } else if (!r->killed && (late || told_to_end)) {
        r->killed = true;
        kill(-r->pid, SIGKILL);
    }
}

static void show(const suite *s, const run *r)
{
    if (s->o.quiet && r->result == AS_EXPECTED)
        return;
    printf("%-10s  %7.1f s  %s", result_words[r->result], r->seconds, r->of->path);
    if (r->result != AS_EXPECTED)
        printf(": %s", r->wrong ? r->wrong : r->line);
    putchar('\n');
    fflush(stdout);
}

/* As many at a time as there may be; results are shown in the order of the harnesses. */
static void run_all(suite *s)
{
    u32 next = 0, done = 0;

    while (done < s->runs.n && !(told_to_end && done == next)) {
        u32 alive = 0;

        for (u32 i = done; i < next; i++) {
            if (s->runs.at[i].pid)
                look(s, &s->runs.at[i]);
            alive += s->runs.at[i].pid != 0;
        }
        for (; alive < s->jobs && next < s->runs.n && !told_to_end; alive++)
            begin(s, &s->runs.at[next++]);
        while (done < next && !s->runs.at[done].pid)
            show(s, &s->runs.at[done++]);
        if (alive)
            usleep(5000);
    }
    s->runs.n = done;
}

static void add_totals(const suite *s, text *out)
{
    const u32 *n = s->counts;

    text_addf(out, "%u harness%s: %u as expected", s->runs.n, s->runs.n == 1 ? "" : "es",
              n[AS_EXPECTED]);
    if (n[OTHERWISE])
        text_addf(out, ", %u wrong", n[OTHERWISE]);
    if (n[NO_VERDICT])
        text_addf(out, ", %u without a verdict", n[NO_VERDICT]);
    if (n[REFUSED])
        text_addf(out, ", %u refused", n[REFUSED]);
    if (n[BROKEN])
        text_addf(out, ", %u broken: please report", n[BROKEN]);
    if (told_to_end)
        text_add(out, "; interrupted");
}

/* ---- for other tools ---- */

/* The command that does what was done for the harness, as one would type it here. */
static void add_command(const run *r, text *out)
{
    const harness *h = r->of;
    const char *slash = strrchr(h->path, '/');

    if (h->native) { /* its program is gone */
        text_add(out, "heddle test");
        add_quoted(out, h->path);
        return;
    }
    if (slash) {
        char *folder = mem_strndup(h->path, slash > h->path ? (size_t)(slash - h->path) : 1);

        text_add(out, "cd");
        add_quoted(out, folder);
        text_add(out, " && ");
        mem_free(folder);
    }
    text_addf(out, "heddle %s --html page.html", h->system ? "asm" : "check");
    for (u32 i = 0; i < h->options.n; i++)
        add_quoted(out, h->options.at[i]);
    add_quoted(out, base_name(h->path));
    for (u32 i = 0; i < h->files.n; i++)
        add_quoted(out, h->files.at[i]);
    text_add(out, h->args.n ? " --" : "");
    for (u32 i = 0; i < h->args.n; i++)
        add_quoted(out, h->args.at[i]);
}

static void add_findings(const run *r, findings *f)
{
    *f = (findings){.command = "test", .name = r->of->path, .line = r->line, .seconds = r->seconds};
    if (r->result == OTHERWISE)
        f->wrong = r->wrong;
    else if (r->result != AS_EXPECTED)
        f->unknown = r->line;
    f->file = r->file && r->result == OTHERWISE ? r->file : r->of->path;
    f->place = r->result == OTHERWISE ? r->at : 0;
    f->said = text_str(&r->said);
    f->word = result_words[r->result];
    f->again = text_str(&r->again);
}

static void write_file(const char *path, const char *what, const text *contents)
{
    if (!text_write_file(contents, path))
        fail(EXIT_OUTPUT, "heddle test: %s cannot be written to %s: %s", what, path,
             strerror(errno));
}

static void write_reports(const suite *s, const findings *all, const char *totals)
{
    text junit = {0}, page = {0};

    if (s->o.junit) {
        findings_junit(all, s->runs.n, &junit);
        write_file(s->o.junit, "the report", &junit);
    }
    if (s->o.test_html) {
        findings_html(all, s->runs.n, totals, &page);
        write_file(s->o.test_html, "the page", &page);
    }
    text_free(&junit);
    text_free(&page);
}

static void report(suite *s)
{
    findings *all = mem_alloc((s->runs.n + 1) * sizeof *all);
    text remarks = {0}, totals = {0};

    add_totals(s, &totals);
    for (u32 i = 0; i < s->runs.n; i++) {
        add_command(&s->runs.at[i], &s->runs.at[i].again);
        add_findings(&s->runs.at[i], &all[i]);
        if (s->o.annotations)
            findings_annotations(&all[i], &remarks);
    }
    fputs(text_str(&remarks), stdout);
    write_reports(s, all, text_str(&totals));
    puts(text_str(&totals));
    text_free(&remarks);
    text_free(&totals);
    mem_free(all);
}

static int status_of(const suite *s)
{
    if (told_to_end)
        return EXIT_UNKNOWN;
    if (s->counts[BROKEN])
        return EXIT_BUG;
    for (u32 i = OTHERWISE; i > AS_EXPECTED; i--)
        if (s->counts[i])
            return result_statuses[i];
    return EXIT_VERIFIED;
}

static void open_suite(suite *s, int argc, char **argv)
{
    *s = (suite){0};
    options_parse(&s->o, FOR_TEST, argc, argv);
    s->jobs = s->o.jobs ? (u32)s->o.jobs : (u32)sysconf(_SC_NPROCESSORS_ONLN);
    s->limit = s->o.max.seconds > 0 ? s->o.max.seconds : SECONDS;
    for (u32 i = 0; i < s->o.front.files.n; i++)
        harness_find(&s->harnesses, s->o.front.files.at[i]);
    if (!s->o.front.files.n)
        fail(EXIT_USAGE, "heddle test: no folder was given; heddle help test says more");
    if (!s->harnesses.n)
        fail(EXIT_USAGE, "heddle test: no file has a line // heddle: verdict ...; heddle help test "
                         "says more");
    s->folder = folder_temporary("heddle-test");
    s->heddle = find_self();
    for (u32 i = 0; i < s->harnesses.n; i++) {
        text log = {0}, built = {0};

        text_addf(&log, "%s/%u", s->folder, i);
        text_addf(&built, "%s/prog%u", s->folder, i);
        vec_push(&s->runs, ((run){.of = &s->harnesses.at[i], .log = log.at, .program = built.at}));
    }
}

static void close_suite(suite *s)
{
    for (u32 i = 0; i < s->harnesses.n; i++) {
        run *r = &s->runs.at[i];

        mem_free(r->log);
        mem_free(r->program);
        mem_free(r->line);
        mem_free(r->kind);
        mem_free(r->wrong);
        mem_free(r->file);
        text_free(&r->said);
        text_free(&r->again);
    }
    vec_free(&s->runs);
    harness_free(&s->harnesses);
    folder_remove(s->folder);
    mem_free(s->folder);
    mem_free(s->heddle);
    options_free(&s->o);
}

int cmd_test(int argc, char **argv)
{
    suite s;
    int exit_status;

    open_suite(&s, argc, argv);
    signal(SIGINT, end);
    signal(SIGTERM, end);
    run_all(&s);
    report(&s);
    exit_status = status_of(&s);
    close_suite(&s);
    return exit_status;
}
