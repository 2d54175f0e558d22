/* The commands that make and run pan: the words of spin, of the compiler and of pan itself, and how
 * deep a search goes. */
#include "spin/job.h"

#include <errno.h>
#include <stdio.h>
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

static void add_all(string_list *words, const string_list *more)
{
    for (u32 i = 0; i < more->n; i++)
        vec_push(words, more->at[i]);
}

static bool has_word(const string_list *words, const char *begins)
{
    for (u32 i = 0; i < words->n; i++)
        if (text_starts(words->at[i], begins))
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
        tool_interrupted() || spin_found(out) || !spin_was_cut(out))
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
