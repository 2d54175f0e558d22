/* Where commands come from.  On a terminal libedit reads them, with a history and completion of
 * commands, threads, and names of the program; or keys mean commands, on the whole screen (tui.c).
 * From a file or a pipe they are read line by line: there is no prompt, and nothing is echoed. */
#include "sim/session.h"
#include "sim/tui.h"

#include <histedit.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct input {
    sim *x;
    tui *screen; /* commands come from keys; else NULL */
    FILE *from;  /* no terminal; else NULL */
    EditLine *edit;
    History *history;
    HistEvent event;
    text line, prompt, last;
};

bool input_interactive(const input *in)
{
    return in->edit || in->screen;
}

static char *prompt(EditLine *edit)
{
    input *in = NULL;

    el_get(edit, EL_CLIENTDATA, &in);
    text_clear(&in->prompt);
    text_addf(&in->prompt, "%u T%u> ", in->x->w.at, in->x->focus);
    return in->prompt.at;
}

/* ---- completion ---- */

typedef struct candidates {
    const char *word;
    size_t n;
    u32 count;
    text common; /* what all that fit begin with */
    text all;
} candidates;

static void consider(candidates *c, const char *name)
{
    size_t same = 0;

    if (strncmp(name, c->word, c->n) != 0)
        return;
    text_addf(&c->all, "%s%s", c->count ? "  " : "", name);
    if (c->count++ == 0) {
        text_add(&c->common, name);
        return;
    }
    while (same < c->common.n && name[same] == c->common.at[same])
        same++;
    c->common.n = same;
    c->common.at[same] = 0;
}

static void consider_commands(candidates *c)
{
    for (u32 i = 0; i < commands_count; i++)
        consider(c, commands[i].name);
}

static void consider_names(candidates *c, sys *s)
{
    const char *name;
    bool function;

    s = sys_with_describe(s);
    for (u32 i = 0; s->ops->describe->name && s->ops->describe->name(s, i, &name, &function); i++)
        consider(c, name);
}

static void consider_threads(candidates *c, u32 n)
{
    char name[16];

    for (u32 i = 0; i < n; i++) {
        snprintf(name, sizeof name, "T%u", i);
        consider(c, name);
    }
}

static completes completes_of(const char *line, size_t n)
{
    for (u32 i = 0; i < commands_count; i++)
        if ((strlen(commands[i].name) == n && !strncmp(commands[i].name, line, n)) ||
            (n && strlen(commands[i].alias) == n && !strncmp(commands[i].alias, line, n)))
            return commands[i].completes;
    return NOTHING;
}

static void gather(input *in, const char *line, const char *word, candidates *c)
{
    const char *first = line + text_blanks(line);
    completes what = completes_of(first, text_word(first));

    if (word == first)
        consider_commands(c);
    else if (what == COMMANDS)
        consider_commands(c);
    else if (what == THREADS || what == NAMES)
        consider_threads(c, in->x->w.actors.n);
    if (word != first && what == NAMES)
        consider_names(c, in->x->w.s);
}

static unsigned char complete(EditLine *edit, int key)
{
    const LineInfo *li = el_line(edit);
    input *in = NULL;
    char *line = mem_strndup(li->buffer, (size_t)(li->cursor - li->buffer)), *word;
    candidates c = {0};
    unsigned char result = CC_ERROR;

    (void)key;
    el_get(edit, EL_CLIENTDATA, &in);
    word = line + strlen(line);
    while (word > line && text_is_word(word[-1]))
        word--;
    c.word = word;
    c.n = strlen(word);
    gather(in, line, word, &c);
    if (c.count == 1)
        text_addc(&c.common, ' ');
    if (c.count && c.common.n > c.n) {
        el_insertstr(edit, c.common.at + c.n);
        result = CC_REFRESH;
    } else if (c.count > 1) {
        printf("\n%s\n", text_str(&c.all));
        result = CC_REDISPLAY;
    }
    text_free(&c.common);
    text_free(&c.all);
    mem_free(line);
    return result;
}

/* ---- lines ---- */

static void open_terminal(input *in)
{
    in->edit = el_init("heddle", stdin, stdout, stderr);
    in->history = history_init();
    if (!in->edit || !in->history)
        fail(EXIT_USAGE, "heddle sim: the terminal cannot be used; give the commands by --script");
    history(in->history, &in->event, H_SETSIZE, 1000);
    el_set(in->edit, EL_CLIENTDATA, in);
    el_set(in->edit, EL_PROMPT, prompt);
    el_set(in->edit, EL_EDITOR, "emacs");
    el_set(in->edit, EL_SIGNAL, 1);
    el_set(in->edit, EL_HIST, history, in->history);
    el_set(in->edit, EL_ADDFN, "heddle-complete", "complete a word", complete);
    el_set(in->edit, EL_BIND, "^I", "heddle-complete", NULL);
    el_source(in->edit, NULL);
}

input *input_open(sim *x)
{
    input *in = mem_alloc(sizeof *in);

    in->x = x;
    if (x->o->tui)
        in->screen = tui_open(x);
    else if (x->o->script)
        in->from = x->o->script;
    else if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        in->from = stdin;
    else
        open_terminal(in);
    return in;
}

void input_close(input *in)
{
    if (in->history)
        history_end(in->history);
    if (in->edit)
        el_end(in->edit);
    if (in->screen)
        tui_close(in->screen);
    text_free(&in->line);
    text_free(&in->prompt);
    text_free(&in->last);
    mem_free(in);
}

static const char *read_file_line(input *in)
{
    int c;

    text_clear(&in->line);
    while ((c = getc(in->from)) != EOF && c != '\n')
        text_addc(&in->line, (char)c);
    return c == EOF && !in->line.n ? NULL : text_str(&in->line);
}

/* Ctrl-C ends the reading of keys; what is being printed is printed. */
static void interrupt_calls(bool yes)
{
    struct sigaction a;

    if (sigaction(SIGINT, NULL, &a) != 0)
        return;
    a.sa_flags = yes ? a.sa_flags & ~SA_RESTART : a.sa_flags | SA_RESTART;
    sigaction(SIGINT, &a, NULL);
}

/* An empty line is the last command again, where that moves or lists. */
static const char *read_terminal_line(input *in)
{
    int n = 0;
    const char *line;

    interrupt_calls(true);
    line = el_gets(in->edit, &n);
    interrupt_calls(false);
    if (!line)
        return NULL;
    text_clear(&in->line);
    text_addn(&in->line, line, strcspn(line, "\n"));
    if (in->line.n) {
        history(in->history, &in->event, H_ENTER, line);
        text_clear(&in->last);
        text_add(&in->last, in->line.at);
    } else if (in->last.n) {
        text_add(&in->line, in->last.at);
    }
    return text_str(&in->line);
}

/* Ctrl-C is no end of the terminal. */
static const char *read_screen(input *in)
{
    const char *line;

    interrupt_calls(true);
    line = tui_line(in->screen);
    interrupt_calls(false);
    return line;
}

const char *input_line(input *in)
{
    const char *line;

    if (in->screen)
        return read_screen(in);
    line = in->edit ? read_terminal_line(in) : read_file_line(in);
    if (line && *line && *line != '#' && in->x->o->echo && !in->edit)
        printf("> %s\n", line);
    return line;
}
