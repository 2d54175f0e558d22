// The process may end before its thread has begun, which says so.
#include <pthread.h>
#include <unistd.h>

static void *speak(void *arg)
{
    (void)!write(1, "here", 4);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, speak, NULL);
    return 0;
}
