/* Three things are not known before a program has run, and are found by searching again:
 *   - which plain accesses race and so must be steps (promote);
 *   - which threads wait at conditions, where each may wake up without a signal.  First nobody
 *     does, so that every deadlock is met; then, in a search for each thread that waited, that
 *     thread may, as a step like any other.  In a run with one such wake-up whoever it is waited
 *     without one before;
 *   - whether something may come before a thread's first step, which is taken at once until then.
 */
#include "native/search.h"
#include "native/native.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The searches that leave nothing out cannot tell by the events of a first step what depends on it.
 */
static bool meets_all(const native_search *n)
{
    return n->how.kind == SEARCH_FULL || n->how.kind == SEARCH_SLEEP;
}

/* Steps that were found with first steps taken at once are none where they are not. */
static void search_once(sys *s, const native_search *n, bool split, result *r)
{
    search_options mine = n->o;
    text outcomes = {0};

    mine.outcomes = n->o.outcomes ? &outcomes : NULL;
    search_stateless(s, &mine, &n->how, r);
    if (split && meets_all(n) && r->verdict == VERDICT_VERIFIED && native_starts_matter(s)) {
        native_split_starts(s);
        text_clear(&outcomes);
        search_stateless(s, &mine, &n->how, r);
    }
    if (n->o.outcomes)
        text_add(n->o.outcomes, text_str(&outcomes));
    text_free(&outcomes);
}

/* Errors were found before: these, then those of the last search, and why there may be more. */
static void go_on_with(result *before, const native_search *n, result *r)
{
    result_join(before, r, n->o.errors);
    result_add(before, r);
    before->halted = r->halted;
    memcpy(before->reason, r->reason, sizeof r->reason);
    result_free(r);
    *r = *before;
}

static bool found_enough(const native_search *n, const result *r)
{
    return r->failed && r->others.n + 1 >= n->o.errors;
}

/* One search more, in which these threads may wake up without a signal. */
static void search_with(sys *s, const native_search *n, u64 wakers, result *r)
{
    result before = *r;

    native_wakes(s, wakers);
    search_once(s, n, !before.failed, r);
    if (before.failed) {
        go_on_with(&before, n, r);
        return;
    }
    result_add(r, &before);
    if (r->verdict == VERDICT_VERIFIED && before.verdict != VERDICT_VERIFIED) {
        r->verdict = before.verdict;
        memcpy(r->reason, before.reason, sizeof r->reason);
    }
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorts the lines, and leaves one of those that are the same. */
static void unite_lines(text *lines)
{
    VEC(char *) all = {0};
    char *words = mem_strdup(text_str(lines));

    for (char *line = strtok(words, "\n"); line; line = strtok(NULL, "\n"))
        vec_push(&all, line);
    if (all.n)
        qsort(all.at, all.n, sizeof *all.at, compare_lines);
    text_clear(lines);
    for (u32 i = 0; i < all.n; i++)
        if (!i || strcmp(all.at[i - 1], all.at[i]) != 0)
            text_addf(lines, "%s\n", all.at[i]);
    vec_free(&all);
    mem_free(words);
}

/* Of several searches, one after the other, so many were through before the last. */
static void share_among(const native_search *n, u32 through, u32 of, double before)
{
    volatile double *share = n->o.share;

    if (share)
        *share = before > 0 ? before : *share > 0 ? (through + *share) / of : 0;
}

static void search_wakes(sys *s, const native_search *n, result *r)
{
    u32 through = 0, of;
    u64 waited;

    if (n->how.kind == SEARCH_RANDOM || n->how.kind == SEARCH_PCT) {
        search_stateless(s, &n->o, &n->how, r);
        return;
    }
    search_with(s, n, 0, r);
    waited = n->no_spurious ? 0 : native_waited(s);
    of = 1 + (u32)__builtin_popcountll(waited);
    share_among(n, through, of, 0);
    for (u32 i = 0; i < 64 && !found_enough(n, r) && !r->halted; i++) {
        double before = n->o.share ? *n->o.share : 0;

        if (!(waited >> i & 1))
            continue;
        search_with(s, n, 1ull << i, r);
        share_among(n, ++through, of, before);
    }
    if (waited && n->o.outcomes)
        unite_lines(n->o.outcomes);
}

/* The failure that another process found, in this one's program. */
static void fail_again(sys *s, const result *r)
{
    taken out = {0};

    sys_reset(s);
    for (u32 i = 0; i < r->steps.n; i++)
        sys_step(s, r->steps.at[i].thread, r->steps.at[i].kind, r->steps.at[i].choice, &out);
    taken_free(&out);
}

/* The word of the race that was found; false: it cannot be made one of steps. */
static bool promote(sys *s, native_search *n, result *r)
{
    const char *problem;
    u64 word;

    if (n->how.pool)
        fail_again(s, r);
    problem = native_promote(s, &word);
    result_free(r);
    if (problem) {
        r->verdict = VERDICT_UNKNOWN;
        snprintf(r->reason, sizeof r->reason, "%s", problem);
        return false;
    }
    vec_push(&n->racy, word);
    if (n->o.outcomes)
        text_clear(n->o.outcomes);
    sys_reset(s);
    return true;
}

void native_explore(sys *s, native_search *n, result *r)
{
    do
        search_wakes(s, n, r);
    while (n->promote && r->failed && r->error.kind == ERR_RACE && promote(s, n, r));
}
