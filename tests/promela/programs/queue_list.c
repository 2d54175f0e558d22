// verdict: VERIFIED
// Each message of a queue is taken once, and its memory freed by who took it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct node {
    int v;
    struct node *next;
};
struct queue {
    struct node *head, *tail;
    pthread_mutex_t m;
    pthread_cond_t c;
} q = {0, 0, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER};
static void put(struct queue *q, int v)
{
    struct node *n = malloc(sizeof *n);
    n->v = v;
    n->next = NULL;
    pthread_mutex_lock(&q->m);
    if (q->tail)
        q->tail->next = n;
    else
        q->head = n;
    q->tail = n;
    pthread_cond_signal(&q->c);
    pthread_mutex_unlock(&q->m);
}
static int get(struct queue *q)
{
    pthread_mutex_lock(&q->m);
    while (!q->head)
        pthread_cond_wait(&q->c, &q->m);
    struct node *n = q->head;
    q->head = n->next;
    if (!q->head)
        q->tail = NULL;
    pthread_mutex_unlock(&q->m);
    int v = n->v;
    free(n);
    return v;
}
static void *producer(void *a)
{
    put(&q, 1);
    put(&q, 2);
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    int a = get(&q), b = get(&q);
    pthread_join(t, 0);
    assert(a == 1 && b == 2 && !q.head && !q.tail);
}
