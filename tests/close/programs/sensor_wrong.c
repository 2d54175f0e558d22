// An alarm whose lock is given back on one way only: a deadlock that one input brings about.
// says: sensor_wrong.c:16: the branch on 'v' is a toss
// closed: FAILED: deadlock
#include <pthread.h>
int read_sensor(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int alarms;
static void *watch(void *unused)
{
    int i;

    for (i = 0; i < 2; i++) {
        int v = read_sensor();

        pthread_mutex_lock(&lock);
        if (v == 4711)
            return unused;
        alarms++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, watch, NULL);
    watch(NULL);
    pthread_join(t, NULL);
    return 0;
}
