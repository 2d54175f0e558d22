// A component that waits for ever is no failure of the family.
#include <heddle.h>
#include <stdbool.h>
#include <semaphore.h>
struct port {
    bool up heddle_below;
};
heddle_base void base(struct port *above)
{
    sem_t never;

    sem_init(&never, 0, 0);
    above->up = true;
    sem_wait(&never);
}
heddle_component void component(struct port *below, struct port *above)
{
    above->up = below->up;
}

heddle_observer bool fine(const struct port *p)
{
    return p->up || !p->up;
}

