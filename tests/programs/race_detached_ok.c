// verdict: VERIFIED
// flags: --races error
// A detached thread is over when main goes on, which the flag says.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int done;

static void *writer(void *arg)
{
    data = 1;
    atomic_store_explicit(&done, 1, memory_order_release);
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, writer, NULL);
    pthread_detach(a);
    while (!atomic_load_explicit(&done, memory_order_acquire)) { }
    return data != 1;
}
