/* The command line of every command that takes options.
 *
 * options.def is the one table: the struct, the parser, the help and the reference come from it.
 * What clang understands is handed on by the second table there.  Every mistake is one sentence and
 * EXIT_USAGE; a word that is nearly an option is answered with that option. */
#include "session/options.h"
#include "report/report.h"
#include "wrap/abstract.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

typedef enum option_type {
    FLAG,
    COUNT,
    SMALL,
    BYTES,
    SECONDS,
    WORD,
    EITHER,
    STRING,
    RANGE,
    BOUND,
    STRINGS,
    REDUCTIONS,
    TITLE
} option_type;

const char *const reduction_names[REDUCE_COUNT] = {
#define REDUCTION(name, word, in_default, does, keeps, costs) word,
#include "session/reductions.def"
};

static const u32 default_reductions = 0
#define REDUCTION(name, word, in_default, does, keeps, costs) | (in_default ? REDUCE_##name : 0)
#include "session/reductions.def"
    ;

typedef struct option_row {
    int commands;
    option_type type;
    size_t field;
    const char *spelling, *argument, *value, *help;
} option_row;

static const option_row rows[] = {
#define SECTION(title) {~0, TITLE, 0, title, NULL, NULL, NULL},
#define CLANG(spelling, style, help)
#define OPTION(commands, type, field, spelling, argument, value, help) \
    {commands, type, offsetof(options, field), spelling, argument, value, help},
#define OPTION_IN(commands, type, in, field, ...) OPTION(commands, type, in.field, __VA_ARGS__)
#include "session/options.def"
};

typedef enum clang_style { PREFIX, EXACT, SEPARATE } clang_style;

typedef struct clang_row {
    const char *spelling;
    clang_style style;
    const char *help;
} clang_row;

static const clang_row clang_rows[] = {
#define SECTION(title)
#define CLANG(spelling, style, help) {spelling, style, help},
#define OPTION(commands, type, field, spelling, argument, value, help)
#include "session/options.def"
};

#define ORDER(name, word) ORDER_##name,
#define SAME(name, word)  static_assert((int)name == (int)ORDER_##name, #name);
enum { SEARCH_WORDS(ORDER) };
enum { ADDRESSES_WORDS(ORDER) };
enum { MEMORY_WORDS(ORDER) };
enum { STORE_WORDS(ORDER) };
enum { ARCH_WORDS(ORDER) };
enum { FUNCTIONS_WORDS(ORDER) };
enum { STORES_WORDS(ORDER) };
enum { CLOSE_WORDS(ORDER) };
SEARCH_WORDS(SAME)
CLOSE_WORDS(SAME)
ADDRESSES_WORDS(SAME)
MEMORY_WORDS(SAME)
STORE_WORDS(SAME)
ARCH_WORDS(SAME)
FUNCTIONS_WORDS(SAME)
STORES_WORDS(SAME)

/* What goes together. */
typedef struct pair {
    int commands;
    bool needs;
    const char *one, *other, *because;
} pair;

static const pair pairs[] = {
#define SECTION(title)
#define CLANG(spelling, style, help)
#define OPTION(commands, type, field, spelling, argument, value, help)
#define EXCLUDES(commands, one, other, because) {commands, false, one, other, because},
#define NEEDS(commands, one, other)             {commands, true, one, other, NULL},
#include "session/options.def"
};

enum { MOST_PREEMPTIONS = 1000000000 };

/* Where the parser is. */
typedef struct scan {
    options *o;
    int command;
    int argc, i;
    char **argv;
} scan;

static _Noreturn void wrong(const scan *s, const char *what, const char *word, const char *advice)
{
    fail(EXIT_USAGE, "heddle %s: %s%s%s; %s", s->argv[0], what, *word ? " " : "", word, advice);
}

/* The number and what follows it. */
static bool parse_number(const char *s, double *value, const char **rest)
{
    char *end;

    if ((*s < '0' || *s > '9') && *s != '.')
        return false;
    errno = 0;
    *value = strtod(s, &end);
    *rest = end;
    return !errno && end != s;
}

static double time_factor(const char *unit)
{
    if (!*unit || strcmp(unit, "s") == 0)
        return 1;
    if (strcmp(unit, "m") == 0)
        return 60;
    return strcmp(unit, "h") == 0 ? 3600 : 0;
}

