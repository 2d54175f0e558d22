// flags: --input-errors drop
// The value of a thread, and a value by way of a struct that is copied.
// says: status.c:24: the branch on 'result' is a toss
// says: status.c:28: the branch on 'second' is a toss
// not: status.c:26
// closed: VERIFIED
#include <pthread.h>
#include <stdio.h>
void *outside(void);
struct pair { int known; void *value; } first, second;
static void *thread(void *unused)
{
    (void)unused;
    first.value = outside();
    first.known = 3;
    return first.value;
}
int main(void)
{
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, &result);
    if (result) puts("some");
    second = first;
    if (second.known != 3)
        return *(volatile int *)NULL;
    if (second.value) puts("same");
    return 0;
}
