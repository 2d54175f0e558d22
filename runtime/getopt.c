/* getopt and getopt_long.  As in glibc words that are no options move behind those that are, unless
 * the string of options begins with `+`, or with `-`, which makes each such word the argument of an
 * option 1.  `rest` is what is left of a word of several short options; `skipped` counts the words
 * just before optind that are still to be moved behind it. */
#include "heddle_runtime.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static char *rest;
static int skipped;

enum order { PERMUTE, STOP, IN_ORDER };

typedef struct parse {
    int argc;
    char **argv;
    const char *shorts; /* without + - */
    const struct option *longs;
    int *index;
    int only; /* a single dash may begin a long option */
} parse;

static int complain(const parse *p, const char *format, const char *what, int n)
{
    if (opterr && p->shorts[0] != ':')
        fprintf(stderr, format, p->argv[0], n, what);
    return '?';
}

static int missing(const parse *p, const char *format, const char *what, int n)
{
    complain(p, format, what, n);
    return p->shorts[0] == ':' ? ':' : '?';
}

static int is_option(const char *word)
{
    return word[0] == '-' && word[1];
}

/* The words before optind that are no options come behind those from there to `end`. */
static void rotate(char **argv, int from, int middle, int end)
{
    for (; middle < end; from++, middle++) {
        char *word = argv[middle];
        for (int i = middle; i > from; i--)
            argv[i] = argv[i - 1];
        argv[from] = word;
    }
}

static int short_option(parse *p)
{
    char c = *rest++;
    const char *found = c == ':' || c == ';' ? NULL : strchr(p->shorts, c);
    int at = optind;

    if (!*rest) {
        rest = NULL;
        optind++;
    }
    if (!found) {
        optopt = c;
        return complain(p, "%s: invalid option -- '%.*s'\n", (char[]){c, 0}, 1);
    }
    if (found[1] != ':')
        return c;
    optarg = rest;
    rest = NULL;
    optind = at + 1;
    if (optarg || found[2] == ':')
        return c;
    if (optind < p->argc) {
        optarg = p->argv[optind++];
        return c;
    }
    optopt = c;
    return missing(p, "%s: option requires an argument -- '%.*s'\n", (char[]){c, 0}, 1);
}

/* The option that the n bytes name: an exact name, or the only one that begins so; -1 when there is
 * none, -2 when there are several. */
static int named(const struct option *longs, const char *name, size_t n)
{
    int found = -1;
    for (int i = 0; longs[i].name; i++) {
        if (strncmp(longs[i].name, name, n))
            continue;
        if (!longs[i].name[n])
            return i;
        int same = found >= 0 && longs[i].has_arg == longs[found].has_arg &&
                   longs[i].flag == longs[found].flag && longs[i].val == longs[found].val;
        found = found == -1 ? i : same ? found : -2;
    }
    return found;
}

static int take_long(parse *p, const struct option *o, char *value)
{
    int n = (int)strlen(o->name);
    if (value && o->has_arg == no_argument) {
        optopt = o->val;
        return complain(p, "%s: option '--%.*s' doesn't allow an argument\n", o->name, n);
    }
    optarg = value;
    if (!value && o->has_arg == required_argument) {
        if (optind == p->argc) {
            optopt = o->val;
            return missing(p, "%s: option '--%.*s' requires an argument\n", o->name, n);
        }
        optarg = p->argv[optind++];
    }
    if (!o->flag)
        return o->val;
    *o->flag = o->val;
    return 0;
}

static int long_option(parse *p, char *name)
{
    size_t n = strcspn(name, "=");
    int which = named(p->longs, name, n);

    optind++;
    if (which < 0) {
        optopt = 0;
        return complain(p,
                        which == -2 ? "%s: option '--%.*s' is ambiguous\n"
                                    : "%s: unrecognized option '--%.*s'\n",
                        name, (int)n);
    }
    if (p->index)
        *p->index = which;
    return take_long(p, &p->longs[which], name[n] ? name + n + 1 : NULL);
}

/* The word at optind is an option, or a short one is left of it. */
static int option_here(parse *p)
{
    char *word = p->argv[optind];
    if (!rest && p->longs && word[1] == '-')
        return long_option(p, word + 2);
    if (!rest && p->longs && p->only && (word[2] || !strchr(p->shorts, word[1])) &&
        (named(p->longs, word + 1, strcspn(word + 1, "=")) >= 0 || !strchr(p->shorts, word[1])))
        return long_option(p, word + 1);
    if (!rest)
        rest = word + 1;
    return short_option(p);
}

static int next_option(parse *p, enum order order)
{
    if (!rest)
        while (order == PERMUTE && optind < p->argc && !is_option(p->argv[optind])) {
            optind++;
            skipped++;
        }
    if (optind >= p->argc)
        return -1;
    if (!rest && !is_option(p->argv[optind])) {
        if (order == STOP)
            return -1;
        optarg = p->argv[optind++];
        return 1;
    }
    if (!rest && !strcmp(p->argv[optind], "--")) {
        optind++;
        rotate(p->argv, optind - 1 - skipped, optind - 1, optind);
        return -1;
    }
    int at = optind, got = option_here(p);
    if (skipped && optind > at) {
        rotate(p->argv, at - skipped, at, optind);
        optind -= skipped;
        skipped = 0;
    }
    return got;
}

static int parse_next(parse *p, int posix)
{
    enum order order = posix || p->shorts[0] == '+' ? STOP : PERMUTE;
    if (p->shorts[0] == '-')
        order = IN_ORDER;
    if (p->shorts[0] == '+' || p->shorts[0] == '-')
        p->shorts++;
    if (optind == 0) {
        optind = 1;
        rest = NULL;
        skipped = 0;
    }
    optarg = NULL;
    int got = next_option(p, order);
    if (got == -1) {
        optind -= skipped;
        skipped = 0;
    }
    return got;
}

int getopt(int argc, char *const *argv, const char *shorts)
{
    parse p = {.argc = argc, .argv = (char **)argv, .shorts = shorts};
    return parse_next(&p, 0);
}

/* What <unistd.h> calls getopt where only POSIX is asked for. */
int __posix_getopt(int argc, char *const *argv, const char *shorts);
int __posix_getopt(int argc, char *const *argv, const char *shorts)
{
    parse p = {.argc = argc, .argv = (char **)argv, .shorts = shorts};
    return parse_next(&p, 1);
}

int getopt_long(int argc, char *const *argv, const char *shorts, const struct option *longs,
                int *index)
{
    parse p = {argc, (char **)argv, shorts, longs, index, 0};
    return parse_next(&p, 0);
}

int getopt_long_only(int argc, char *const *argv, const char *shorts, const struct option *longs,
                     int *index)
{
    parse p = {argc, (char **)argv, shorts, longs, index, 1};
    return parse_next(&p, 0);
}
