// with -DWRITE=strcpy(name,arg): FAILED assertion / FAILED data-race
// with -DWRITE=strcpy(name,arg) -DLOCK: VERIFIED / VERIFIED
// with -DWRITE=strncpy(name,arg,16): FAILED assertion / FAILED data-race
// with -DWRITE=strcat(name,arg): FAILED assertion / FAILED data-race
// with -DWRITE=strcat(name,arg) -DLOCK: VERIFIED / VERIFIED
// with -DREAD=strcmp(name,other)!=0: VERIFIED / VERIFIED
// with -DWRITE=strcpy(name,arg) -DREAD=strcmp(name,other)!=0: FAILED assertion / FAILED data-race
// with -DWRITE=strcpy(name,arg) -DREAD=memcmp(name,"hell",4)==0: FAILED assertion / FAILED data-race
// with -DWRITE=strcpy(name,"4711") -DREAD=atoi(name)==4711: FAILED assertion / FAILED data-race
// with -DWRITE=sprintf(name,"4711") -DREAD=*name=='4': FAILED assertion / FAILED data-race
// with -DWRITE=name[9]=1 -DREAD=strchr(other,'=')!=0: VERIFIED / VERIFIED
// Functions of the library access what they are given as the program itself does.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
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
