// 'component' uses the variable 'turns', which all components would share
#include <heddle.h>
#include <stdbool.h>

// One component is right, and so is one over chaos; two of them are wrong.
static int turns;

struct port {
    bool bad heddle_below;
};

heddle_base void base(struct port *above)
{
    above->bad = false;
}

heddle_component void component(struct port *below, struct port *above)
{
    above->bad = below->bad || ++turns == 2;
}

heddle_observer bool good(const struct port *p)
{
    return !p->bad;
}
