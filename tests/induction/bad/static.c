// 'step' uses the variable 'count', which all components would share
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

static bool step(void)
{
    static int count;

    return count++;
}
heddle_component void component(struct port *below, struct port *above) { above->up = below->up && step(); }
heddle_observer bool fine(const struct port *p)
{
    return p->up || !p->up;
}

