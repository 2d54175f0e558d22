/* lists: N threads each build a list of K nodes of their own, add up its values and free it.
 * Nothing but the threads themselves is shared, so one order of the threads stands for all.
 * Parameters: -DN=threads (default 3), -DK=nodes (default 4).  Verdict: safe; -DBUG: a node is used
 * after it was freed. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef N
#define N 3
#endif
#ifndef K
#define K 4
#endif

struct node {
	int value;
	struct node *next;
};

static struct node *build(void)
{
	struct node *head = NULL;

	for (int i = 1; i <= K; i++) {
		struct node *n = malloc(sizeof *n);

		n->value = i;
		n->next = head;
		head = n;
	}
	return head;
}

static int sum(const struct node *n)
{
	int total = 0;

	for (; n; n = n->next)
		total += n->value;
	return total;
}

static void destroy(struct node *n)
{
	while (n) {
		struct node *next = n->next;

		free(n);
#ifdef BUG
		next = n->next;
#endif
		n = next;
	}
}

static void *worker(void *arg)
{
	struct node *list = build();

	assert(sum(list) == K * (K + 1) / 2);
	destroy(list);
	return arg;
}

int main(void)
{
	pthread_t t[N];

	for (int i = 0; i < N; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	return 0;
}
