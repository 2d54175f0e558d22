/* What pan found, as a failure of the machine.
 *
 * pan's own replay of its trail prints each move that the machine takes in it.  The moves are then
 * taken again here, like those that heddle's own searches find. */
#include "spin/job.h"

#include <stdlib.h>
#include <string.h>

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

static void read_trail(const spin_job *j, result *r)
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

/* Where the system is, after a step or at the start, is an error: it becomes the result's. */
static bool note_error(sys *s, const taken *t, result *r)
{
    failure f;

    if (t->outcome == OUT_ERROR) {
        result_error(r, &t->error);
        return true;
    }
    if (t->outcome != OUT_RAN || !sys_fails(s, true, &f))
        return false;
    result_error(r, &f);
    return true;
}

/* The trail of a search on several cores lacks its last step. */
static bool find_last_step(sys *s, result *r)
{
    state_key at = sys_save(s);
    u32 rank = sys_rank(s);
    move_list moves = {0};
    taken t = {0};
    bool found = false;

    sys_moves(s, &moves);
    for (u32 i = 0; i < moves.n && !found; i++) {
        const move *m = &moves.at[i];

        for (u32 c = 0; m->flags & MOVE_ENABLED && c < m->choices && !found; c++) {
            sys_restore(s, at);
            sys_set_rank(s, rank);
            sys_step(s, m->thread, (move_kind)m->kind, c, &t);
            found = note_error(s, &t, r);
            if (found)
                vec_push(&r->steps, (step_taken){m->thread, m->kind, c, 0});
        }
    }
    vec_free(&moves);
    taken_free(&t);
    return found;
}

/* The failure to which the steps lead, in the machine that took them. */
static void find_error(spin_job *j, sys *s)
{
    result *r = &j->c.r;
    taken t = {0};
    u32 taken_steps = 0;

    sys_reset(s);
    while (taken_steps < r->steps.n && t.outcome == OUT_RAN && sys_status(s) != ST_ERROR) {
        step_taken e = r->steps.at[taken_steps++];

        sys_step(s, e.thread, e.kind, e.choice, &t);
        if (t.outcome == OUT_RAN)
            sys_save(s);
    }
    r->steps.n = taken_steps; /* what is wrong from the start SPIN sees after a step */
    if (!note_error(s, &t, r) && !(j->multicore && find_last_step(s, r)))
        die("SPIN's trail of %u steps leads to no error", r->steps.n);
    taken_free(&t);
}

/* A run that never ends is wrong as a whole. */
static void note_goal(spin_job *j)
{
    failure f = {.kind = j->goal->error, .message = j->goal->message, .file = ""};

    j->c.live.found = *j->goal;
    result_error(&j->c.r, &f);
}

void spin_failure(spin_job *j)
{
    session *c = &j->c;
    search_options o = session_settings(c);
    sys *base = check_open(c, NULL), *s = check_wrap(c, base);

    c->r.loop = UINT32_MAX;
    read_trail(j, &c->r);
    if (c->r.lasso)
        note_goal(j);
    else
        find_error(j, s);
    check_find_trace(c, s, base, &o);
    sys_close(s);
}
