// verdict: FAILED misuse :9
// A barrier for no thread at all.
#include <pthread.h>

static pthread_barrier_t b;

int main(void)
{
    pthread_barrier_init(&b, NULL, 0);
    return 0;
}
