/* heddle inside SPIN: the functions that a Promela model calls so that SPIN drives heddle's
 * machine.
 *
 * Include it from a c_decl block, with these macros before it where the defaults do not do:
 *
 *   HEDDLE_STATE_SIZE  bytes of the region that holds the machine's state
 *   HEDDLE_PROGRAM     the program's file, which `heddle spin --emit` writes; with it the program
 * is read before the search begins, as SPIN's multi-core search needs it HEDDLE_SETTINGS
 * initialisers of struct heddle_settings
 *
 * and track the regions that are in use.  The whole state, exactly:
 *
 *   c_track "heddle_state"  "HEDDLE_STATE_SIZE"     "Matched"
 *   c_track "heddle_place"  "sizeof(heddle_place)"  "UnMatched"
 *
 * or, with less memory and in less time, states told apart by 128-bit hashes:
 *
 *   c_track "heddle_digest" "sizeof(heddle_digest)" "Matched"
 *   c_track "heddle_state"  "HEDDLE_STATE_SIZE"     "UnMatched"
 *   c_track "heddle_place"  "sizeof(heddle_place)"  "UnMatched"
 *
 * heddle_place is where the machine keeps the state: it may be left out, and costs time then.
 *
 * A search in one process that keeps all its states needs none of these bytes.  With the setting
 * .keys = HEDDLE_KEYS_MATCHED a state is its number in the machine's own table, exactly, in the
 * least time:
 *
 *   c_track "heddle_key"    "sizeof(heddle_key)"    "Matched"
 */
#ifndef HEDDLE_PAN_H
#define HEDDLE_PAN_H

#ifndef HEDDLE_STATE_SIZE
#define HEDDLE_STATE_SIZE 2000
#endif
#define HEDDLE_UNUSED __attribute__((unused))

/* How the regions have states: as bytes, or as numbers of the machine's own table, which are
 * matched themselves (heddle_key) or beside what is (heddle_place, with heddle_digest or
 * heddle_key). */
enum { HEDDLE_BYTES, HEDDLE_KEYS_MATCHED, HEDDLE_KEYS_APART };

struct heddle_settings {
    int keys;         /* HEDDLE_ */
    unsigned threads; /* processes that the model has for threads; 0: as many as are started */
    unsigned choices; /* ways to go on that it has for each; 0: one */
    int environment;  /* the model calls functions, reads and writes variables during the search */
    int superstep;    /* a step goes on while others cannot tell */
    int bounded;      /* at most `bound` switches away from a thread that could go on */
    unsigned bound;
    unsigned
        abstractions; /* queries of the program, after the invariants, to tell states apart by */
    int abstract_control; /* with them: where each thread is counts too */
    int never;            /* the model has a claim: its propositions are the queries */
    unsigned first_proposition, propositions; /* from this number on, so many */
    int fair;            /* the search is for fair runs: spurious wake-ups are refused */
    int allow_deadlock;  /* a deadlock is no error */
    int hangs;           /* a hang is one: for a program that nothing outside it changes */
    int grain;           /* where a step ends, from 0 (operations others can see) to 3 */
    int every_access;    /* accesses to private memory are steps too */
    int plain_heap;      /* objects are numbered by age */
    int no_spurious;     /* waits never end without a signal */
    int malloc_may_fail; /* every allocation may also fail */
    int leaks;           /* lost memory is an error */
    int exit_status;     /* a status other than 0 is an error */
    int memory;          /* stores are seen at once, or wait as with --memory: 1 tso, 2 pso */
    unsigned buffer;     /* at most so many of a thread; 0: 8 */
    int addresses;       /* as --addresses: 0 symbolic, 1 layout, 2 strict */
    unsigned layout;     /* with addresses 1: which */
    int nondet_set;      /* nondeterministic numbers are between these */
    long long nondet_low, nondet_high;
    int allow_partial; /* threads that wait for each other while others go on are no hang */
    unsigned hang_states, max_threads, max_stack; /* 0: the defaults of heddle check */
    unsigned long long max_heap;
    /* Of the machine's own table of states, which begins anew there, or with keys is full; 0: 512
     * MB, with keys no limit. */
    unsigned long long table_bytes;
};

