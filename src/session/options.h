/* The command line: subcommands, and one table of options that parsing, help, completion and the
 * reference all come from. */
#ifndef SESSION_OPTIONS_H
#define SESSION_OPTIONS_H

#include "asm/asm.h"
#include "base/text.h"
#include "front/front.h"
#include "native/native.h"
#include "promela/promela.h"
#include "rules.h"
#include "search/search.h"
#include "vm/vm.h"

enum {
    FOR_CHECK = 1,
    FOR_REPLAY = 2,
    FOR_DUMP = 4,
    FOR_RUN = 8,
    FOR_SPIN = 32,
    FOR_NATIVE = 64,
    FOR_ASM = 256,
    FOR_SMV = 512,
    FOR_PROMELA = 1024,
    FOR_CC = 2048,
    FOR_TEST = 4096,
    FOR_SIM = 1 << 16,
    FOR_DRAW = 1 << 17,
    FOR_LITMUS = 1 << 18,
    FOR_SWARM = 1 << 19,
    FOR_CLOSE = 1 << 20,
    SHAPES = 16, /* the option changes what the program does */
    MACHINE = FOR_CHECK | FOR_RUN | FOR_SPIN | FOR_SIM | FOR_DRAW | FOR_SWARM | SHAPES,
};

/* The words of options that take one, in the order of their constants. */
#define ENGINE_WORDS(WORD)    \
    WORD(ENGINE_AUTO, "auto") \
    WORD(ENGINE_DFS, "dfs")   \
    WORD(ENGINE_BFS, "bfs")   \
    WORD(ENGINE_NDFS, "ndfs") \
    WORD(ENGINE_STATELESS, "stateless")
#define SEARCH_WORDS(WORD)                      \
    WORD(SEARCH_DPOR, "dpor")                   \
    WORD(SEARCH_OPTIMAL, "optimal")             \
    WORD(SEARCH_PERSISTENT, "persistent+sleep") \
    WORD(SEARCH_SLEEP, "sleep")                 \
    WORD(SEARCH_FULL, "full")                   \
    WORD(SEARCH_RANDOM, "random")               \
    WORD(SEARCH_PCT, "pct")
#define ADDRESSES_WORDS(WORD)            \
    WORD(ADDRESSES_SYMBOLIC, "symbolic") \
    WORD(ADDRESSES_LAYOUT, "layout")     \
    WORD(ADDRESSES_STRICT, "strict")
#define MEMORY_WORDS(WORD)  \
    WORD(MEMORY_SC, "sc")   \
    WORD(MEMORY_TSO, "tso") \
    WORD(MEMORY_PSO, "pso") \
    WORD(MEMORY_RA, "ra")   \
    WORD(MEMORY_RC11, "rc11")
#define MODEL_WORDS(WORD)    \
    WORD(MODEL_AUTO, "auto") \
    WORD(MODEL_SC, "sc")     \
    WORD(MODEL_TSO, "tso")   \
    WORD(MODEL_PSO, "pso")   \
    WORD(MODEL_RA, "ra")     \
    WORD(MODEL_RC11, "rc11")
#define ARCH_WORDS(WORD)       WORD(ARCH_ASMP, "asmp") WORD(ARCH_SMP, "smp") WORD(ARCH_SINGLE, "single")
#define ASM_MEMORY_WORDS(WORD) WORD(ASM_MEMORY_SC, "sc") WORD(ASM_MEMORY_TSO, "tso")
#define ASM_WORDS(WORD) \
    WORD(ASM_DFS, "dfs") WORD(ASM_BFS, "bfs") WORD(ASM_SYMBOLIC, "symbolic") WORD(ASM_BDD, "bdd")
#define SMV_WORDS(WORD) WORD(SMV_TEXT, "smv") WORD(SMV_HORN, "smt") WORD(SMV_AIGER, "aiger")
#define ABSTRACTION_WORDS(WORD) \
    WORD(ABSTRACTION_ON, "on") WORD(ABSTRACTION_OFF, "off") WORD(ABSTRACTION_COMPARE, "compare")
#define FAIR_WORDS(WORD)      \
    WORD(FAIRLY_AUTO, "auto") \
    WORD(FAIRLY_NONE, "none") WORD(FAIRLY_WEAK, "weak") WORD(FAIRLY_STRONG, "strong")
#define AUTOMATON_WORDS(WORD) \
    WORD(AUTOMATON_NONE, "none") WORD(AUTOMATON_HOA, "hoa") WORD(AUTOMATON_DOT, "dot")
#define RACES_WORDS(WORD) WORD(RACES_NOTE, "note") WORD(RACES_ERROR, "error") WORD(RACES_OFF, "off")
#define STORE_WORDS(WORD)          \
    WORD(STORE_EXACT, "exact")     \
    WORD(STORE_COMPACT, "compact") \
    WORD(STORE_BITSTATE, "bitstate")
#define SPIN_STATE_WORDS(WORD)    \
    WORD(SPIN_STATE_AUTO, "auto") \
    WORD(SPIN_STATE_KEY, "key") WORD(SPIN_STATE_HASH, "hash") WORD(SPIN_STATE_EXACT, "exact")
