// 'component' calls 'pthread_attr_setinheritsched', which keeps something
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>

struct port {
    bool given heddle_above;
    unsigned char value heddle_below heddle_range(0, 3);
};


static void *copy(void *ports)
{
    struct port **both = ports;

    both[1]->value = both[0]->value ? 1 : both[0]->given;
    return NULL;
}

heddle_base void base(struct port *above)
{
    above->value = above->given;
}

heddle_component void component(struct port *below, struct port *above)
{
    struct port *both[] = {below, above};
    pthread_t thread;

    pthread_attr_t how;

    pthread_attr_init(&how);
    pthread_attr_setinheritsched(&how, PTHREAD_EXPLICIT_SCHED);
    pthread_create(&thread, &how, copy, both);
    pthread_join(thread, NULL);
}

heddle_observer bool fine(const struct port *p)
{
    return p->value <= 1;
}
