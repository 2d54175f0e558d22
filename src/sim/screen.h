/* A terminal as a grid of characters: all that the simulator needs of ncurses, whose names are
 * those of other things elsewhere. */
#ifndef SIM_SCREEN_H
#define SIM_SCREEN_H

#include "base/base.h"

#include <stdio.h>

typedef enum ink { INK_PLAIN, INK_STRONG, INK_FAINT, INK_BAR, INK_HERE, INK_NEWS, INK_BAD } ink;

/* Keys that are no characters. */
enum {
    SCREEN_NONE = 1000, /* a signal came, or the terminal has another size */
    SCREEN_OVER,        /* the terminal is gone */
    SCREEN_LEFT,
    SCREEN_RIGHT,
    SCREEN_UP,
    SCREEN_DOWN,
    SCREEN_HOME,
    SCREEN_END,
    SCREEN_PAGE_UP,
    SCREEN_PAGE_DOWN,
    SCREEN_TAB_BACK,
    SCREEN_ERASE
};

/* False: the terminal is of a kind that cannot do it. */
bool screen_open(FILE *terminal, bool colour);
/* As it was before; may be called at any time. */
void screen_close(void);
void screen_size(u32 *rows, u32 *columns);
void screen_clear(void);
/* What fits into `width` columns; what cannot be seen is shown as a dot or a question mark. */
void screen_put(u32 row, u32 column, u32 width, ink look, const char *s);
/* Shows what was put, with the cursor there. */
void screen_show(u32 row, u32 column);
int screen_key(void);

#endif
