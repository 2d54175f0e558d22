/* Functions from compiler output, in Intel or AT&T syntax.
 *
 * The file is copied line by line into the syntax of system files, every line at its own number, so
 * that mistakes are shown where they stand: directives and comments vanish, lines outside the
 * function become empty, AT&T operands are turned around.  Local labels get the number of the
 * include behind them, so that two files do not meet. */
#include "asm/parse.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct translator {
    parser *s;
    const token *at;
    const char *path, *function;
    u32 number; /* of the include */
    bool inside, found, att;
    bool table; /* of labels, behind the function */
    text out;
} translator;

static bool is_name(char c)
{
    return isalnum((u8)c) || c == '_' || c == '.' || c == '$' || c == '@';
}

static bool begins(const char *s, const char *word)
{
    size_t n = strlen(word);

    return strncmp(s, word, n) == 0 && !is_name(s[n]);
}

/* Names; local labels with the number behind them, `x@PLT` without what follows it. */
static const char *add_name(translator *t, const char *s)
{
    bool local = s[0] == '.' && s[1] == 'L';

    for (; is_name(*s) && *s != '@'; s++)
        text_addc(&t->out, *s);
    while (is_name(*s))
        s++;
    if (local)
        text_addf(&t->out, "$%u", t->number);
    return s;
}

static void add_intel(translator *t, const char *s)
{
    while (*s && *s != '#') {
        if (is_name(*s))
            s = add_name(t, s);
        else
            text_addc(&t->out, *s++);
    }
}

/* AT&T. */

static const char *size_words[] = {
    ['b'] = "byte", ['w'] = "word", ['l'] = "dword", ['q'] = "qword"};

static bool is_suffix(char c)
{
    return c == 'b' || c == 'w' || c == 'l' || c == 'q';
}

/* The mnemonic without its suffix; *size is what an operand in memory has. */
static void add_mnemonic(translator *t, const char *s, u32 n, const char **size)
{
    static const struct {
        const char *att, *intel;
        char from;
    } wide[] = {{"movzb", "movzx", 'b'},
                {"movzw", "movzx", 'w'},
                {"movsb", "movsx", 'b'},
                {"movsw", "movsx", 'w'},
                {"movsl", "movsxd", 'l'}};

    static const struct {
        const char *att, *intel;
    } other[] = {{"cltq", "cdqe"},   {"cwtl", "cwde"},   {"cbtw", "cbw"},    {"cwtd", "cwd"},
                 {"cltd", "cdq"},    {"cqto", "cqo"},    {"movsl", "movsd"}, {"stosl", "stosd"},
                 {"lodsl", "lodsd"}, {"cmpsl", "cmpsd"}, {"scasl", "scasd"}};

    *size = NULL;
    for (u32 i = 0; i < LENGTH(wide); i++)
        if (n == 6 && strncmp(s, wide[i].att, 5) == 0 && is_suffix(s[5])) {
            *size = size_words[(u8)wide[i].from];
            text_addf(&t->out, "%s ", wide[i].intel);
            return;
        }
    for (u32 i = 0; i < LENGTH(other); i++)
        if (strlen(other[i].att) == n && strncmp(s, other[i].att, n) == 0) {
            text_addf(&t->out, "%s ", other[i].intel);
            return;
        }
    if (!insn_known(s, n) && n > 1 && is_suffix(s[n - 1]) && insn_known(s, n - 1))
        *size = size_words[(u8)s[--n]];
    else if (n == 7 && strncmp(s, "movabsq", 7) == 0)
        n = 6;
    text_addf(&t->out, "%.*s ", (int)n, s);
}

/* `disp(base, index, scale)` */
static void add_att_memory(translator *t, const char *s, u32 n, const char *size)
{
    const char *open = memchr(s, '(', n), *end = s + n;
    u32 parts = 0;

    if (size)
        text_addf(&t->out, "%s ptr ", size);
    text_addc(&t->out, '[');
    if (!open || open > s) {
        for (const char *c = s; c < (open ? open : end);)
            if (is_name(*c))
                c = add_name(t, c);
            else
                text_addc(&t->out, *c++);
        parts++;
    }
    for (const char *c = open ? open + 1 : end; c < end && *c != ')'; c++) {
        u32 k = (u32)strcspn(c, ",)");

        if (strncmp(c, "%rip", 4) != 0 && k) {
            if (isdigit((u8)*c))
                text_addf(&t->out, "*%.*s", (int)k, c);
            else
                text_addf(&t->out, "%s%.*s", parts++ ? "+" : "", (int)(k - (*c == '%')),
                          c + (*c == '%'));
        }
        c += k;
        while (c[0] == ',' && c[1] == ' ')
            c++;
        if (*c == ')')
            break;
    }
    text_addc(&t->out, ']');
}

static void add_att_operand(translator *t, const char *s, u32 n, const char *size, bool jumps)
{
    while (n && isspace((u8)s[n - 1]))
        n--;
    if (*s == '%' && n > 1) {
        text_addf(&t->out, "%.*s", (int)n - 1, s + 1);
    } else if (*s == '$') {
        if (isalpha((u8)s[1]) || s[1] == '_' || s[1] == '.')
            text_add(&t->out, "offset ");
        text_addf(&t->out, "%.*s", (int)n - 1, s + 1);
    } else if (jumps && *s == '*') {
        add_att_memory(t, s + 1, n - 1, NULL);
    } else if (jumps) {
        add_name(t, s);
    } else {
        add_att_memory(t, s, n, size);
    }
}

