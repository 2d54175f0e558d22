// 'component' calls 'rand', which keeps something that all components would share
#include <heddle.h>
#include <stdbool.h>
#include <stdlib.h>
struct port {
    bool up heddle_below;
    bool down heddle_above;
};
heddle_base void base(struct port *above)
{
    above->up = above->down;
}

heddle_component void component(struct port *below, struct port *above) { above->up = below->up && rand() % 2; }
heddle_observer bool fine(const struct port *p)
{
    return p->up || !p->up;
}

