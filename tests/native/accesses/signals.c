// clang alone: what a thread did before it sent a signal, cancelled another or unmapped memory comes before what is
// done where the signal is taken, where the other ends, and in memory that is mapped again.  What it did after does not.
// with -DSIGWAIT: VERIFIED / VERIFIED
// with -DSIGWAIT -DLATE: VERIFIED / FAILED data-race
// with -DHANDLER: VERIFIED / VERIFIED
// with -DHANDLER -DLATE: VERIFIED / FAILED data-race
// with -DCANCEL: VERIFIED / VERIFIED
// with -DCANCEL -DLATE: VERIFIED / FAILED data-race
// with -DMAP: VERIFIED / VERIFIED
// not for heddle check
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

static int data, got;
static sem_t never;

static void read_it(void *arg)
{
    (void)arg;
    got = data;
}

static void hear(int number)
{
    (void)number;
    got = data;
}

#if defined SIGWAIT
static void *worker(void *arg)
{
    sigset_t set;
    int number;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigwait(&set, &number);
    read_it(arg);
    return arg;
}
#elif defined HANDLER
static void *worker(void *arg)
{
    sem_wait(&never);
    return arg;
}
#elif defined CANCEL
static void *worker(void *arg)
{
    pthread_cleanup_push(read_it, arg);
    sem_wait(&never);
    pthread_cleanup_pop(1);
    return arg;
}
#else
static void *worker(void *arg)
{
    int *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    *at = 1;
    munmap(at, 4096);
    return arg;
}
#endif

int main(void)
{
    pthread_t t;
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sem_init(&never, 0, 0);
#ifdef HANDLER
    signal(SIGUSR1, hear);
#else
    pthread_sigmask(SIG_BLOCK, &set, NULL);
#endif
    pthread_create(&t, NULL, worker, NULL);
#ifndef LATE
    data = 1;
#endif
#if defined SIGWAIT
    kill(getpid(), SIGUSR1);
#elif defined HANDLER
    pthread_kill(t, SIGUSR1);
#elif defined CANCEL
    pthread_cancel(t);
#else
    worker(NULL);
#endif
#ifdef LATE
    data = 1;
#endif
#ifdef HANDLER
    sem_post(&never);
#endif
    pthread_join(t, NULL);
    return 0;
}