#ifndef HEDDLE_LIBRARY
/* The regions. */
static unsigned char heddle_state[HEDDLE_STATE_SIZE] HEDDLE_UNUSED __attribute__((aligned(8)));
static unsigned long long heddle_digest[2] HEDDLE_UNUSED, heddle_place[4] HEDDLE_UNUSED,
    heddle_key[2] HEDDLE_UNUSED;
static int heddle_last HEDDLE_UNUSED = -1, heddle_switches HEDDLE_UNUSED;
#endif

/* The library.  What returns a string returns NULL or an error of the program. */
void heddle_pan_open(const char *file, const struct heddle_settings *settings, void *state,
                     unsigned size, unsigned long long *digest, unsigned long long *place,
                     unsigned long long *key);
const char *heddle_pan_begin(void);
const char *heddle_pan_query(const char *name, int abstracts);
const char *heddle_pan_run(const char *function);
const char *heddle_pan_start(int i, const char *function, void *arg);
const char *heddle_pan_spawn(int i, const char *function, void *arg);
const char *heddle_pan_call(const char *function, unsigned n, const long long *args,
                            long long *result);
const char *heddle_pan_get(const char *path, long long *value);
const char *heddle_pan_set(const char *path, long long value);
const char *heddle_pan_reset(const char *const *names, unsigned n);
const char *heddle_pan_unmatched(const char *name);
int heddle_pan_runs(void);
int heddle_pan_ways(int i, int strong);
const char *heddle_pan_move(int i, int choice);
int heddle_pan_reads(unsigned long long yes, unsigned long long no);
int heddle_pan_steady(void);
int heddle_pan_over(void);
void heddle_pan_rest(void);

#ifndef HEDDLE_LIBRARY
extern void (*uerror)(char *); /* pan's own: an error, with a trail */

static HEDDLE_UNUSED void heddle_complain(const char *message)
{
    if (message)
        uerror((char *)message);
}

#ifndef HEDDLE_SETTINGS
#define HEDDLE_SETTINGS 0
#endif
static const struct heddle_settings heddle_given HEDDLE_UNUSED = {HEDDLE_SETTINGS};

static HEDDLE_UNUSED void heddle_open(const char *file)
{
    heddle_pan_open(file, &heddle_given, heddle_state, sizeof heddle_state, heddle_digest,
                    heddle_place, heddle_key);
}

#ifdef HEDDLE_PROGRAM
static __attribute__((constructor)) void heddle_read_program(void)
{
    heddle_open(HEDDLE_PROGRAM);
}
#endif

/* ---- setting up, in this order ---- */

/* Reads the program and puts its initial state into the regions. */
static HEDDLE_UNUSED void heddle_setup(const char *file)
{
    heddle_open(file);
    heddle_complain(heddle_pan_begin());
}

/* A function of the program that must hold in every state. */
static HEDDLE_UNUSED void heddle_register_invariant(const char *function)
{
    heddle_complain(heddle_pan_query(function, 0));
}

/* States with the same values of these functions count as the same: heddle_digest is of them. */
static HEDDLE_UNUSED void heddle_register_abstraction(const char *function)
{
    heddle_complain(heddle_pan_query(function, 1));
}

/* Runs a function of the program to its end. */
static HEDDLE_UNUSED void heddle_run_function(const char *function)
{
    heddle_complain(heddle_pan_run(function));
}

/* Starts thread i, 0 for the first, with a function of the program.  Where none is started the
 * program runs from its main. */
static HEDDLE_UNUSED void heddle_start_thread(int i, const char *function, void *arg)
{
    heddle_complain(heddle_pan_start(i, function, arg));
}

/* ---- the search ---- */

/* Can thread i go on?  Where it may choose: in the way with this number, from 0 on? */
static HEDDLE_UNUSED int heddle_enabled_choice(int i, int choice)
{
    return choice < heddle_pan_ways(i, 0);
}
static HEDDLE_UNUSED int heddle_enabled(int i)
{
    return heddle_enabled_choice(i, 0);
}

/* Thread i goes on. */
static HEDDLE_UNUSED void heddle_step_choice(int i, int choice)
{
    heddle_complain(heddle_pan_move(i, choice));
}
static HEDDLE_UNUSED void heddle_step(int i)
{
    heddle_step_choice(i, 0);
}

