/* The command line: subcommands, and one table of options that parsing, help, completion and the
 * reference all come from. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "base/text.h"
#include "front/front.h"
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
    SHAPES = 16, /* the option changes what the program does */
    MACHINE = FOR_CHECK | FOR_RUN | FOR_SPIN | SHAPES,
};
enum { ENGINE_AUTO, ENGINE_DFS, ENGINE_BFS, ENGINE_NDFS, ENGINE_STATELESS };
enum { ASM_DFS, ASM_BFS, ASM_SYMBOLIC, ASM_BDD };
enum { ABSTRACTION_ON, ABSTRACTION_OFF, ABSTRACTION_COMPARE };
enum { KEEP_NOTHING, KEEP_CONTROL };
enum { STATE_HASH, STATE_EXACT };

/* The reductions, each a bit of a set. */
enum {
#define REDUCTION(name, word, in_default, does, keeps, costs) REDUCE_##name##_AT,
#include "cmd/reductions.def"
    REDUCE_COUNT
};
enum {
#define REDUCTION(name, word, in_default, does, keeps, costs) \
    REDUCE_##name = 1 << REDUCE_##name##_AT,
#include "cmd/reductions.def"
};
extern const char *const reduction_names[REDUCE_COUNT];

typedef struct reduction_set {
    u32 set;
    u32 named;  /* one by one, not as part of the default */
    bool given; /* on the command line; else the default */
} reduction_set;

enum { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

typedef struct span {
    i64 low, high;
    bool set;
} span;

typedef bool option_FLAG;
typedef u64 option_COUNT;
typedef u64 option_BYTES;
typedef double option_SECONDS;
typedef u32 option_WORD;
typedef const char *option_STRING;
typedef span option_RANGE;
typedef span option_BOUND;
typedef reduction_set option_REDUCTIONS;
typedef string_list option_STRINGS;

typedef struct options {
#define SECTION(title)
#define CLANG(spelling, style, help)
#define OPTION(commands, type, field, spelling, argument, value, help) option_##type field;
#include "cmd/options.def"
    front_options front; /* files, clang's options, the program's arguments, overflow, verbose */
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
/* Ends the process where what belongs to --induction stands without it, or with something `other`.
 */
void options_induction(const char *command, const options *o, bool on, const char *other);
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
#include "cmd/commands.def"

#endif
