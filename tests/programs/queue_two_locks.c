// verdict: VERIFIED
// flags: --leaks
// A queue with a lock at each end, a dummy node between them.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static pthread_mutex_t front = PTHREAD_MUTEX_INITIALIZER, back = PTHREAD_MUTEX_INITIALIZER;
static struct node *head, *tail;

static void put(int value)
{
    struct node *n = malloc(sizeof *n);
    n->next = NULL;
    n->value = value;
    pthread_mutex_lock(&back);
    tail->next = n;
    tail = n;
    pthread_mutex_unlock(&back);
}

static int take(void)
{
    pthread_mutex_lock(&front);
    struct node *dummy = head, *first = dummy->next;
    int value = 0;
    if (first) {
        value = first->value;
        head = first;
    }
    pthread_mutex_unlock(&front);
    if (first)
        free(dummy);
    return value;
}

static void *putter(void *arg)
{
    put(1);
    put(2);
    return arg;
}

int main(void)
{
    pthread_t t;
    head = tail = calloc(1, sizeof *head);
    pthread_create(&t, NULL, putter, NULL);
    int a = take(), b = take();
    pthread_join(t, NULL);
    int c = take(), d = take();
    assert(a <= 1 && a + b + c + d == 3);
    free(head);
    return 0;
}
