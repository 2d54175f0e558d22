// 'component' calls 'pthread_mutex_lock', which tells the components apart
#include <heddle.h>
#include <pthread.h>
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
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

    pthread_mutex_lock(&m);
    above->up = below->up && *(int *)&m != 7;
    pthread_mutex_unlock(&m);
}

heddle_observer bool fine(const struct port *p)
{
    return p->up || !p->up;
}
