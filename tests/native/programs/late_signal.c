// A step whose objects depend on the state is met only in runs that follow the first.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <signal.h>
#include <unistd.h>

static sem_t go, one, two;
static volatile sig_atomic_t sent;
static int first, second;

static void note(int number)
{
    sent = number == SIGUSR1;
}

static void *sends(void *unused)
{
    (void)unused;
    first = sem_trywait(&one) == 0;
    if (sem_trywait(&go) == 0)
        kill(getpid(), SIGUSR1);
    second = sem_trywait(&two) == 0;
    return NULL;
}

static void *posts(void *unused)
{
    (void)unused;
    sem_post(&one);
    sem_post(&two);
    sem_post(&go);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    signal(SIGUSR1, note);
    sem_init(&go, 0, 0);
    sem_init(&one, 0, 0);
    sem_init(&two, 0, 0);
    pthread_create(&a, NULL, sends, NULL);
    pthread_create(&b, NULL, posts, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d%d%d\n", first, (int)sent, second);
    return 0;
}
