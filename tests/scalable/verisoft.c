/* verisoft: the dining philosophers of Fig. 1 of Godefroid's "Software Model Checking: The VeriSoft
 * Approach", with threads for processes.  The first thread is the last philosopher, as there, and the
 * others are all there before it begins.  A step is one operation on a semaphore; the forks are
 * variables of their own, so that code says who may touch which.  The paper's processes end with an
 * operation that blocks for ever; here the first thread does, so that every run is a deadlock
 * (--allow-deadlock): 2^N - 1 of them up to the order of independent steps.
 * Parameters: -DN=philosophers, 2 to 6 (default 2). */
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef N
#define N 2
#endif

static sem_t fork0, fork1, fork2, fork3, fork4, fork5, never;

static void eat(sem_t *left, sem_t *right)
{
	sem_wait(left);
	sem_wait(right);
	sem_post(left);
	sem_post(right);
}

#define PHILOSOPHER(i, left, right)              \
	static void *philosopher##i(void *arg)   \
	{                                        \
		eat(&left, &right);              \
		return arg;                      \
	}

#if N == 2
#define LAST fork1
#elif N == 3
#define LAST fork2
#elif N == 4
#define LAST fork3
#elif N == 5
#define LAST fork4
#else
#define LAST fork5
#endif

PHILOSOPHER(0, fork0, fork1)
#if N > 2
PHILOSOPHER(1, fork1, fork2)
#endif
#if N > 3
PHILOSOPHER(2, fork2, fork3)
#endif
#if N > 4
PHILOSOPHER(3, fork3, fork4)
#endif
#if N > 5
PHILOSOPHER(4, fork4, fork5)
#endif

static void start(void *(*philosopher)(void *))
{
	pthread_t t;

	pthread_create(&t, NULL, philosopher, NULL);
}

int main(void)
{
	sem_init(&fork0, 0, 1);
	sem_init(&fork1, 0, 1);
	sem_init(&fork2, 0, 1);
	sem_init(&fork3, 0, 1);
	sem_init(&fork4, 0, 1);
	sem_init(&fork5, 0, 1);
	sem_init(&never, 0, 0);
	heddle_atomic_begin();
	start(philosopher0);
#if N > 2
	start(philosopher1);
#endif
#if N > 3
	start(philosopher2);
#endif
#if N > 4
	start(philosopher3);
#endif
#if N > 5
	start(philosopher4);
#endif
	heddle_atomic_end();
	eat(&LAST, &fork0);
	for (;;)
		sem_wait(&never);
}