/* What the letter after a number multiplies it by; 0: it is none. */
static double unit_factor(option_type of, const char *unit)
{
    double kilo = of == BYTES ? 1024 : 1000;

    if (of == SECONDS)
        return time_factor(unit);
    if (!*unit)
        return 1;
    if (strlen(unit) > (size_t)(of == BYTES ? 2 : 1) ||
        (unit[1] && unit[1] != 'b' && unit[1] != 'B'))
        return 0;
    switch (unit[0] | 32) {
    case 'k':
        return kilo;
    case 'm':
        return kilo * kilo;
    case 'g':
        return kilo * kilo * kilo;
    default:
        return 0;
    }
}

static double parse_amount(const scan *s, const option_row *row, const char *word)
{
    const char *unit = "";
    double value, factor;

    if (!parse_number(word, &value, &unit) || (factor = unit_factor(row->type, unit)) == 0)
        wrong(s, row->spelling, word,
              row->type == SECONDS ? "a time such as 10s, 5m or 1h is needed"
                                   : "a number is needed, with k, m or g if you like");
    value *= factor;
    if (value <= 0 || (row->type != SECONDS && value < 1))
        wrong(s, row->spelling, word, "a number greater than 0 is needed");
    if (value >= 9e18)
        wrong(s, row->spelling, word, "the number is too large");
    return value;
}

static u32 parse_small(const scan *s, const option_row *row, const char *word)
{
    double value = parse_amount(s, row, word);

    if (value > UINT32_MAX)
        wrong(s, row->spelling, "", "the number is too large");
    return (u32)value;
}

/* The number of the word among a|b|c; -1: it is none of them. */
static int word_among(const char *choices, const char *word, size_t n)
{
    for (int index = 0;; index++) {
        size_t length = strcspn(choices, "|");

        if (length == n && strncmp(choices, word, n) == 0)
            return index;
        if (!choices[length])
            return -1;
        choices += length + 1;
    }
}

static u32 parse_word(const scan *s, const option_row *row, const char *word)
{
    int index = word_among(row->argument, word, strlen(word));
    text advice = {0};

    if (index >= 0)
        return (u32)index;
    text_addf(&advice, "it takes one of %s", row->argument);
    wrong(s, row->spelling, word, text_str(&advice));
}

static number_range parse_range(const scan *s, const option_row *row, const char *word)
{
    number_range v = {.set = true};
    const char *second = strstr(word, "..");
    char *end;
    bool ok;

    errno = 0;
    v.low = strtoll(word, &end, 0);
    ok = second && end == second && end != word;
    if (ok) {
        v.high = strtoll(second + 2, &end, 0);
        ok = end != second + 2 && !*end && !errno;
    }
    if (!ok)
        wrong(s, row->spelling, word, "a range such as -1..10 is needed");
    if (v.low > v.high || (u64)v.high - (u64)v.low >= UINT32_MAX)
        wrong(s, row->spelling, word,
              v.low > v.high ? "the range is empty" : "the range is too wide");
    return v;
}

static bool parse_preemptions(const char *word, i64 *value, const char **rest)
{
    const char *at = word;

    for (*value = 0; *at >= '0' && *at <= '9'; at++)
        if (*value < MOST_PREEMPTIONS)
            *value = *value * 10 + (*at - '0');
    *rest = at;
    return at != word;
}

static number_range parse_bound(const scan *s, const option_row *row, const char *word)
{
    number_range v = {.set = true};
    const char *rest;
    bool ok = parse_preemptions(word, &v.low, &rest);

    v.high = v.low;
    if (ok && strncmp(rest, "..", 2) == 0)
        ok = parse_preemptions(rest + 2, &v.high, &rest);
    if (!ok || *rest)
        wrong(s, row->spelling, word, "a number such as 2, or a range such as 0..4, is needed");
    if (v.low > v.high)
        wrong(s, row->spelling, word, "the range is empty");
    if (v.high >= MOST_PREEMPTIONS)
        wrong(s, row->spelling, word, "the number is too large");
    return v;
}

/* 0: there is none of that name. */
static u32 reduction_named(const char *word, size_t n)
{
    for (u32 i = 0; i < REDUCE_COUNT; i++)
        if (strlen(reduction_names[i]) == n && strncmp(reduction_names[i], word, n) == 0)
            return 1u << i;
    return 0;
}

