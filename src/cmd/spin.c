/* heddle spin: SPIN searches, heddle's machine executes (Zaks, Joshi 2008).
 *
 * The program is compiled as for heddle check and written to a file; a Promela model with a process
 * for each thread is written beside it; SPIN makes a search program of the model, which is linked
 * with libheddle.a and run.  What it finds comes back as a list of moves, and from there on a
 * failure is shown like any other. */
#include "cmd/spin.h"
#include "base/process.h"
#include "front/command.h"
#include "session/coverage.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- options ---- */

/* Each word of what the user gave. */
static void split(spin_job *j, const string_list *given, string_list *out)
{
    for (u32 i = 0; i < given->n; i++) {
        char *copy = mem_strdup(given->at[i]), *rest = copy;

        vec_push(&j->words, copy);
        for (char *w = strtok_r(copy, " \t\n", &rest); w; w = strtok_r(NULL, " \t\n", &rest))
            vec_push(out, w);
    }
}

/* The compiler's own flags; all others are for spin -a. */
static bool for_compiler(const char *word)
{
    return word[0] == '-' && word[1] && strchr("DOfmgW", word[1]);
}

static bool defines(const spin_job *j, const char *name)
{
    size_t n = strlen(name);

    for (u32 i = 0; i < j->compiler.n; i++) {
        const char *w = j->compiler.at[i];

        if (!strncmp(w, "-D", 2) && !strncmp(w + 2, name, n) && (!w[2 + n] || w[2 + n] == '='))
            return true;
    }
    return false;
}

/* A state's number means something to the process alone that gave it. */
static bool one_process(const spin_job *j)
{
    return !j->multicore && !defines(j, "BFS_PAR") && !defines(j, "BFS_DISK");
}

/* Bitstate hashing is for programs whose states do not fit into memory, where the machine would
 * keep them. */
static u32 choose_state(const spin_job *j)
{
    if (j->c.o.spin_state != SPIN_STATE_AUTO)
        return j->c.o.spin_state;
    return one_process(j) && !j->bitstate && !j->c.o.state_size ? SPIN_STATE_KEY : SPIN_STATE_HASH;
}

static void read_flags(spin_job *j)
{
    string_list all = {0};

    split(j, &j->c.o.spin, &all);
    split(j, &j->c.o.pan, &j->pan);
    for (u32 i = 0; i < all.n; i++) {
        if (for_compiler(all.at[i]))
            vec_push(&j->compiler, all.at[i]);
        else
            vec_push(&j->spin, all.at[i]);
    }
    vec_free(&all);
    j->bitstate = j->c.o.swarm || defines(j, "BITSTATE");
    j->breadth = defines(j, "BFS") || defines(j, "BFS_PAR") || defines(j, "BFS_DISK");
    j->multicore = defines(j, "NCORE");
    j->state = choose_state(j);
}

/* Others may leave out runs, or the claim, without pan saying so. */
static const char *const sound[] = {
#define SPIN_FLAG(name) #name,
#include "cmd/spin_flags.def"
};

/* Of pan: sizes, seeds, the way it looks for short trails. */
static const char pan_letters[] = "wkmhRnzvxiIf";

static bool known(const char *define)
{
    size_t n = strcspn(define, "=");

    for (u32 i = 0; i < LENGTH(sound); i++)
        if (strlen(sound[i]) == n && !strncmp(sound[i], define, n))
            return true;
    return false;
}

static void refuse_define(const char *name)
{
    if (!strncmp(name, "HC", 2))
        fail(EXIT_USAGE,
             "heddle spin: -D%s loses states that hold tracked memory; --state hash is the safe "
             "form "
             "of hash compaction",
             name);
    if (!known(name))
        fail(EXIT_USAGE,
             "heddle spin: --spin -D%s: it is not known whether a verdict would still hold; "
             "docs/spin.md lists what is",
             name);
}

static void refuse_with_swarm(const spin_job *j)
{
    static const char *const others[] = {"NCORE", "BFS", "BFS_PAR", "BFS_DISK", "COLLAPSE", "MA"};

    for (u32 i = 0; i < LENGTH(others); i++)
        if (defines(j, others[i]))
            fail(EXIT_USAGE,
                 "heddle spin: --swarm searches with -DBITSTATE; -D%s does not go with it",
                 others[i]);
}

