/* Two programs with threads meet at a semaphore: `mill post N` and `mill wait N`. */
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

static sem_t *s;

static void *post(void *unused)
{
    sem_post(s);
    return unused;
}

static void *await(void *unused)
{
    sem_wait(s);
    return unused;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[2]);
    pthread_t t[8];

    s = sem_open("/mill", O_CREAT, 0600, 0);
    for (int i = 0; i < n; i++)
        pthread_create(&t[i], NULL, strcmp(argv[1], "post") ? await : post, NULL);
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    return argc - 3;
}
