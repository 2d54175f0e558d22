// Fields of every kind, a struct known by a typedef, and a main of its own.
#include <heddle.h>
#include <stdbool.h>
#include <stdatomic.h>
enum phase { IDLE, BUSY = 3, DONE = -2 };
#define MOST 0
typedef struct {
    enum phase phase heddle_below;
    _Atomic int count heddle_below heddle_range(0, MOST + 1);
    volatile unsigned wide heddle_above;
    signed char list[2] heddle_below heddle_range(-1, 0);
    struct {
        bool one, two;
    } pair heddle_above;
} port;
heddle_base void base(port *above)
{
    above->phase = BUSY;
    above->list[1] = -1;
    above->phase = DONE;
}
heddle_component void component(port *below, port *above)
{
    for (;;) {
        above->phase = below->phase;
        above->count = below->count;
        above->list[1] = below->list[1];
        below->wide = above->pair.two;
    }
}
heddle_observer bool known(const port *p)
{
    return p->count <= MOST && (p->phase == IDLE || p->phase == BUSY || p->phase == DONE) && p->list[0] == 0;
}
int main(void)
{
    return 1;
}
