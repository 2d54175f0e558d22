// The observer holds; the lemma does not, not even of the base.
#include <heddle.h>
#include <stdbool.h>

struct port {
    bool up heddle_below;
    bool ever heddle_below;
};

heddle_base void base(struct port *above)
{
    above->ever = true;
    above->up = true;
}

heddle_component void component(struct port *below, struct port *above)
{
    if (below->up) {
        above->ever = true;
        above->up = true;
    }
}

heddle_observer bool first(const struct port *p)
{
    return !p->up || p->ever;
}

heddle_lemma bool wrong(const struct port *p)
{
    return !p->ever;
}
