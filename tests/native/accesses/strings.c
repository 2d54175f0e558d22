// with -DWRITE=strcpy(name,arg): FAILED assertion / FAILED data-race
// with -DWRITE=strcpy(name,arg) -DLOCK: VERIFIED / VERIFIED
// with -DWRITE=strncpy(name,arg,16): FAILED assertion / FAILED data-race
// with -DWRITE=strcat(name,arg): FAILED assertion / FAILED data-race
// with -DWRITE=strcat(name,arg) -DLOCK: VERIFIED / VERIFIED
// with -DREAD=strcmp(name,other)!=0: VERIFIED / VERIFIED
// Functions of the library access what they are given as the program itself does.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#ifndef WRITE
#define WRITE (void)0
#endif
#ifndef READ
#define READ strlen(name) == 5
#endif

static char name[16], other[16];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *writer(void *arg)
{
    pthread_mutex_lock(&m);
#ifndef LOCK
    pthread_mutex_unlock(&m);
#endif
    WRITE;
#ifndef LOCK
    pthread_mutex_lock(&m);
#endif
    done = 1;
    pthread_mutex_unlock(&m);
    (void)arg;
    return NULL;
}

int main(void)
{
    pthread_t t;
    int now, read;

    pthread_create(&t, NULL, writer, "hello");
    pthread_mutex_lock(&m);
    now = done;
#ifndef LOCK
    pthread_mutex_unlock(&m);
#endif
    read = READ;
#ifdef LOCK
    pthread_mutex_unlock(&m);
#endif
    assert(now || !read);
    pthread_join(t, NULL);
    return 0;
}
