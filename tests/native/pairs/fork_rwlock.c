// A read-write lock that is held over fork is the child's too, in its own memory.
// right: VERIFIED
// wrong: FAILED assertion
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    pthread_rwlock_t read = PTHREAD_RWLOCK_INITIALIZER, written = PTHREAD_RWLOCK_INITIALIZER;
    int status;

    pthread_rwlock_rdlock(&read);
    pthread_rwlock_wrlock(&written);
    if (fork() == 0) {
        pthread_rwlock_unlock(&read);
        pthread_rwlock_unlock(&written);
        _exit(pthread_rwlock_trywrlock(&read) || pthread_rwlock_trywrlock(&written));
    }
    wait(&status);
    assert(status == 0);
#ifndef WRONG
    pthread_rwlock_unlock(&read);
#endif
    pthread_rwlock_unlock(&written);
    assert(pthread_rwlock_trywrlock(&read) == 0);
    return 0;
}
