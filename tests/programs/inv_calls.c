// flag: --invariant=said()
// exit: 64 calls printf
// also: -DSAYS=malloc(1)!=0 exit: 64 calls malloc
// also: -DSAYS=pthread_mutex_lock(&m) exit: 64 calls pthread_mutex_lock
// also: -DSAYS=heddle_choose(2) exit: 64 calls heddle_choose
#include <heddle.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef SAYS
#define SAYS printf("here")
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int said(void)
{
    return SAYS;
}

int main(void)
{
    return pthread_mutex_destroy(&m);
}
