// verdict: FAILED assertion :27
// Small numbers have their signs in a report, and bit-fields their width.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static struct bits {
    unsigned char low : 4, high : 4;
    signed char three : 3;
} bits;
static signed char s;
static int8_t eight;
static unsigned char u;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
    pthread_mutex_lock(&m);
    s = -56;
    eight = -3;
    u = 200;
    pthread_mutex_unlock(&m);
#ifdef SHOWN
    struct bits own = bits;
    assert(own.low == own.high);
#endif
    assert(s > 0);
    return arg;
}

int main(void)
{
    pthread_t t;

    bits.low = 1;
    bits.high = 15;
    bits.three = -2;
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&m);
    bits.high = 14;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
