/* Running spin, the compiler and pan, and reading what pan says.
 *
 * pan says more than the figures: heddle's part of it prints lines that begin `heddle:` where a
 * limit was reached, a bound left something out or a capacity of the model was too small.  What was
 * found is read from pan's own replay of its trail, in which the machine prints each move that it
 * takes; the moves are then taken again here, like those that heddle's own searches find. */
#include "cmd/spin.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of SPIN's search, unless the user says another one.  pan clears its stack before it begins; a
 * search with a claim goes as deep as it can before it turns, so that it finds ways to an error
 * which are as long, each move of which is taken three times more; and a search for fair runs goes
 * round some loops for ever.  So these begin with less, and look deeper where that was not enough.
 */
enum { DEPTH = 1000000, FIRST_DEPTH = 100000, CLAIM_DEPTH = 10000, FAIR_DEPTH = 1000, DEEPER = 10 };
/* Of the model, besides those of the threads: init, the claim, rest.  For each four processes SPIN
 * counts fairness in one byte. */
enum { PROCESSES = 3 };
#define NO_TIME 1e6 /* seconds that pan prints when it did not begin */

#define TOO_DEEP "max search depth too small"

static bool says(const text *out, const char *words)
{
    return strstr(text_str(out), words) != NULL;
}

/* ---- the commands ---- */

static void add_all(string_list *words, const string_list *more)
{
    for (u32 i = 0; i < more->n; i++)
        vec_push(words, more->at[i]);
}

static bool has_word(const string_list *words, const char *begins)
{
    for (u32 i = 0; i < words->n; i++)
        if (!strncmp(words->at[i], begins, strlen(begins)))
            return true;
    return false;
}

/* A word that lives as long as the job. */
static const char *word(const spin_job *j, const char *format, u64 value)
{
    spin_job *owner = (spin_job *)(uintptr_t)j;
    text t = {0};

    text_addf(&t, format, (unsigned long long)value);
    vec_push(&owner->words, mem_strdup(text_str(&t)));
    text_free(&t);
    return vec_last(&owner->words);
}

static const char *joined(const spin_job *j, const char *before, const text *after)
{
    spin_job *owner = (spin_job *)(uintptr_t)j;
    text t = {0};

    text_addf(&t, "%s%s", before, text_str(after));
    vec_push(&owner->words, mem_strdup(text_str(&t)));
    text_free(&t);
    return vec_last(&owner->words);
}

void spin_words_spin(const spin_job *j, string_list *words)
{
    vec_push(words, "spin");
    add_all(words, &j->spin);
    vec_push(words, "-a");
    vec_push(words, "driver.pml");
}

/* pan's table of states begins small and grows; 128 MB at once take longer to clear than most
 * searches. */
static bool grows(const spin_job *j)
{
    return !j->bitstate && !j->multicore && !j->breadth && !has_word(&j->compiler, "-DMA") &&
           !has_word(&j->pan, "-w");
}

/* Of SPIN's own memory: where the machine keeps the states it has the other half. */
static u64 megabytes(const spin_job *j)
{
    u64 n = j->c.o.max.memory >> (j->state == SPIN_STATE_KEY ? 21 : 20);

    return n ? n : 1;
}

/* c_code counts as global to SPIN, so that its own reduction only costs time. */
void spin_words_compiler(const spin_job *j, string_list *words)
{
    u64 bytes = j->state == SPIN_STATE_KEY ? 0 : j->cap.bytes,
        vector = bytes + 16 * (u64)j->cap.threads + 256;

    vec_push(words, "gcc");
    vec_push(words, "-O1"); /* as fast as -O2 on SPIN's part, and half the time to compile */
    vec_push(words, "-s");
    vec_push(words, "-w");
    vec_push(words, "-DNOREDUCE");
    if (!j->goal)
        vec_push(words, "-DSAFETY");
    else if (j->goal->fair == FAIR_WEAK)
        vec_push(words, word(j, "-DNFAIR=%llu", (j->cap.threads + PROCESSES) / 4 + 2));
    vec_push(words, word(j, "-DVECTORSZ=%llu", (vector + 7) & ~(u64)7));
    if (!has_word(&j->compiler, "-DMEMLIM"))
        vec_push(words, word(j, "-DMEMLIM=%llu", megabytes(j)));
    if (j->multicore) /* else trails begin in the middle */
        vec_push(words, "-DFULL_TRAIL");
    if (grows(j))
        vec_push(words, "-DAUTO_RESIZE");
    if (j->c.o.swarm) {
        vec_push(words, "-DBITSTATE");
        vec_push(words, "-DP_RAND");
        vec_push(words, "-DT_RAND");
    }
    add_all(words, &j->compiler);
    vec_push(words, joined(j, "-I", &j->include));
    vec_push(words, "-o");
    vec_push(words, "pan");
    vec_push(words, "pan.c");
    vec_push(words, text_str(&j->library));
    vec_push(words, "-lm");
}

static u64 depth(const spin_job *j)
{
    if (j->c.o.max.depth)
        return j->c.o.max.depth;
    return j->deep ? j->deep : DEPTH;
}

