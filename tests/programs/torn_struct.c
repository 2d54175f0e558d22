// verdict: FAILED assertion :24
// A structure of two words is copied while another thread writes it: half old, half new.
#include <assert.h>
#include <pthread.h>

struct pair {
    long a, b;
};

static struct pair shared;

static void *writer(void *arg)
{
    struct pair p = {1, 1};
    shared = p;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    struct pair p = shared;
    assert(p.a == p.b);
    pthread_join(t, NULL);
    return 0;
}
