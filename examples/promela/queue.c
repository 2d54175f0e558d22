/* Michael and Scott's queue with two locks, one for each end, and a dummy node between them.  It has
 * no main: `heddle promela` adds one with --harness, see docs/promela.md. */
#include <pthread.h>
#include <stdlib.h>

struct node_t {
    struct node_t *next;
    int value;
};

struct queue_t {
    struct node_t *Head;
    struct node_t *Tail;
    pthread_mutex_t H_lock;
    pthread_mutex_t T_lock;
};

void initialize(struct queue_t *Q)
{
    struct node_t *dummy = malloc(sizeof(struct node_t));
    dummy->next = 0;
    dummy->value = 0;
    Q->Head = Q->Tail = dummy;
    pthread_mutex_init(&Q->H_lock, 0);
    pthread_mutex_init(&Q->T_lock, 0);
}

void enqueue(struct queue_t *Q, int val)
{
    struct node_t *node = malloc(sizeof(struct node_t));
    node->value = val;
    node->next = 0;
    pthread_mutex_lock(&Q->T_lock);
    Q->Tail->next = node;
    Q->Tail = node;
    pthread_mutex_unlock(&Q->T_lock);
}

int dequeue(struct queue_t *Q, int *pvalue)
{
    struct node_t *node;
    struct node_t *new_head;
    pthread_mutex_lock(&Q->H_lock);
    node = Q->Head;
    new_head = node->next;
    if (new_head == 0) {
        pthread_mutex_unlock(&Q->H_lock);
        return 0;
    }
    *pvalue = new_head->value;
    Q->Head = new_head;
    pthread_mutex_unlock(&Q->H_lock);
    free(node);
    return 1;
}
