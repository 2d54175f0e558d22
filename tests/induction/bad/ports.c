// another port than the one of the other marked functions, in 'component'
#include <heddle.h>
#include <stdbool.h>
struct port {
    bool up heddle_below;
    bool down heddle_above;
};

struct other {
    bool up heddle_below;
};
heddle_base void base(struct port *above)
{
    above->up = above->down;
}

heddle_component void component(struct other *below, struct other *above) { above->up = below->up; }
heddle_observer bool fine(const struct port *p)
{
    return p->up || !p->up;
}

