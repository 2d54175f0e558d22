// One thread ends the process with another status than the other.
// verdict: FAILED exit-status :8
// flags: --exit-status
#include <pthread.h>
#include <unistd.h>
static void *ends(void *arg)
{
    _exit(1);
    return arg;
}

int main(void)
{
    pthread_t a;

    pthread_create(&a, 0, ends, 0);
    _exit(0);
}
