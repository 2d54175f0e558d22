// 'component' uses the variable 'turns', which all components would share
#include <heddle.h>
#include <stdbool.h>

// Two components reach what one alone does not: were the variable allowed, this would be proved.
static int turns;
struct port {
    bool up heddle_below;
    bool down heddle_above;
};
heddle_base void base(struct port *above)
{
    above->up = above->down;
}

heddle_component void component(struct port *below, struct port *above)
{
    above->up = below->up && ++turns > 1;
}
heddle_observer bool fine(const struct port *p)
{
    return p->up || !p->up;
}

