/* The verdict and the figures, from what pan says.
 *
 * pan says more than the figures: heddle's part of it prints lines that begin `heddle:` where a
 * limit was reached, a bound left something out or a capacity of the model was too small. */
#include "spin/job.h"

#include <stdio.h>
#include <string.h>

#define NO_TIME 1e6 /* seconds that pan prints when it did not begin */

#define TOO_DEEP "max search depth too small"

static bool says(const text *out, const char *words)
{
    return strstr(text_str(out), words) != NULL;
}

bool spin_was_cut(const text *out)
{
    return says(out, TOO_DEEP);
}

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
