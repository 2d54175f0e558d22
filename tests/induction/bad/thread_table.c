// 'component' gets at 'gettid', which tells the components apart
#define _GNU_SOURCE
#include <heddle.h>
#include <stdbool.h>
#include <unistd.h>
struct port {
    bool up heddle_below;
    bool down heddle_above;
};
heddle_base void base(struct port *above)
{
    above->up = above->down;
}

static int (*const table[])(void) = {getpid, gettid};
heddle_component void component(struct port *below, struct port *above) { above->up = below->up && table[below->down]() > 4; }
heddle_observer bool fine(const struct port *p)
{
    return p->up || !p->up;
}

