// verdict: FAILED uninitialised :8
// The variable that is joined was never set.
#include <pthread.h>

int main(void)
{
    pthread_t t;
    pthread_join(t, NULL);
    return 0;
}
