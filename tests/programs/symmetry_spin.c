// verdict: VERIFIED
// also: --thread-symmetry VERIFIED
// also: -DOWN --thread-symmetry VERIFIED
// A spinlock, the library's or (OWN) one of the program, and a list that the threads share.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef N
#define N 3
#endif

struct node {
    struct node *next;
    int order;
};

static struct node *head;
static int length;
static pthread_t t[N];
#ifdef OWN
static atomic_flag flag = ATOMIC_FLAG_INIT;
static void lock(void)
{
    while (atomic_flag_test_and_set(&flag))
        continue;
}
static void unlock(void)
{
    atomic_flag_clear(&flag);
}
#else
static pthread_spinlock_t spin;
static void lock(void)
{
    pthread_spin_lock(&spin);
}
static void unlock(void)
{
    pthread_spin_unlock(&spin);
}
#endif

static void *worker(void *arg)
{
    struct node *mine = malloc(sizeof *mine);
    lock();
    mine->order = length++;
    mine->next = head;
    head = mine;
    unlock();
    return arg;
}

int main(void)
{
#ifndef OWN
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
#endif
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    for (struct node *e = head; e; e = head) {
        assert(e->order == --length);
        head = e->next;
        free(e);
    }
    assert(!length);
    return 0;
}
