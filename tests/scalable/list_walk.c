/* T threads walk a list of N nodes under a lock. */
#include <pthread.h>
#include <stdlib.h>

#ifndef N
#define N 1000
#endif
#ifndef T
#define T 3
#endif

struct node {
    struct node *next;
    int value;
};
static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *run(void *arg)
{
    int sum = 0;
    pthread_mutex_lock(&lock);
    for (struct node *n = head; n; n = n->next)
        sum += n->value;
    pthread_mutex_unlock(&lock);
    return sum ? arg : NULL;
}
int main(void)
{
    pthread_t t[T];
    for (int k = 0; k < N; k++) {
        struct node *n = malloc(sizeof *n);
        n->value = k;
        n->next = head;
        head = n;
    }
    for (int k = 0; k < T; k++)
        pthread_create(&t[k], NULL, run, NULL);
    for (int k = 0; k < T; k++)
        pthread_join(t[k], NULL);
    return 0;
}