static u32 parse_reduction(const scan *s, const option_row *row, const char *word, size_t n)
{
    text advice = {0}, bad = {0};

    u32 one = reduction_named(word, n);

    if (one)
        return one;
    if (n == 7 && strncmp(word, "default", n) == 0)
        return default_reductions;
    text_addn(&bad, word, n);
    text_add(&advice, "it takes none, default");
    for (u32 i = 0; i < REDUCE_COUNT; i++)
        text_addf(&advice, ", %s", reduction_names[i]);
    wrong(s, row->spelling, text_str(&bad), text_str(&advice));
}

static reduction_set parse_reductions(const scan *s, const option_row *row, const char *word)
{
    reduction_set r = {.given = true};

    if (strcmp(word, "none") == 0)
        return r;
    for (;; word++) {
        size_t n = strcspn(word, ",");

        r.set |= parse_reduction(s, row, word, n);
        if (n != 7 || strncmp(word, "default", n) != 0)
            r.named |= parse_reduction(s, row, word, n);
        word += n;
        if (!*word)
            break;
    }
    if (r.set & REDUCE_TAU && r.set & REDUCE_TAU_PLUS)
        wrong(s, row->spelling, "", "tau and tau+ exclude each other");
    return r;
}

static void store(const scan *s, const option_row *row, const char *word)
{
    void *field = (char *)s->o + row->field;

    switch (row->type) {
    case FLAG:
        *(option_FLAG *)field = true;
        break;
    case COUNT:
    case BYTES:
        *(u64 *)field = (u64)parse_amount(s, row, word);
        break;
    case SMALL:
        *(option_SMALL *)field = parse_small(s, row, word);
        break;
    case SECONDS:
        *(option_SECONDS *)field = parse_amount(s, row, word);
        break;
    case WORD:
        *(option_WORD *)field = parse_word(s, row, word);
        break;
    case EITHER:
        *(option_EITHER *)field = parse_word(s, row, word);
        break;
    case STRING:
        *(option_STRING *)field = word;
        break;
    case RANGE:
        *(option_RANGE *)field = parse_range(s, row, word);
        break;
    case BOUND:
        *(option_BOUND *)field = parse_bound(s, row, word);
        break;
    case STRINGS:
        vec_push((option_STRINGS *)field, word);
        break;
    case REDUCTIONS:
        *(option_REDUCTIONS *)field = parse_reductions(s, row, word);
        break;
    case TITLE:
        break;
    }
}

/* The row of this command, or of another one. */
static const option_row *find_row(int command, const char *word, size_t length)
{
    const option_row *other = NULL;

    for (u32 i = 0; i < LENGTH(rows); i++) {
        if (rows[i].type == TITLE || strlen(rows[i].spelling) != length ||
            strncmp(rows[i].spelling, word, length) != 0)
            continue;
        if (rows[i].commands & command)
            return &rows[i];
        other = &rows[i];
    }
    return other;
}

static const char *next_word(scan *s, const char *option)
{
    if (++s->i >= s->argc)
        wrong(s, option, "", "it needs an argument");
    return s->argv[s->i];
}

static void shape(scan *s, const char *word)
{
    vec_push(&s->o->shaping, word);
}

/* An option of the table; false: it is none. */
static bool take_option(scan *s, const char *word)
{
    size_t length = strncmp(word, "--", 2) == 0 ? strcspn(word, "=") : strlen(word);
    const option_row *row = find_row(s->command, word, length);
    const char *value = word[length] ? word + length + 1 : NULL;
    bool shapes;

    if (!row)
        return false;
    if (!(row->commands & s->command))
        wrong(s, "option", word, "it belongs to another command: see heddle help");
    if (!row->argument && value)
        wrong(s, "option", word, "it takes no argument");
    shapes = row->commands & SHAPES;
    if (shapes)
        shape(s, word);
    if (row->argument && !value) {
        value = next_word(s, word);
        if (shapes)
            shape(s, value);
    }
    store(s, row, value);
    return true;
}

static const clang_row *find_clang(const char *word)
{
    for (u32 i = 0; i < LENGTH(clang_rows); i++) {
        const clang_row *row = &clang_rows[i];
        size_t n = strlen(row->spelling);

        if (row->style == EXACT ? strcmp(word, row->spelling) == 0
                                : strncmp(word, row->spelling, n) == 0)
            return row;
    }
    return NULL;
}