void spin_begin_depth(spin_job *j)
{
    bool fair = j->goal && j->goal->fair == FAIR_WEAK;

    j->deep = fair                         ? FAIR_DEPTH
              : j->state != SPIN_STATE_KEY ? 0
              : j->goal                    ? CLAIM_DEPTH
                                           : FIRST_DEPTH;
}

bool spin_deepen(spin_job *j, const text *out)
{
    if (!j->deep || j->deep >= DEPTH || j->c.o.max.depth || has_word(&j->pan, "-m") || j->late ||
        tool_interrupted() || spin_found(out) || !says(out, TOO_DEEP))
        return false;
    j->deep *= DEEPER;
    return true;
}

void spin_words_pan(const spin_job *j, string_list *words)
{
    vec_push(words, "./pan");
    vec_push(words, "-n");
    if (!has_word(&j->pan, "-m"))
        vec_push(words, word(j, "-m%llu", depth(j)));
    if (grows(j))
        vec_push(words, "-w18");
    if (j->goal)
        vec_push(words, "-a");
    if (j->goal && j->goal->fair == FAIR_WEAK)
        vec_push(words, "-f");
    add_all(words, &j->pan);
}

/* ---- running ---- */

void spin_start(const spin_job *j, tool *t, const char *folder, string_list *words, const char *log)
{
    vec_push(words, NULL);
    if (!tool_start(t, folder, words->at, log))
        spin_fail(j, EXIT_INPUT, "%s cannot be run: %s", words->at[0], strerror(errno));
}

/* A tool that must succeed. */
static void run_tool(const spin_job *j, string_list *words, const char *log)
{
    text said = {0};
    tool t;

    spin_start(j, &t, j->folder, words, log);
    tool_finish(&t, 0);
    if (tool_interrupted())
        spin_fail(j, EXIT_UNKNOWN, "UNKNOWN: interrupted");
    if (tool_succeeded(&t))
        return;
    tool_said(j->folder, log, &said);
    fputs(text_str(&said), stderr);
    spin_fail(j, EXIT_INPUT,
              "%s does not take the model; --spin gave it flags that it does not understand",
              words->at[0]);
}

void spin_build(const spin_job *j)
{
    string_list words = {0};

    if (spin_cache_find(j))
        return;
    spin_words_spin(j, &words);
    run_tool(j, &words, "spin.log");
    vec_clear(&words);
    spin_words_compiler(j, &words);
    run_tool(j, &words, "gcc.log");
    vec_free(&words);
    spin_cache_put(j);
}

/* A trail has a line for each move: only the beginning of a line is looked at, never the rest of
 * the text. */
static void add_move(const char *line, result *r)
{
    static const char cycle[] = "START OF CYCLE", words[] = "heddle: move ";
    const char *after = line + strspn(line, "<");
    unsigned long of[3];
    char *end = (char *)(uintptr_t)line + sizeof words - 1;

    if (!strncmp(after, cycle, sizeof cycle - 1)) {
        r->lasso = true;
        r->loop = r->steps.n;
    }
    if (strncmp(line, words, sizeof words - 1) != 0)
        return;
    for (u32 i = 0; i < LENGTH(of); i++)
        of[i] = strtoul(end, &end, 10);
    vec_push(&r->steps, (step_taken){(u16)of[0], (u8)of[1], (u32)of[2], 0});
}

void spin_trail(const spin_job *j, result *r)
{
    string_list words = {0};
    text said = {0};
    tool t;

    setenv("HEDDLE_MOVES", "1", 1);
    vec_push(&words, text_str(&j->binary));
    vec_push(&words, "-S"); /* of the replay only what the machine prints, and where it repeats */
    spin_start(j, &t, text_str(&j->trail), &words, "trail.log");
    tool_finish(&t, 0);
    unsetenv("HEDDLE_MOVES");
    tool_said(text_str(&j->trail), "trail.log", &said);
    for (const char *line = text_str(&said); line; line = strchr(line, '\n')) {
        line += *line == '\n';
        add_move(line, r);
    }
    text_free(&said);
    vec_free(&words);
}

/* ---- reading ---- */

static u64 larger(u64 needed)
{
    return needed + needed / 2;
}

static _Noreturn void too_small(const spin_job *j, const char *option, u64 given, u64 needed)
{
    spin_fail(j, EXIT_UNKNOWN, "UNKNOWN: %s %llu is too small: %llu is needed", option,
              (unsigned long long)given, (unsigned long long)needed);
}

static _Noreturn void refused(const spin_job *j, const text *out)
{
    static const char words[] = "heddle: refused: ";
    const char *at = strstr(text_str(out), words) + sizeof words - 1;

    spin_fail(j, EXIT_USAGE, "%.*s", (int)strcspn(at, "\n"), at);
}

