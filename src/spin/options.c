/* The options of heddle spin: those that all checks share, and the words of --spin and --pan.
 *
 * A word is taken where a verdict still holds with it, or where pan says that it does not: macros
 * of flags.def, levels of optimisation, and some letters of pan.  All others are refused by name.
 */
#include "front/command.h"
#include "spin/job.h"

#include <string.h>

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
#include "spin/flags.def"
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

void spin_options(spin_job *j, int argc, char **argv)
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