/* C++20 took later stores of the same thread out of release sequences. */
static bool ends_releases(const char *standard)
{
    static const char *const since[] = {"20", "2a", "23", "2b", "26", "2c"};

    const char *plus = strstr(standard, "++");

    for (u32 i = 0; plus && i < LENGTH(since); i++)
        if (!strcmp(plus + 2, since[i]))
            return true;
    return false;
}

static void hand_to_clang(scan *s, const char *word)
{
    vec_push(&s->o->front.clang, word);
    if (strncmp(word, "-std=", 5) == 0)
        s->o->vm.releases_end = ends_releases(word + 5);
    shape(s, word);
}

static bool take_clang(scan *s, const char *word)
{
    const clang_row *row =
        s->command & (FOR_REPLAY | FOR_ASM | FOR_SMV | FOR_NATIVE | FOR_TEST | FOR_LITMUS)
            ? NULL
            : find_clang(word);

    if (!row || strncmp(word, "--", 2) == 0)
        return false;
    hand_to_clang(s, word);
    if (row->style == SEPARATE && strcmp(word, row->spelling) == 0)
        hand_to_clang(s, next_word(s, word));
    return true;
}

static _Noreturn void unknown(const scan *s, const char *word)
{
    const char *names[LENGTH(rows)], *near;
    text bare = {0}, advice = {0};
    u32 n = 0;

    text_addn(&bare, word, strcspn(word, "="));
    for (u32 i = 0; i < LENGTH(rows); i++)
        if (rows[i].type != TITLE && rows[i].commands & s->command)
            names[n++] = rows[i].spelling;
    near = options_nearest(text_str(&bare), names, n);
    if (strncmp(word, "-l", 2) == 0 || strncmp(word, "-L", 2) == 0)
        text_add(&advice, "libraries are not linked; leave it out, heddle has its own C library");
    else if (near)
        text_addf(&advice, "did you mean %s?", near);
    else
        text_addf(&advice, "heddle help %s lists the options", s->argv[0]);
    wrong(s, "unknown option", word, text_str(&advice));
}

static void take_arguments(scan *s)
{
    shape(s, "--");
    while (++s->i < s->argc) {
        vec_push(&s->o->front.args, s->argv[s->i]);
        shape(s, s->argv[s->i]);
    }
}

static void take_word(scan *s)
{
    const char *word = s->argv[s->i];

    if (strcmp(word, "--") == 0) {
        take_arguments(s);
    } else if (word[0] != '-' || !word[1]) {
        vec_push(&s->o->front.files, word);
        shape(s, word);
    } else if (!take_option(s, word) && !take_clang(s, word)) {
        unknown(s, word);
    }
}

/* Does the option say anything but what it says when it is not given? */
static bool is_given(const option_row *row, const void *field)
{
    switch (row->type) {
    case FLAG:
        return *(const option_FLAG *)field;
    case COUNT:
    case BYTES:
        return *(const u64 *)field;
    case SMALL:
        return *(const option_SMALL *)field;
    case SECONDS:
        return *(const option_SECONDS *)field > 0;
    case WORD:
        return *(const option_WORD *)field;
    case EITHER:
        return *(const option_EITHER *)field;
    case STRING:
        return *(const option_STRING *)field;
    case RANGE:
    case BOUND:
        return ((const number_range *)field)->set;
    case STRINGS:
        return ((const option_STRINGS *)field)->n;
    case REDUCTIONS:
        return ((const option_REDUCTIONS *)field)->given;
    case TITLE:
        break;
    }
    return false;
}

static bool has_word(const option_row *row, const void *field, const char *word, size_t n)
{
    if (row->type == REDUCTIONS)
        return ((const option_REDUCTIONS *)field)->named & reduction_named(word, n);
    assert((row->type == WORD || row->type == EITHER) && word_among(row->argument, word, n) >= 0);
    if (row->type == EITHER)
        return *(const option_EITHER *)field == word_among(row->argument, word, n);
    return *(const option_WORD *)field == (u32)word_among(row->argument, word, n);
}

/* The next one of a list with commas between; false: there are no more. */
static bool next_term(const char **list, text *out)
{
    size_t n = strcspn(*list, ",");

    text_clear(out);
    text_addn(out, *list, n);
    *list += n + ((*list)[n] ? 2 : 0);
    return n;
}

