// verdict: VERIFIED
// executions: 15
// Two readers see two independent writes in one order where all is sequentially consistent.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int r[4];

static void *write_x(void *arg)
{
    atomic_store_explicit(&x, 1, memory_order_seq_cst);
    return arg;
}

static void *write_y(void *arg)
{
    atomic_store_explicit(&y, 1, memory_order_seq_cst);
    return arg;
}

static void *reader(void *arg)
{
    r[0] = atomic_load_explicit(&x, memory_order_seq_cst);
    r[1] = atomic_load_explicit(&y, memory_order_seq_cst);
    return arg;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, write_x, NULL);
    pthread_create(&t[1], NULL, write_y, NULL);
    pthread_create(&t[2], NULL, reader, NULL);
    r[2] = atomic_load_explicit(&y, memory_order_seq_cst);
    r[3] = atomic_load_explicit(&x, memory_order_seq_cst);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(!(r[0] && !r[1] && r[2] && !r[3]));
    return 0;
}
