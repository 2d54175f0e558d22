// verdict: FAILED data-race
// flags: --races error
// An atomic variable that one thread reads as a plain one.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int x;

static void *adder(void *arg)
{
    atomic_fetch_add(&x, 1);
    return arg;
}

int main(void)
{
    pthread_t a;
    int copy;
    pthread_create(&a, NULL, adder, NULL);
    memcpy(&copy, (void *)&x, sizeof copy);
    pthread_join(a, NULL);
    return copy > 1;
}