#define COLOUR_WORDS(WORD) \
    WORD(COLOUR_AUTO, "auto") WORD(COLOUR_ALWAYS, "always") WORD(COLOUR_NEVER, "never")
#define ANNOTATIONS_WORDS(WORD) WORD(ANNOTATIONS_NONE, "none") WORD(ANNOTATIONS_GITHUB, "github")
#define FUNCTIONS_WORDS(WORD)   WORD(PROMELA_INLINE, "inline") WORD(PROMELA_PROCESSES, "processes")
#define CLOSE_WORDS(WORD) \
    WORD(CLOSE_REFUSE, "refuse") WORD(CLOSE_FAIL, "fail") WORD(CLOSE_DROP, "drop")
#define STORES_WORDS(WORD) WORD(PROMELA_SC, "sc") WORD(PROMELA_TSO, "tso") WORD(PROMELA_PSO, "pso")

#define WORD_NAME(name, word)   name,
#define WORD_TEXT(name, word)   word,
#define WORD_CHOICE(name, word) "|" word
#define WORDS_OF(list)          (&(list##_WORDS(WORD_CHOICE))[1]) /* a|b|c */

enum { ENGINE_WORDS(WORD_NAME) };
enum { ASM_WORDS(WORD_NAME) };
/* The other engines take the system as a whole. */
static inline bool asm_searches(u32 engine)
{
    return engine == ASM_DFS || engine == ASM_BFS;
}
enum { MODEL_WORDS(WORD_NAME) };
enum { SMV_WORDS(WORD_NAME) };
enum { ABSTRACTION_WORDS(WORD_NAME) };
enum { FAIR_WORDS(WORD_NAME) };
enum { AUTOMATON_WORDS(WORD_NAME) };
enum { SPIN_STATE_WORDS(WORD_NAME) };
enum { COLOUR_WORDS(WORD_NAME) };
enum { RACES_WORDS(WORD_NAME) };
enum { ANNOTATIONS_WORDS(WORD_NAME) };
/* SEARCH_, ADDRESSES_, MEMORY_, STORE_, ARCH_, CLOSE_ and PROMELA_ are constants of others:
 * options.c checks their order. */

/* The reductions, each a bit of a set. */
enum {
#define REDUCTION(name, word, in_default, does, keeps, costs) REDUCE_##name##_AT,
#include "session/reductions.def"
    REDUCE_COUNT
};
enum {
#define REDUCTION(name, word, in_default, does, keeps, costs) \
    REDUCE_##name = 1 << REDUCE_##name##_AT,
#include "session/reductions.def"
};
extern const char *const reduction_names[REDUCE_COUNT];

typedef struct reduction_set {
    u32 set;
    u32 named;  /* one by one, not as part of the default */
    bool given; /* on the command line; else the default */
} reduction_set;

typedef bool option_FLAG;
typedef u64 option_COUNT;
typedef u32 option_SMALL;
typedef u64 option_BYTES;
typedef double option_SECONDS;
typedef u32 option_WORD;
typedef bool option_EITHER;
typedef const char *option_STRING;
typedef number_range option_RANGE;
typedef number_range option_BOUND;
typedef reduction_set option_REDUCTIONS;
typedef string_list option_STRINGS;

typedef struct options {
#define SECTION(title)
#define CLANG(spelling, style, help)
#define OPTION(commands, type, field, spelling, argument, value, help) option_##type field;
#define OPTION_IN(commands, type, in, field, ...)
#include "session/options.def"
    run_rules rules;             /* what is an error in a run, and what may happen */
    limits max;                  /* of the search */
    stateless_options stateless; /* see check_stateless_settings */
    vm_options vm;               /* see options_vm */
    casm_options asm_system;     /* see asm_options in cmd */
    asm_settings asm_machine;
    native_options native;
    promela_options promela;
    front_options front; /* files, clang's options, the program's arguments, and what is told it */
    string_list shaping; /* the arguments that shape the program, for the trace file */
} options;

/* Fills `o` from argv[1] on, for one command (FOR_CHECK ...); a mistake ends the process with
 * EXIT_USAGE, --help with 0.  The strings are those of argv. */
void options_parse(options *o, int command, int argc, char **argv);
void options_free(options *o);
/* The reductions in use. */
u32 options_reductions(const options *o);
/* The machine's settings for a search. */
vm_options options_vm(const options *o);
/* The system with the abstractions that were asked for. */
sys *options_abstract(const options *o, sys *s);
/* Whether to colour what goes to this descriptor, and the columns to fill. */
bool options_colour(const options *o, int fd);
u32 options_width(const options *o, int fd);
/* The options of the commands in the mask, as the help prints them. */
void options_help(int command, text *out);
/* The help of one command (check ...); false when there is none of that name. */
bool help_command(const char *name, text *out);
/* All of them. */
void help_overview(text *out);
extern const char *const command_names[];
extern const u32 command_count;
/* The candidate nearest to `word`, or NULL when none is near. */
const char *options_nearest(const char *word, const char *const *candidates, u32 n);

/* The subcommands. */
#define COMMAND_AS(name, word, arguments, help) int cmd_##name(int argc, char **argv);
#include "session/commands.def"

#endif
