/* Points are a list through the stack frames that set them.  mem_alloc has no argument that could
 * name one, so the list begins in a variable of its own.
 *
 * Who has run out of memory needs some to say so: a few blocks are kept for that, and freed first.
 */
#include "base/halt.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { BLOCKS = 32, BLOCK_BYTES = 64 << 10 };

static halt_point *innermost;
static void *kept[BLOCKS];

#ifdef __SANITIZE_ADDRESS__
/* Work that was halted in the middle of a step leaves what it held: that is no leak to tell of. */
int __lsan_is_turned_off(void);
static int halted;

int __lsan_is_turned_off(void)
{
    return halted;
}
#endif

void halt_begin(halt_point *p)
{
    for (u32 i = 0; i < BLOCKS && !kept[i]; i++)
        kept[i] = malloc(BLOCK_BYTES);
    p->process = (int)getpid();
    p->outer = innermost;
    innermost = p;
}

void halt_end(halt_point *p)
{
    if (innermost != p)
        die("a point to halt at is not the innermost");
    innermost = p->outer;
}

static void give_back(void)
{
    for (u32 i = 0; i < BLOCKS; i++) {
        free(kept[i]);
        kept[i] = NULL;
    }
}

void halt(const char *format, ...)
{
    halt_point *p = innermost;
    char why[sizeof p->why];
    va_list args;

    give_back();
#ifdef __SANITIZE_ADDRESS__
    halted = 1;
#endif
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    if (!p || p->process != (int)getpid())
        fail(EXIT_UNKNOWN, "UNKNOWN: %s", why);
    innermost = p->outer;
    snprintf(p->why, sizeof p->why, "%s", why);
    p->to(p, p->why);
    die("work that was halted went on");
}

void halt_look(void)
{
    const halt_point *p = innermost;

    if (!p || p->process != (int)getpid())
        return;
    if (p->interrupted && *p->interrupted)
        halt("interrupted");
    if (p->seconds > 0 && clock_seconds() - p->since > p->seconds)
        halt("the limit of %g s was reached (--max-time)", p->seconds);
}