/* Was `--x` given, or, of `--x a|b`, with one of these words?  Then the term becomes that one. */
static bool holds(const scan *s, text *term)
{
    size_t n = strcspn(text_str(term), " ");
    const option_row *row = find_row(s->command, text_str(term), n);
    const char *word = term->at + n, *end;
    const void *field;

    assert(row);
    field = (const char *)s->o + row->field;
    if (!(row->commands & s->command) || !*word)
        return row->commands & s->command && is_given(row, field);
    for (word++;; word = end + 1) {
        end = word + strcspn(word, "|");
        if (has_word(row, field, word, (size_t)(end - word)))
            break;
        if (!*end)
            return false;
    }
    memmove(term->at + n + 1, word, (size_t)(end - word));
    term->n = n + 1 + (size_t)(end - word);
    term->at[term->n] = 0;
    return true;
}

static _Noreturn void refuse(const scan *s, const pair *p, const char *one, const char *other)
{
    if (!p->needs)
        fail(EXIT_USAGE, "heddle %s: %s does not go with %s%s %s", s->argv[0], one, other,
             p->because ? ":" : ";", p->because ? p->because : "leave one out");
    fail(EXIT_USAGE, "heddle %s: %s needs %.*s%s%s", s->argv[0], one, (int)strcspn(other, "|"),
         other, strchr(other, '|') ? " or " : "", strchr(other, '|') ? strchr(other, '|') + 1 : "");
}

static void check_pairs(const scan *s)
{
    text one = {0}, other = {0};

    for (const pair *p = pairs; p < pairs + LENGTH(pairs); p++) {
        const char *ones = p->one;

        while (p->commands & s->command && next_term(&ones, &one)) {
            const char *others = p->other;

            while (holds(s, &one) && next_term(&others, &other))
                if (holds(s, &other) != p->needs)
                    refuse(s, p, text_str(&one), text_str(&other));
        }
    }
    text_free(&one);
    text_free(&other);
}

static void add_queries(options *o, query_kind kind, const string_list *texts)
{
    for (u32 i = 0; i < texts->n; i++)
        vec_push(&o->front.queries, (front_query){.kind = kind,
                                                  .text = texts->at[i],
                                                  .from_main = kind == QUERY_INVARIANT &&
                                                               front_is_cxx(&o->front.files)});
}