bool spin_outgrown(spin_job *j, const text *out)
{
    const options *o = &j->c.o;
    u64 bytes = (u64)tool_number_after(out, "heddle: outgrown: --state-size "),
        threads = (u64)tool_number_after(out, "heddle: outgrown: --max-threads "),
        choices = (u64)tool_number_after(out, "heddle: outgrown: --max-choices ");

    if (says(out, "heddle: refused: "))
        refused(j, out);
    if (bytes && o->state_size)
        too_small(j, "--state-size", o->state_size, bytes);
    if (threads && o->vm.max_threads)
        too_small(j, "--max-threads", o->vm.max_threads, threads);
    if (choices && o->max_choices)
        too_small(j, "--max-choices", o->max_choices, choices);
    if (bytes)
        j->cap.bytes = (larger(bytes) + 7) & ~(u64)7;
    if (threads)
        j->cap.threads = (u32)larger(threads);
    if (choices)
        j->cap.choices = (u32)larger(choices);
    return bytes || threads || choices;
}

void spin_figures(const text *out, result *r)
{
    u64 depth = (u64)tool_number_after(out, "depth reached "),
        bytes = (u64)(tool_number_before(out, "\ttotal actual memory usage") * 1048576) +
                (u64)tool_number_after(out, "heddle: table ");
    double seconds = tool_number_after(out, ": elapsed time ");

    r->states += (u64)tool_number_before(out, "states, stored");
    r->transitions += (u64)tool_number_before(out, "transitions (=");
    r->seconds += seconds < NO_TIME ? seconds : 0;
    r->depth = r->depth < depth ? depth : r->depth;
    r->peak_bytes = r->peak_bytes < bytes ? bytes : r->peak_bytes;
}

void spin_unknown(result *r, const char *reason)
{
    r->verdict = VERDICT_UNKNOWN;
    snprintf(r->reason, sizeof r->reason, "%s", reason);
}

static void copy_limit(const text *out, result *r)
{
    static const char words[] = "heddle: limit: ";
    const char *at = strstr(text_str(out), words) + sizeof words - 1;

    r->verdict = VERDICT_UNKNOWN;
    snprintf(r->reason, sizeof r->reason, "%.*s", (int)strcspn(at, "\n"), at);
}

/* What pan says of a search that is not complete, and why no proof comes of it. */
static const struct {
    const char *words, *reason;
} limits_said[] = {
    {TOO_DEEP, "SPIN's search depth was reached; --pan -mN raises it"},
    {"out of memory", "SPIN ran out of memory; --max-memory raises its limit"},
    {"reached -DMEMLIM bound", "SPIN reached its limit of memory; --max-memory raises it"},
    {"hash table is full", "SPIN's table is full; --pan -w28 makes a larger one"},
    {"Interrupted", "the search was interrupted"},
    {"Search not completed", "SPIN did not complete its search"},
    {"Search incomplete", "SPIN did not complete its search"},
};

static bool limited(const spin_job *j, const text *out, result *r)
{
    if (j->c.o.max.depth && says(out, TOO_DEEP)) {
        spin_unknown(r, "SPIN's search reached --max-depth");
        return true;
    }
    for (u32 i = 0; i < LENGTH(limits_said); i++)
        if (says(out, limits_said[i].words)) {
            spin_unknown(r, limits_said[i].reason);
            return true;
        }
    if (says(out, "heddle: limit: "))
        copy_limit(out, r);
    return says(out, "heddle: limit: ");
}

static void say_swarm(spin_job *j)
{
    result *r = &j->c.r;

    r->verdict = VERDICT_UNKNOWN;
    snprintf(r->reason, sizeof r->reason,
             "no error was found by %llu bitstate searches in random orders, which may have missed "
             "states; those of all are counted",
             (unsigned long long)j->c.o.swarm);
}

static void judge_search(spin_job *j, const text *out)
{
    result *r = &j->c.r;

    r->hangs_unsure |= says(out, "heddle: hangs: ");
    if (j->late)
        spin_unknown(r, "--max-time was reached");
    else if (limited(j, out, r))
        return;
    else if (!says(out, "errors: 0"))
        spin_fail(j, EXIT_BUG, "pan did not come to an end:\n%s", text_str(out));
    else if (says(out, "heddle: cut: ") ||
             (j->c.o.context_bound.set && (j->multicore || j->breadth)))
        check_say_bound(&j->c, j->c.bound, "");
    else if (j->c.o.abstract.n)
        check_say_abstract(&j->c);
    else if (j->c.o.swarm)
        say_swarm(j);
    else if (j->bitstate)
        spin_unknown(r, "no error was found, but SPIN's bitstate hashing may have missed states");
    else
        r->verdict = VERDICT_VERIFIED;
}

bool spin_found(const text *out)
{
    return says(out, "pan:1: heddle: ") || says(out, "pan:1: acceptance cycle") ||
           says(out, "pan:1: accept stutter");
}

void spin_judge(spin_job *j, const text *out)
{
    result *r = &j->c.r;

    spin_figures(out, r);
    if (spin_found(out)) {
        r->verdict = VERDICT_FAILED;
        r->failed = true;
    } else {
        judge_search(j, out);
    }
}
