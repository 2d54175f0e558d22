// an observer reads or writes a thread-local variable
#include <heddle.h>
#include <stdbool.h>
struct port { bool up heddle_below; bool down heddle_above; };
__thread int o;
heddle_base void base(struct port *above) { above->up = above->down; }
heddle_component void component(struct port *below, struct port *above) { above->up = below->up; }
heddle_observer bool fine(const struct port *p) { return o == 0 && (p->up || !p->up); }
