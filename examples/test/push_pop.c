// What two threads push, two pops find.
// heddle: verdict VERIFIED
// heddle: files stack.c
#include "stack.h"

#include <assert.h>
#include <pthread.h>

static void *push(void *arg)
{
    stack_push(1);
    return arg;
}

int main(void)
{
    pthread_t other;

    pthread_create(&other, NULL, push, NULL);
    stack_push(2);
    pthread_join(other, NULL);
    assert(stack_pop() + stack_pop() == 3);
    assert(stack_pop() == -1);
}
