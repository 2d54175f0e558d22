// an observer of another form: 'fine'
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
heddle_component void component(struct port *below, struct port *above)
{
    above->up = below->up;
}

heddle_observer void fine(const struct port *p) { (void)p; }
