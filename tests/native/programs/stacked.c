/* A lost update of what lies on main's stack; a process that is forked.  Traces have names for both. */
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

struct counter {
    int n;
    pthread_mutex_t m;
};

static void *count(void *arg)
{
    struct counter *c = arg;
    int seen;

    pthread_mutex_lock(&c->m);
    seen = c->n;
    pthread_mutex_unlock(&c->m);
    pthread_mutex_lock(&c->m);
    c->n = seen + 1;
    pthread_mutex_unlock(&c->m);
    return NULL;
}

int main(void)
{
    struct counter mine = {0};
    pthread_t threads[2];
    int ends[2];

    if (pipe(ends) == 0 && fork() == 0) {
        write(ends[1], "x", 1);
        _exit(0);
    }
    wait(NULL);
    pthread_mutex_init(&mine.m, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, count, &mine);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(mine.n == 2);
    return 0;
}
