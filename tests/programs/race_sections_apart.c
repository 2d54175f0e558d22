// verdict: FAILED data-race
// flags: --races error
// Atomic sections that touch different variables order nothing.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static int one, two, data;
static atomic_int done;

static void *writer(void *arg)
{
    data = 1;
    heddle_atomic_begin();
    one = 1;
    heddle_atomic_end();
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, writer, NULL);
    if (atomic_load_explicit(&done, memory_order_relaxed)) {
        heddle_atomic_begin();
        two = 1;
        heddle_atomic_end();
        data++;
    }
    pthread_join(a, NULL);
    return data > 2;
}
