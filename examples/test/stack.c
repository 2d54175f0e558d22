// The module under test: it has no line `// heddle: verdict`, and is no harness.
#include "stack.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int values[8], top;

static void enter(void)
{
#ifndef UNLOCKED
    pthread_mutex_lock(&lock);
#endif
}

static void leave(void)
{
#ifndef UNLOCKED
    pthread_mutex_unlock(&lock);
#endif
}

void stack_push(int value)
{
    enter();
    values[top++] = value;
    leave();
}

int stack_pop(void)
{
    int value = -1;

    enter();
    if (top)
        value = values[--top];
    leave();
    return value;
}
