// 'in' uses the variable 'count', which all components would share
#include <heddle.h>
#include <stdbool.h>
struct port {
    bool up heddle_below;
    bool down heddle_above;
};
heddle_base void base(struct port *above)
{
    above->up = above->down;
}

static int count;
static void in(void) { count++; }
static void (*const table[])(void) = {in};
heddle_component void component(struct port *below, struct port *above)
{
    table[below->up]();
    above->up = true;
}
heddle_observer bool fine(const struct port *p)
{
    return p->up || !p->up;
}

