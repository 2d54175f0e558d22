// verdict: VERIFIED
// outcomes: 1
// Three threads, each with a list of its own: nothing but the sums is for others to see.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define THREADS 3
#define NODES   4

struct node {
    int value;
    struct node *next;
};

static int sum[THREADS];

static void *worker(void *arg)
{
    struct node *list = NULL;
    int total = 0;
    for (int i = 1; i <= NODES; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *n = list;
        list = n->next;
        total += n->value;
        free(n);
    }
    *(int *)arg = total;
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, worker, &sum[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(t[i], NULL);
        assert(sum[i] == 10);
    }
    return 0;
}