/* The same with at most `bound` preemptions, switches away from a thread that could have gone on.
 * For a search that misses none of them, track heddle_last and heddle_switches as Matched. */
static HEDDLE_UNUSED int heddle_preempts(int i)
{
    return heddle_last >= 0 && heddle_last != i && heddle_pan_ways(heddle_last, 1);
}
static HEDDLE_UNUSED int heddle_enabled_bounded(int i, int bound)
{
    return heddle_enabled(i) && (heddle_switches < bound || !heddle_preempts(i));
}
static HEDDLE_UNUSED void heddle_step_bounded(int i)
{
    heddle_switches += heddle_preempts(i);
    heddle_last = i;
    heddle_step(i);
}

/* ---- an environment: with the setting .environment = 1 ----
 *
 * The model is the world around the program: it calls functions, and reads and writes variables, in
 * any state of the search.  A call runs to its end before any thread moves on, at any point of a
 * thread's run: in the middle of its functions, as an interrupt does.  It must not wait, nor
 * choose. That no thread can go on is no error by itself: SPIN sees whether the model can (invalid
 * end states). */

/* Does the program run?  Not when it has ended, or its run does not count (heddle_assume). */
static HEDDLE_UNUSED int heddle_runs(void)
{
    return heddle_pan_runs();
}

/* heddle_call("deliver", 3, 1): up to 6 integers; the result as a signed number. */
#define heddle_call(function, ...)                                                          \
    heddle_call_with(function, sizeof((long long[]){0, ##__VA_ARGS__}) / sizeof(long long), \
                     (long long[]){0, ##__VA_ARGS__})
static HEDDLE_UNUSED long long heddle_call_with(const char *function, unsigned n,
                                                const long long *args)
{
    long long result = 0;

    heddle_complain(heddle_pan_call(function, n - 1, args + 1, &result));
    return result;
}

/* A static variable, a member, an element, or what a pointer leads to: "clock",
 * "queue.items[2].size", "head->next->value".  A pointer is 1, NULL is 0. */
static HEDDLE_UNUSED long long heddle_get(const char *path)
{
    long long value = 0;

    heddle_complain(heddle_pan_get(path, &value));
    return value;
}
static HEDDLE_UNUSED void heddle_set(const char *path, long long value)
{
    heddle_complain(heddle_pan_set(path, value));
}

/* The program loses all threads and all memory, and is as heddle_setup left it, but for the static
 * variables that are named: heddle_reset("log", "boots"), or heddle_reset().  The model starts it
 * again by heddle_run_function and heddle_start_thread. */
#define heddle_reset(...)                                                               \
    heddle_reset_but(sizeof((const char *[]){0, ##__VA_ARGS__}) / sizeof(const char *), \
                     (const char *[]){0, ##__VA_ARGS__})
static HEDDLE_UNUSED void heddle_reset_but(unsigned n, const char *const *names)
{
    heddle_complain(heddle_pan_reset(names + 1, n - 1));
}

/* States that differ in this static variable alone count as the same, as with a region that c_track
 * has "UnMatched".  For the set-up, with .keys = HEDDLE_KEYS_APART and
 *
 *   c_track "heddle_key"    "sizeof(heddle_key)"    "Matched"
 *   c_track "heddle_place"  "sizeof(heddle_place)"  "UnMatched" */
static HEDDLE_UNUSED void heddle_unmatched(const char *name)
{
    heddle_complain(heddle_pan_unmatched(name));
}

/* For claims.  Do the propositions of `yes`, as bits, hold in the present state, and none of `no`?
 * Not when the run ends here because an assumption does not hold or a limit was reached. */
static HEDDLE_UNUSED int heddle_reads(unsigned long long yes, unsigned long long no)
{
    return heddle_pan_reads(yes, no);
}
/* Was the state reached by a step that must not be taken for ever, a spurious wake-up? */
static HEDDLE_UNUSED int heddle_steady(void)
{
    return heddle_pan_steady();
}
/* Is nothing but spurious wake-ups left?  Then the run may end here: it rests in this state. */
static HEDDLE_UNUSED int heddle_over(void)
{
    return heddle_pan_over();
}
static HEDDLE_UNUSED void heddle_rest(void)
{
    heddle_pan_rest();
}

#endif
#endif
