// verdict: VERIFIED
// executions: 1
// A thread that takes a lock to look again and again costs no execution for each look.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *look(void *arg)
{
    for (int found = 0; !found;) {
        pthread_mutex_lock(&m);
        found = done;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, look, NULL);
    pthread_mutex_lock(&m);
    done = 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
