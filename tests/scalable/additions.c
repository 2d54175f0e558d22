/* additions: two threads, one does i += j, the other j += i, K times each, on volatile globals (the
 * shape of fib_bench.c without atomics).  Every addition is two loads and a store.
 * Parameters: -DK=additions (default 4).  Verdict: safe; -DBUG claims a bound that is one too low. */
#include <assert.h>
#include <pthread.h>

#ifndef K
#define K 4
#endif

static volatile int i = 1, j = 1;

static void *first(void *arg)
{
	for (int k = 0; k < K; k++)
		i += j;
	return arg;
}

static void *second(void *arg)
{
	for (int k = 0; k < K; k++)
		j += i;
	return arg;
}

static int fibonacci(int n)
{
	int last = 0, next = 1;

	while (n-- > 0) {
		int sum = last + next;

		last = next;
		next = sum;
	}
	return last;
}

int main(void)
{
	pthread_t t[2];
	int bound = fibonacci(2 * K + 2);

#ifdef BUG
	bound--;
#endif
	pthread_create(&t[0], NULL, first, NULL);
	pthread_create(&t[1], NULL, second, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	assert(i <= bound && j <= bound);
	return 0;
}
