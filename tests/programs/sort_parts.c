// verdict: VERIFIED
// outcomes: 1
// The library sorts two halves of an array in two threads, comparing through a function that counts.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int data[6] = {5, 3, 1, 6, 2, 4};
static _Thread_local int comparisons;

static int compare(const void *a, const void *b)
{
    comparisons++;
    return *(const int *)a - *(const int *)b;
}

static void *sort(void *part)
{
    qsort(part, 3, sizeof(int), compare);
    assert(comparisons >= 2);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, sort, data);
    sort(data + 3);
    pthread_join(t, NULL);
    for (int i = 0; i < 2; i++)
        assert(data[i] <= data[i + 1] && data[i + 3] <= data[i + 4]);
    return 0;
}
