// verdict: VERIFIED
// outcomes: 15
// A compare-exchange is another step where it fails: no step that is no part of a sequence covers
// it.
#include <pthread.h>
#include <stdatomic.h>
static int x0, x1, out4, got1, got3;
static atomic_int one = 1, rw;
static int array[2];
static void *thread4(void *arg)
{
    int e = 1;
    if (atomic_compare_exchange_strong(&one, &e, 0)) {
        x1 = x1 + 1;
        atomic_fetch_add(&one, 1);
    } else
        out4 = 1;
    return 0;
}
static void *thread3(void *arg)
{
    int e = 0;
    if (atomic_compare_exchange_strong(&rw, &e, 7)) {
        got3 = 1;
        atomic_store(&rw, 0);
    }
    return 0;
}
static void *thread2(void *arg)
{
    int e = 1;
    if (atomic_compare_exchange_strong(&one, &e, 0)) {
        x0 = 1;
        atomic_fetch_add(&one, 1);
    }
    return 0;
}
static void *thread1(void *arg)
{
    int e = 0;
    if (atomic_compare_exchange_strong(&rw, &e, 1)) {
        got1 = 1;
        atomic_store(&rw, 0);
    }
    return 0;
}
int main(void)
{
    pthread_t t[4];
    pthread_create(&t[0], 0, thread1, 0);
    pthread_create(&t[1], 0, thread2, 0);
    pthread_create(&t[2], 0, thread3, 0);
    pthread_create(&t[3], 0, thread4, 0);
    array[x0 & 1] = 2;
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return 0;
}
