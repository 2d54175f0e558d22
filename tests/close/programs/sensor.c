// A sensor that nobody defines.  Levels are cut; the alarms, and how many were queued, are not.
// says: sensor.c:31: the call of 'read_sensor' is an input
// says: sensor.c:32: the branch on 'v' is gone
// says: sensor.c:35: the branch on 'v' is a toss
// says: sensor.c:22: what is stored in 'q' is cut
// says: sensor.c:52: the call of 'printf' is cut
// says: 1 input, 18 statements cut, 1 toss
// not: sensor.c:53
// closed: VERIFIED
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
int read_sensor(void);
static int scaled(int v) { return v * 2 + 1; }
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int alarms, level;
struct queue { int data[4], head, tail; } q;
static void put(int v)
{
    pthread_mutex_lock(&lock);
    if (q.tail - q.head < 4)
        q.data[q.tail++ % 4] = v;
    pthread_mutex_unlock(&lock);
}

static void *watch(void *unused)
{
    int i;

    for (i = 0; i < 2; i++) {
        int v = scaled(read_sensor());
        while (v > 100)
            v -= 10;
        level = v;
        if (v > 50) {
            pthread_mutex_lock(&lock);
            alarms++;
            pthread_mutex_unlock(&lock);
        }
        put(v);
    }
    return unused;
}
int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, watch, NULL);
    watch(NULL);
    pthread_join(t, NULL);
    assert(q.tail - q.head == 4);
    printf("level %d\n", level);
    printf("alarms %d, queued %d\n", alarms, q.tail - q.head);
    assert(alarms <= 4);
    return 0;
}
