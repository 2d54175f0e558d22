// flags: --races error
// verdict: VERIFIED
// also: --memory tso FAILED data-race :28
// also: --memory pso FAILED data-race :28
// also: --memory tso -DFENCED VERIFIED
// also: --memory pso -DFENCED VERIFIED
// Each thread says that it wants, and goes where the other does not. While stores wait both go.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef FENCED
#define FENCE atomic_thread_fence(memory_order_seq_cst)
#else
#define FENCE (void)0
#endif

static atomic_int wants[2];
static int data;

static void *enter(void *arg)
{
    int me = arg != NULL;

    atomic_store_explicit(&wants[me], 1, memory_order_release);
    FENCE;
    if (!atomic_load_explicit(&wants[!me], memory_order_acquire))
        data = me;
    return NULL;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, enter, NULL);
    pthread_create(&t[1], NULL, enter, t);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
