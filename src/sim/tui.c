/* The simulator on the whole screen.
 *
 * It is another place where commands come from: a key is a command of the simulator, or a few
 * characters of one, and everything that the commands print is kept and shown below the panes.  So
 * there is nothing here that moves or looks at the state in a way of its own. */
#include "sim/tui.h"
#include "sim/screen.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    int key;
    const char *name, *command, *help;
    bool looks; /* its words may need a page */
} keys[] = {
    {SCREEN_LEFT, "Left", "back", "one step back", false},
    {SCREEN_RIGHT, "Right", "forward", "one step forward, of those that lie ahead", false},
    {SCREEN_HOME, "Home", "goto 0", "to the start", false},
    {SCREEN_END, "End", NULL, "over all steps that lie ahead, without a stop", false},
    {'e', "e", "run", "run to the error: all steps that lie ahead, up to a stop", false},
    {'s', "s", "step", "a step of the present thread", false},
    {'0', "0 - 9", NULL, "a step of the thread with this number", false},
    {'n', "n", "next", "to the thread's next line", false},
    {'o', "o", "over", "the same, but calls are run through", false},
    {'u', "u", "out", "until its function has returned", false},
    {'c', "c", "continue", "until it is stopped or blocked, ends or fails", false},
    {'r', "r", "random", "a step by chance, of any thread that can move", false},
    {'\t', "Tab", NULL, "the next thread; Shift-Tab: the one before", false},
    {SCREEN_UP, "Up, Down", NULL, "the cursor in the source of the present thread", false},
    {'b', "b", NULL, "set or remove a breakpoint at the cursor", false},
    {'m', "m", "moves", "what each thread would do next", true},
    {'w', "w", "why", "what the present thread waits for", true},
    {'t', "t", "backtrace", "its calls and their variables", true},
    {'l', "l", "locks", "locks, conditions and semaphores", true},
    {'a', "a", "heap", "what was allocated", true},
    {'p', "p", "output", "what the program has printed", true},
    {':', ":", NULL, "a command: heddle help sim lists them, and so does :help", false},
    {'?', "?", NULL, "this page", false},
    {'q', "q", "quit", "leave", false},
};

/* ---- what commands print ---- */

static void collect(tui *t)
{
    t->out = open_memstream(&t->said, &t->said_bytes);
    t->err = open_memstream(&t->failed, &t->failed_bytes);
    if (!t->out || !t->err)
        die("no memory for a stream");
    stdout = t->out;
    stderr = t->err;
}

static void take_collected(tui *t)
{
    fclose(t->out);
    fclose(t->err);
    text_clear(&t->message);
    text_add(&t->message, t->said);
    text_add(&t->message, t->failed);
    free(t->said);
    free(t->failed);
    stdout = t->terminal;
    stderr = t->errors;
}

/* ---- opening ---- */

tui *tui_open(sim *x)
{
    tui *t = mem_alloc(sizeof *t);

    t->x = x;
    t->terminal = stdout;
    t->errors = stderr;
    fflush(stdout);
    if (!screen_open(stdout, x->o->colour))
        fail(EXIT_USAGE, "heddle sim: --tui: the terminal '%s' cannot show it; leave --tui out",
             getenv("TERM") ? getenv("TERM") : "");
    collect(t);
    return t;
}

void tui_close(tui *t)
{
    take_collected(t);
    screen_close();
    panes_free(t);
    text_free(&t->message);
    text_free(&t->command);
    mem_free(t);
}

/* ---- keys ---- */

static void show_help(void)
{
    text words = {0};

    for (u32 i = 0; i < LENGTH(keys); i++)
        text_addf(&words, "  %-9s %s\n", keys[i].name, keys[i].help);
    panes_page("keys", text_str(&words));
    text_free(&words);
}

/* The stop at this line, or 0. */
static u32 stop_at(const sim *x, const code_place *at)
{
    for (u32 i = 0; i < x->stops.n; i++)
        if (x->stops.at[i].kind == STOP_LINE && x->stops.at[i].line == at->line &&
            tell_same_file(x->stops.at[i].file, at->file))
            return x->stops.at[i].number;
    return 0;
}

static bool toggle_break(tui *t)
{
    code_place at;
    u32 number;

    if (!panes_cursor(t, &at)) {
        text_clear(&t->message);
        text_add(&t->message, "the thread is at no line");
        return false;
    }
    number = stop_at(t->x, &at);
    if (number)
        text_addf(&t->command, "delete %u", number);
    else
        text_addf(&t->command, "break %s:%u", at.file, at.line);
    return true;
}

static bool next_thread(tui *t, u32 by)
{
    u32 n = t->x->w.actors.n;

    text_addf(&t->command, "thread T%u", (t->x->focus + by) % n);
    return true;
}

static bool move_cursor(tui *t, int by)
{
    code_place at;

    if (panes_cursor(t, &at) && (by > 0 || at.line > 1))
        t->cursor = by > 0 ? at.line + 1 : at.line - 1;
    return false;
}

/* A command is typed on the last row. */
static bool type_command(tui *t)
{
    int key;

    do {
        panes_draw(t, text_str(&t->command));
        key = screen_key();
        if (key == SCREEN_ERASE && t->command.n)
            t->command.at[--t->command.n] = 0;
        else if (key >= ' ' && key < 256)
            text_addc(&t->command, (char)key);
    } while (key != '\n' && key != 27 && key != SCREEN_OVER);
    if (key != '\n')
        text_clear(&t->command);
    t->wants_page = true;
    return t->command.n > 0;
}

static bool take_table(tui *t, int key)
{
    for (u32 i = 0; i < LENGTH(keys); i++)
        if (keys[i].key == key && keys[i].command) {
            text_add(&t->command, keys[i].command);
            t->wants_page = keys[i].looks;
            return true;
        }
    return false;
}

/* Is there a command now? */
static bool take_key(tui *t, int key)
{
    if (key >= '0' && key <= '9') {
        text_addf(&t->command, "step T%c", key);
        return true;
    }
    switch (key) {
    case SCREEN_END:
        text_addf(&t->command, "goto %u", t->x->w.path.n);
        return true;
    case SCREEN_UP:
        return move_cursor(t, -1);
    case SCREEN_DOWN:
        return move_cursor(t, 1);
    case '\t':
        return next_thread(t, 1);
    case SCREEN_TAB_BACK:
        return next_thread(t, t->x->w.actors.n - 1);
    case 'b':
        return toggle_break(t);
    case ':':
        return type_command(t);
    case '?':
        show_help();
        return false;
    default:
        return take_table(t, key);
    }
}

static u32 lines_of(const char *words)
{
    u32 n = 0;

    for (; *words; words++)
        n += *words == '\n';
    return n;
}

/* What was asked for and does not fit below the panes. */
static void show_message(tui *t)
{
    enum { FITS = 3 };

    if (t->wants_page && lines_of(text_str(&t->message)) > FITS)
        panes_page(text_str(&t->command), text_str(&t->message));
    t->wants_page = false;
}

const char *tui_line(tui *t)
{
    bool ready = false;
    int key = SCREEN_NONE;

    take_collected(t);
    panes_update(t);
    show_message(t);
    text_clear(&t->command);
    while (!ready && key != SCREEN_OVER) {
        panes_draw(t, NULL);
        key = screen_key();
        ready = take_key(t, key);
    }
    collect(t);
    return ready ? text_str(&t->command) : NULL;
}
