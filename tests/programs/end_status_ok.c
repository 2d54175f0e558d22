// Both threads that may end the process do so with status 0.
// verdict: VERIFIED
// flags: --exit-status
#include <pthread.h>
#include <unistd.h>
static void *ends(void *arg)
{
    _exit(0);
    return arg;
}

int main(void)
{
    pthread_t a;

    pthread_create(&a, 0, ends, 0);
    _exit(0);
}
