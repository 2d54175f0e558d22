// verdict: FAILED misuse :9
// A thread that was never created is joined.
#include <pthread.h>

static pthread_t t;

int main(void)
{
    pthread_join(t, NULL);
    return 0;
}
