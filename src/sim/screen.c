/* ncurses, and nothing of heddle.  Text is written character by character: a tab is blanks, what
 * the terminal could take for a command is a dot, and a character of two columns takes two. */
#define _XOPEN_SOURCE 700 /* wcwidth */
#include "sim/screen.h"

#include <curses.h>
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static const struct {
    short colour;
    attr_t attributes;
} inks[] = {
    [INK_PLAIN] = {0, A_NORMAL},        [INK_STRONG] = {0, A_BOLD},
    [INK_FAINT] = {0, A_DIM},           [INK_BAR] = {0, A_REVERSE},
    [INK_HERE] = {COLOR_GREEN, A_BOLD}, [INK_NEWS] = {COLOR_YELLOW, A_BOLD},
    [INK_BAD] = {COLOR_RED, A_BOLD},
};

bool screen_open(FILE *terminal, bool colour)
{
    setlocale(LC_CTYPE, "");
    if (!newterm(NULL, terminal, stdin))
        return false;
    atexit(screen_close);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    set_escdelay(25);
    if (colour && has_colors() && start_color() == OK && use_default_colors() == OK)
        for (u32 i = 0; i < LENGTH(inks); i++)
            if (inks[i].colour)
                init_pair((short)(i + 1), inks[i].colour, -1);
    return true;
}

void screen_close(void)
{
    if (stdscr && !isendwin())
        endwin();
}

void screen_size(u32 *rows, u32 *columns)
{
    *rows = (u32)LINES;
    *columns = (u32)COLS;
}

void screen_clear(void)
{
    erase();
}

/* The next character of s and how many columns it has; a byte that is none is a question mark. */
static size_t next_character(const char *s, wchar_t *c, u32 *columns)
{
    mbstate_t state = {0};
    size_t n = mbrtowc(c, s, strlen(s), &state);
    int width;

    if (n == (size_t)-1 || n == (size_t)-2 || n == 0) {
        *c = L'?';
        *columns = 1;
        return 1;
    }
    width = wcwidth(*c);
    if (width < 0)
        *c = L'.';
    *columns = width < 0 ? 1 : (u32)width;
    return n;
}

static void put_tab(u32 *at, u32 width)
{
    do
        addch(' ');
    while (++*at % 4 && *at < width);
}

void screen_put(u32 row, u32 column, u32 width, ink look, const char *s)
{
    u32 at = 0, columns;
    wchar_t c[2] = {0};

    if (move((int)row, (int)column) == ERR)
        return;
    attr_set(inks[look].attributes, inks[look].colour ? (short)(look + 1) : 0, NULL);
    while (*s && at < width) {
        if (*s == '\t') {
            put_tab(&at, width);
            s++;
            continue;
        }
        s += next_character(s, c, &columns);
        if (at + columns > width)
            break;
        addwstr(c);
        at += columns;
    }
    while (look == INK_BAR && at++ < width)
        addch(' ');
    attr_set(A_NORMAL, 0, NULL);
}

void screen_show(u32 row, u32 column)
{
    move((int)row, (int)column);
    refresh();
}

static const struct {
    int key, means;
} keys[] = {
    {KEY_LEFT, SCREEN_LEFT},     {KEY_RIGHT, SCREEN_RIGHT},
    {KEY_UP, SCREEN_UP},         {KEY_DOWN, SCREEN_DOWN},
    {KEY_HOME, SCREEN_HOME},     {KEY_END, SCREEN_END},
    {KEY_PPAGE, SCREEN_PAGE_UP}, {KEY_NPAGE, SCREEN_PAGE_DOWN},
    {KEY_BTAB, SCREEN_TAB_BACK}, {KEY_BACKSPACE, SCREEN_ERASE},
    {127, SCREEN_ERASE},         {8, SCREEN_ERASE},
    {KEY_ENTER, '\n'},           {'\r', '\n'},
    {KEY_RESIZE, SCREEN_NONE},
};

int screen_key(void)
{
    int key;

    errno = 0;
    key = getch();
    for (u32 i = 0; i < LENGTH(keys); i++)
        if (keys[i].key == key)
            return keys[i].means;
    if (key == ERR)
        return errno == EINTR ? SCREEN_NONE : SCREEN_OVER;
    return key < 256 ? key : SCREEN_NONE;
}
