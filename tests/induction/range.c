// The component leaves the range in which chaos writes: over chaos it is right, but a third one makes
// 3 of a 2, which chaos never tries.
#include <heddle.h>
#include <stdbool.h>

struct port {
    int up heddle_below heddle_range(0, 1);
};
heddle_base void base(struct port *above)
{
    above->up = 0;
}
heddle_component void component(struct port *below, struct port *above)
{
    above->up = below->up + 1;
}
heddle_observer bool small(const struct port *p)
{
    return p->up < 3;
}
