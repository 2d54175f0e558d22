// A pop finds nothing, or what the other thread pushes.
// heddle: verdict VERIFIED
// heddle: options --leaks
// heddle: files stack.c
#include "stack.h"

#include <assert.h>
#include <pthread.h>

static void *push(void *arg)
{
    stack_push(7);
    return arg;
}

int main(void)
{
    pthread_t other;
    int value;

    pthread_create(&other, NULL, push, NULL);
    value = stack_pop();
    pthread_join(other, NULL);
    assert(value == 7 || (value == -1 && stack_pop() == 7));
}
