// verdict: FAILED assertion :24
// An access that is not aligned may be made in parts.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static struct __attribute__((packed)) {
    char tag;
    uint32_t value;
} shared;

static void *writer(void *arg)
{
    shared.value = 0xffffffff;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    uint32_t v = shared.value;
    pthread_join(t, NULL);
    assert(v == 0 || v == 0xffffffff);
    return 0;
}