static void refuse_flags(const spin_job *j)
{
    if (j->c.o.swarm)
        refuse_with_swarm(j);
    for (u32 i = 0; i < j->compiler.n; i++)
        if (!strncmp(j->compiler.at[i], "-D", 2))
            refuse_define(j->compiler.at[i] + 2);
    for (u32 i = 0; i < j->spin.n; i++)
        if (strncmp(j->spin.at[i], "-o", 2) != 0)
            fail(EXIT_USAGE,
                 "heddle spin: --spin %s: of the options of spin -a only -o1 to -o7 are taken",
                 j->spin.at[i]);
    for (u32 i = 0; i < j->pan.n; i++)
        if (j->pan.at[i][0] != '-' || !j->pan.at[i][1] || !strchr(pan_letters, j->pan.at[i][1]))
            fail(EXIT_USAGE,
                 "heddle spin: --pan %s: it is not known whether a verdict would still hold; known "
                 "are -%s",
                 j->pan.at[i], pan_letters);
    if (j->breadth && (j->state == SPIN_STATE_HASH || j->c.o.abstract.n))
        fail(EXIT_USAGE, "heddle spin: SPIN's breadth-first search keeps only what tells states "
                         "apart; it needs --state key or exact, and no --abstract");
    if (j->state == SPIN_STATE_KEY && !one_process(j))
        fail(EXIT_USAGE, "heddle spin: --state key is for a search in one process, whose states "
                         "stay in its memory; -DNCORE, -DBFS_PAR and -DBFS_DISK need another");
    if (j->c.live.goals.n && (j->breadth || j->multicore))
        fail(EXIT_USAGE, "heddle spin: -DBFS, -DBFS_PAR and -DBFS_DISK see no runs that never end, "
                         "and trails of -DNCORE do not say from where on such a run repeats: "
                         "formulas need a depth-first search on one core");
    if (j->multicore && j->c.o.max.depth)
        fail(EXIT_USAGE, "heddle spin: --max-depth does not go with -DNCORE: each core counts from "
                         "where it took over");
}

static void refuse_options(const options *o)
{
    if (o->reduction.named & (REDUCE_PERSISTENT | REDUCE_SLEEP))
        fail(EXIT_USAGE,
             "heddle spin: --reduction persistent and sleep need a search that takes part "
             "in them, which SPIN's does not");
    if (o->context_bound.set && o->context_bound.low != o->context_bound.high)
        fail(EXIT_USAGE, "heddle spin: --context-bound takes one number under SPIN");
    if (memory_by_graphs(o->vm.memory))
        fail(EXIT_USAGE,
             "heddle spin: --memory ra and rc11 are for heddle check: they have no states");
    if (o->fair == FAIRLY_STRONG)
        fail(EXIT_USAGE, "heddle spin: SPIN knows no strong fairness; --fair weak is there");
}

/* pan's -f is --fair weak. */
static void take_fairness(spin_job *j)
{
    goal_list *goals = &j->c.live.goals;
    u32 kept = 0;

    for (u32 i = 0; i < j->pan.n; i++) {
        if (strcmp(j->pan.at[i], "-f") != 0) {
            j->pan.at[kept++] = j->pan.at[i];
            continue;
        }
        if (!goals->n)
            fail(EXIT_USAGE, "heddle spin: --pan -f needs a property: --ltl");
        for (u32 k = 0; k < goals->n; k++)
            goals->at[k].fair = FAIR_WEAK;
        j->c.o.fair = FAIRLY_WEAK;
    }
    j->pan.n = kept;
}

static void read_options(spin_job *j, int argc, char **argv)
{
    options *o = &j->c.o;
    u32 set;

    check_options(&j->c, FOR_SPIN, argc, argv);
    refuse_options(o);
    set = options_reductions(o) & ~(u32)(REDUCE_PERSISTENT | REDUCE_SLEEP);
    o->reduction.given = true;
    o->reduction.set = set;
    j->c.bound = (u32)o->context_bound.low;
    j->c.engine = "spin";
    read_flags(j);
    refuse_flags(j);
    if (j->state == SPIN_STATE_HASH)
        j->c.condition = "states told apart by 128-bit hashes";
    take_fairness(j);
    front_library(&j->library, &j->include);
}

/* ---- folders ---- */

static char *absolute(const char *folder)
{
    char *path = realpath(folder, NULL), *copy;

    if (!path)
        fail(EXIT_INPUT, "heddle spin: %s: %s", folder, strerror(errno));
    copy = mem_strdup(path);
    free(path);
    return copy;
}

static void make_folder(spin_job *j)
{
    const char *given = j->c.o.emit ? j->c.o.emit : j->c.o.keep_files;

    if (given && mkdir(given, 0777) && errno != EEXIST)
        fail(EXIT_INPUT, "heddle spin: %s: %s", given, strerror(errno));
    j->folder = given ? absolute(given) : folder_temporary("heddle-spin");
    text_addf(&j->binary, "%s/pan", j->folder);
}

/* Removes the folder, unless the user wants its files. */
static void spin_leave(const spin_job *j)
{
    if (!j->c.o.keep_files && !j->c.o.emit)
        folder_remove(j->folder);
}

