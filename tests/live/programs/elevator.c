// A lift that sweeps serves every floor; one that goes to the lowest request first does not.
// live: VERIFIED: --fair weak --ltl 'G ("call[2]" -> F "car.floor == 2")'
// live: VERIFIED: --fair weak --ltl 'G ("call[2]" -> F !"call[2]")'
// live: FAILED ltl: --ltl 'G ("call[2]" -> F "car.floor == 2")'
// live: FAILED ltl: -DLOWEST --fair weak --ltl 'G ("call[2]" -> F "car.floor == 2")'
// live: FAILED ltl: -DLOWEST --fair strong --ltl 'G ("call[2]" -> F "car.floor == 2")'
// live: VERIFIED: -DLOWEST --fair weak --ltl 'G ("call[0]" -> F !"call[0]")'
// live: FAILED ltl: --fair weak --ltl 'F "call[1]"'
// live: VERIFIED: --ltl 'G "car.floor >= 0 && car.floor < 3"'
#include <heddle.h>
#include <pthread.h>

enum { FLOORS = 3 };
static int call[FLOORS];
static struct {
    int floor, direction;
} car = {0, 1};

static void *people(void *arg)
{
    for (;;)
        call[heddle_choose(FLOORS)] = 1;
    return arg;
}

#ifdef LOWEST
static void *lift(void *arg)
{
    for (;;) {
        int to = 0;

        while (to < FLOORS && !call[to])
            to++;
        if (to < FLOORS && to == car.floor)
            call[to] = 0;
        else if (to < FLOORS)
            car.floor += to > car.floor ? 1 : -1;
    }
    return arg;
}
#else
static void *lift(void *arg)
{
    for (;;) {
        if (call[car.floor])
            call[car.floor] = 0;
        if (car.floor == FLOORS - 1)
            car.direction = -1;
        else if (car.floor == 0)
            car.direction = 1;
        car.floor += car.direction;
    }
    return arg;
}
#endif

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, people, 0);
    pthread_create(&t[1], 0, lift, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