/* Better now than after the search.  What the file holds stays for now, and none is made. */
static void probe_file(const scan *s, const char *option, const char *path)
{
    bool there = path && access(path, F_OK) == 0;
    FILE *to = path ? fopen(path, "a") : NULL;

    if (path && !to)
        fail(EXIT_USAGE, "heddle %s: %s: %s; %s needs a file that can be written", s->argv[0], path,
             strerror(errno), option);
    if (to)
        fclose(to);
    if (to && !there)
        unlink(path);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_part(const char *word)
{
    if (!strcmp(word, "base") || !strcmp(word, "step"))
        return true;
    return is_digit(word[0]) && (!word[1] || (is_digit(word[1]) && !word[2]));
}

void options_parse(options *o, int command, int argc, char **argv)
{
    scan s = {o, command, argc, 1, argv};
    text help = {0};

    *o = (options){0};
    for (; s.i < argc; s.i++)
        take_word(&s);
    o->front.placed = o->vm.addresses == ADDRESSES_LAYOUT;
    o->front.nondet = o->vm.nondet;
    add_queries(o, QUERY_INVARIANT, &o->invariant);
    add_queries(o, QUERY_ABSTRACT, &o->abstract);
    if (o->vm.max_threads > UINT16_MAX)
        wrong(&s, "--max-threads", "", "at most 65535 are possible");
    if (o->vm.hang_states > UINT32_MAX / 16)
        wrong(&s, "--hang-states", "", "the number is too large");
    if (o->width && o->width < REPORT_WIDTH_LEAST)
        wrong(&s, "--width", "", "at least 40 columns are needed");
    if (o->front.part && !is_part(o->front.part))
        wrong(&s, "--part", o->front.part, "it is base, step or a number of components up to 99");
    check_pairs(&s);
    if (!o->help) {
        probe_file(&s, "--json", o->json && strcmp(o->json, "-") ? o->json : NULL);
        probe_file(&s, "--html", o->html);
        probe_file(&s, "--html", o->test_html);
        probe_file(&s, "--html", o->litmus_html);
        probe_file(&s, "--sarif", o->sarif);
        probe_file(&s, "--junit", o->junit);
        probe_file(&s, "--witness", o->witness);
        probe_file(&s, "--trace", o->trace);
        probe_file(&s, "--checkpoint", o->checkpoint);
        return;
    }
    help_command(argv[0], &help);
    fputs(text_str(&help), stdout);
    text_free(&help);
    options_free(o);
    exit(0);
}

void options_free(options *o)
{
    vec_free(&o->front.files);
    vec_free(&o->front.clang);
    vec_free(&o->front.args);
    vec_free(&o->front.queries);
    vec_free(&o->shaping);
    for (u32 i = 0; i < LENGTH(rows); i++)
        if (rows[i].type == STRINGS)
            vec_free((option_STRINGS *)((char *)o + rows[i].field));
}

u32 options_reductions(const options *o)
{
    u32 set = o->reduction.given ? o->reduction.set : default_reductions;

    if (o->max.depth) /* a state met again may be nearer, or have fewer asleep: no order of both */
        set &= ~(u32)REDUCE_SLEEP;
    if (o->context_bound.set)
        set &= ~(u32)(REDUCE_SUPERSTEP | REDUCE_PERSISTENT | REDUCE_SLEEP) | o->reduction.named;
    return set;
}

/* tau, tau+ and store visibility say how far a step goes; without any it is one instruction. */
static vm_grain grain(u32 reductions)
{
    if (reductions & REDUCE_TAU)
        return GRAIN_BRANCH;
    if (reductions & REDUCE_TAU_PLUS)
        return GRAIN_LOOP;
    return reductions & REDUCE_STORE_VISIBILITY ? GRAIN_OPERATION : GRAIN_INSTRUCTION;
}

vm_options options_vm(const options *o)
{
    u32 reductions = options_reductions(o);
    vm_options v = o->vm;

    v.rules = o->rules;
    if (memory_by_graphs(v.memory)) /* whoever follows a graph's run has every value from it */
        v.memory = MEMORY_SC;
    v.races = o->races == RACES_ERROR;
    v.mode = o->engine == ENGINE_STATELESS ? VM_BIRTH : VM_CANONICAL;
    v.lasting = o->engine == ENGINE_STATELESS;
    v.grain = grain(reductions);
    v.every_access = !(reductions & REDUCE_STORE_VISIBILITY);
    v.plain_heap = !(reductions & REDUCE_HEAP_SYMMETRY);
    v.progress = o->no_livelock;
    v.limit_bytes = o->max.memory;
    return v;
}

sys *options_abstract(const options *o, sys *s)
{
    if (!o->abstract.n)
        return s;
    return abstract_open(s, o->invariant.n, o->abstract.n, o->keep_control);
}

bool options_colour(const options *o, int fd)
{
    const char *terminal = getenv("TERM"), *no = getenv("NO_COLOR");

    if (o->colour != COLOUR_AUTO)
        return o->colour == COLOUR_ALWAYS;
    return isatty(fd) && !(no && *no) && terminal && strcmp(terminal, "dumb") != 0;
}

u32 options_width(const options *o, int fd)
{
    struct winsize size;

    if (o->width)
        return o->width;
    if (isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col >= REPORT_WIDTH_LEAST)
        return size.ws_col;
    return 80;
}

/* Edits (change, add, remove a letter, exchange two neighbours) from one word to the other. */
static u32 distance(const char *a, const char *b)
{
    enum { MOST = 40 };
    u32 d[MOST + 1][MOST + 1];
    u32 n = (u32)strlen(a), m = (u32)strlen(b);

    if (n > MOST || m > MOST)
        return MOST;
    for (u32 i = 0; i <= n; i++) {
        for (u32 j = 0; j <= m; j++) {
            u32 best = i ? d[i - 1][j] + 1 : j;

            if (i && j) {
                u32 change = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);

                best = best < d[i][j - 1] + 1 ? best : d[i][j - 1] + 1;
                best = best < change ? best : change;
                if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                    d[i - 2][j - 2] + 1 < best)
                    best = d[i - 2][j - 2] + 1;
            } else if (i) {
                best = i;
            }
            d[i][j] = best;
        }
    }
    return d[n][m];
}

const char *options_nearest(const char *word, const char *const *candidates, u32 n)
{
    u32 length = (u32)strlen(word), least = length < 3 ? 1 : (length + 1) / 3 + 1;
    const char *near = NULL;

    for (u32 i = 0; i < n; i++) {
        u32 far = distance(word, candidates[i]);

        if (far < least) {
            least = far;
            near = candidates[i];
        }
    }
    return near;
}
