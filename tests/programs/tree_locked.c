// verdict: VERIFIED
// also: -O2 VERIFIED
// flags: --leaks
// A search tree with links to the parents, filled by three threads and freed by main.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    struct node *left, *right, *parent;
    int key;
};

static struct node *root;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void insert(int key)
{
    struct node *n = calloc(1, sizeof *n), **at = &root, *parent = NULL;
    n->key = key;
    pthread_mutex_lock(&m);
    while (*at) {
        parent = *at;
        at = key < parent->key ? &parent->left : &parent->right;
    }
    n->parent = parent;
    *at = n;
    pthread_mutex_unlock(&m);
}

static void *worker(void *arg)
{
    int key = (int)(intptr_t)arg;
    insert(key);
    insert(key + 10);
    return NULL;
}

static int drop(struct node *n, const struct node *parent)
{
    if (!n)
        return 0;
    assert(n->parent == parent);
    int count = 1 + drop(n->left, n) + drop(n->right, n);
    free(n);
    return count;
}

int main(void)
{
    pthread_t t[3];
    for (intptr_t i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, (void *)(i * 7 % 5));
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(drop(root, NULL) == 6);
    return 0;
}