static u32 split(const char *s, const char **parts, u32 *lengths)
{
    u32 n = 0, depth = 0;
    const char *start = s;

    for (;; s++) {
        depth += *s == '(';
        depth -= *s == ')';
        if ((*s == ',' && !depth) || !*s || *s == '#' || *s == '\n') {
            while (isspace((u8)*start))
                start++;
            if (s > start && n < 4) {
                parts[n] = start;
                lengths[n++] = (u32)(s - start);
            }
            start = s + 1;
            if (*s != ',')
                return n;
        }
    }
}

static void add_att(translator *t, const char *s)
{
    const char *parts[4], *size;
    u32 lengths[4], n = (u32)strcspn(s, " \t\n#"), count;
    bool jumps = s[0] == 'j' || begins(s, "call");

    if (begins(s, "lock")) {
        text_add(&t->out, "lock ");
        s += 4;
        while (isspace((u8)*s) || *s == ';')
            s++;
        n = (u32)strcspn(s, " \t\n#");
    }
    add_mnemonic(t, s, n, &size);
    count = split(s + n, parts, lengths);
    for (u32 i = count; i-- > 0;) {
        add_att_operand(t, parts[i], lengths[i], size, jumps);
        if (i)
            text_add(&t->out, ", ");
    }
}

/* Lines. */

static bool is_label(const char *s, u32 *n)
{
    *n = 0;
    while (is_name(s[*n]))
        (*n)++;
    return *n && s[*n] == ':';
}

static void add_label(translator *t, const char *s, u32 n)
{
    if (s[0] == '.') {
        add_name(t, s);
        text_add(&t->out, ":");
    } else if (strlen(t->function) == n && strncmp(s, t->function, n) == 0) {
        t->inside = t->found = true;
        text_addf(&t->out, "%s:", t->function);
    }
}

static bool ends_function(const char *s)
{
    return begins(s, ".size") || begins(s, ".cfi_endproc");
}

static char *skip_word(char *line, const char *word)
{
    if (!begins(line, word))
        return line;
    for (line += strlen(word); isspace((u8)*line) || *line == ';'; line++)
        continue;
    return line;
}

/* A prefix of a string instruction is kept; `rep ret` is a return, `rep nop` a pause. */
static char *add_rep(translator *t, char *line)
{
    static const char *const words[] = {"rep", "repe", "repz", "repne", "repnz"};
    char *after = line;

    for (u32 i = 0; i < LENGTH(words) && after == line; i++) {
        after = skip_word(line, words[i]);
        if (after != line && !begins(after, "ret") && !begins(after, "nop"))
            text_addf(&t->out, "%s ", words[i]);
    }
    return after;
}

static void add_line(translator *t, char *line)
{
    u32 n;

    while (isspace((u8)*line))
        line++;
    if (is_label(line, &n)) {
        t->table = !t->inside && strncmp(line, ".LJTI", 5) == 0;
        if (t->inside || t->table || line[0] != '.')
            add_label(t, line, n);
        line += n + 1;
        while (isspace((u8)*line))
            line++;
    }
    if (t->inside && ends_function(line))
        t->inside = false;
    if ((t->inside || t->table) && begins(line, ".quad"))
        add_intel(t, line);
    if (t->inside && *line && *line != '#' && *line != '.') {
        line = skip_word(line, "notrack");
        line = add_rep(t, line);
        t->att ? add_att(t, line) : add_intel(t, line);
    }
    text_addc(&t->out, '\n');
}

static void translate(translator *t, text *in)
{
    char *line = in->at, *end;

    t->att = !strstr(in->at, ".intel_syntax");
    for (; (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        add_line(t, line);
    }
    if (!t->found)
        lex_fail(&t->s->x, t->at, "%s has no function %s", t->path, t->function);
}

/* Relative to the system file. */
static char *beside(const parser *s, const char *path)
{
    const char *slash = strrchr(s->c->files.at[0], '/');
    text t = {0};
    char *out;

    if (slash && path[0] != '/')
        text_addn(&t, s->c->files.at[0], (size_t)(slash - s->c->files.at[0]) + 1);
    text_add(&t, path);
    out = mem_strdup(text_str(&t));
    text_free(&t);
    return out;
}

static u32 file_number(casm *c, char *path)
{
    for (u32 i = 0; i < c->files.n; i++)
        if (strcmp(c->files.at[i], path) == 0) {
            mem_free(path);
            return i;
        }
    vec_push(&c->files, path);
    return c->files.n - 1;
}

void gas_include(parser *s, const token *at, const char *path, const char *function)
{
    translator t = {.s = s, .at = at, .function = function, .number = s->c->messages.n};
    char *full = beside(s, path);
    lexer outer = s->x;
    u32 file = s->file;
    text in = {0};

    if (!text_read_file(&in, full))
        lex_fail(&s->x, at, "%s cannot be read", full);
    text_addc(&in, '\n');
    s->file = file_number(s->c, full);
    t.path = s->c->files.at[s->file];
    translate(&t, &in);
    vec_push(&s->c->messages, mem_strdup(text_str(&t.out)));
    lex_open(&s->x, t.path, vec_last(&s->c->messages));
    s->x.keep_lines = true;
    lex_next(&s->x);
    parse_lines(s);
    s->x = outer;
    s->file = file;
    text_free(&in);
    text_free(&t.out);
}