void spin_fail(const spin_job *j, int exit_status, const char *format, ...)
{
    char message[1000];
    va_list args;

    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    spin_leave(j);
    fail(exit_status, "heddle spin: %s", message);
}

static void write_files(spin_job *j)
{
    text file = {0};

    if (!spin_write(j, &file))
        spin_fail(j, EXIT_INPUT, "%s: %s", text_str(&file), strerror(errno));
    text_free(&file);
}

/* ---- the search ---- */

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

static void show_failure(spin_job *j)
{
    session *c = &j->c;
    search_options o = session_settings(c);
    sys *base = check_open(c, NULL), *s = check_wrap(c, base);

    c->r.loop = UINT32_MAX;
    spin_trail(j, &c->r);
    if (c->r.lasso)
        note_goal(j);
    else
        find_error(j, s);
    check_find_trace(c, s, base, &o);
    sys_close(s);
}

static void search_once(spin_job *j)
{
    text out = {0};

    spin_begin_depth(j);
    do {
        write_files(j);
        spin_build(j);
        do
            spin_search(j, &out);
        while (spin_deepen(j, &out));
    } while (spin_outgrown(j, &out));
    spin_judge(j, &out);
    if (j->c.r.failed)
        show_failure(j);
    text_free(&out);
}

/* SPIN takes one claim at a time, and with one it sees only what the claim goes along with: that
 * there is no error is found without.  This comes last, since it needs all states, and a violated
 * formula seldom does.  A search that was cut keeps none of the others from finding something. */
static void search(spin_job *j)
{
    const goal_list *goals = &j->c.live.goals;
    result *r = &j->c.r;
    text cut = {0};

    for (u32 i = 0; i <= goals->n && !r->failed && !tool_interrupted(); i++) {
        j->goal = i < goals->n ? &goals->at[i] : NULL;
        j->late = false;
        search_once(j);
        if (r->verdict == VERDICT_UNKNOWN && !cut.n)
            text_addf(&cut, "%s", r->reason);
    }
    if (tool_interrupted() && !cut.n)
        text_add(&cut, "the search was interrupted");
    if (cut.n && !r->failed)
        spin_unknown(r, text_str(&cut));
    text_free(&cut);
}

static void spin_free(spin_job *j)
{
    vec_free_items(&j->words);
    vec_free(&j->compiler);
    vec_free(&j->spin);
    vec_free(&j->pan);
    text_free(&j->library);
    text_free(&j->include);
    text_free(&j->binary);
    text_free(&j->trail);
    mem_free(j->folder);
}

static int emitted(spin_job *j)
{
    j->goal = j->c.live.goals.n ? &j->c.live.goals.at[0] : NULL;
    write_files(j);
    printf("%s: driver.pml, driver.h, program.heddle, Makefile; make run searches\n", j->c.o.emit);
    session_free(&j->c);
    return EXIT_VERIFIED;
}

/* Better now than after the program was compiled; spin itself runs gcc. */
static void check_tools(void)
{
    static const char *const tools[] = {"spin", "gcc"};

    for (u32 i = 0; i < LENGTH(tools); i++)
        if (!find_is_program(tools[i]))
            fail(EXIT_INPUT, "heddle spin: %s is not in PATH; install it: apt-get install %s",
                 tools[i], tools[i]);
}

/* SPIN knows which states are new, the machine which lines a step runs through. */
static void add_covered(const session *c, coverage *out)
{
    coverage_say(out, c->reached ? "States by line are not known: SPIN keeps the states."
                                 : "Which lines runs come to is not known: there was no room.");
}

/* For the page: the machine in pan marks what it executes in a file that is read here, too. */
static void keep_coverage(spin_job *j)
{
    text file = {0};

    if (!j->c.o.html)
        return;
    text_addf(&file, "%s/reached", j->folder);
    j->c.reached = coverage_open(j->c.p, text_str(&file));
    j->c.covered = add_covered;
    if (j->c.reached)
        setenv("HEDDLE_REACHED", text_str(&file), 1);
    text_free(&file);
}

int cmd_spin(int argc, char **argv)
{
    spin_job j = {0};
    int exit_status;

    read_options(&j, argc, argv);
    if (!j.c.o.emit)
        check_tools();
    j.c.o.front.whole = j.c.o.emit != NULL;
    j.c.p = front_load(&j.c.o.front);
    make_folder(&j);
    spin_measure(&j);
    if (j.c.o.emit) {
        exit_status = emitted(&j);
    } else {
        keep_coverage(&j);
        search(&j);
        spin_leave(&j);
        exit_status = session_finish(&j.c);
    }
    spin_free(&j);
    return exit_status;
}
