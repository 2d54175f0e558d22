// Two traffic lights with sensors.  While a car waits, its light becomes green; the impatient controller
// leaves the first light green as long as cars come there.
// live: VERIFIED: --ltl 'G !both' --ltl 'G ("light[0].colour == GREEN" -> "light[1].colour == RED")'
// live: VERIFIED: --fair weak --ltl 'G ("light[1].car" -> F "light[1].colour == GREEN")'
// live: FAILED ltl: --ltl 'G ("light[1].car" -> F "light[1].colour == GREEN")'
// live: FAILED ltl: -DIMPATIENT --fair weak --ltl 'G ("light[1].car" -> F "light[1].colour == GREEN")'
// live: VERIFIED: --ltl 'G ("light[0].colour == GREEN" -> ("light[0].colour == GREEN" W "light[0].colour == YELLOW"))'
// live: FAILED ltl: --ltl 'G ("light[0].colour == GREEN" -> ("light[0].colour == GREEN" U "light[0].colour == YELLOW"))'
// live: VERIFIED: --fair weak --ltl 'G ("light[0].colour == YELLOW" -> ("light[0].colour == YELLOW" U "light[0].colour == RED"))'
#include <heddle.h>
#include <pthread.h>

enum colour { RED, YELLOW, GREEN };
static struct light {
    enum colour colour;
    int car;
} light[2];

static int both(void)
{
    return light[0].colour != RED && light[1].colour != RED;
}

static void *cars(void *arg)
{
    for (;;)
        light[heddle_choose(2)].car = 1;
    return arg;
}

static void open_and_close(struct light *l)
{
    l->colour = GREEN;
    l->car = 0;
#ifdef IMPATIENT
    while (l == &light[0] && l->car)
        l->car = 0;
#endif
    l->colour = YELLOW;
    l->colour = RED;
}

static void *controller(void *arg)
{
    for (;;) {
        if (light[0].car)
            open_and_close(&light[0]);
        if (light[1].car)
            open_and_close(&light[1]);
    }
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, cars, 0);
    pthread_create(&t[1], 0, controller, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
