/* C11 <threads.h> over the same operations as pthreads: mtx_t and cnd_t have the layout of
 * pthread_mutex_t and pthread_cond_t, a thrd_t is a pthread_t, a tss_t a key. */
#include "heddle_runtime.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <threads.h>

static pthread_mutex_t *mutex(mtx_t *m)
{
    return (pthread_mutex_t *)(void *)m;
}

static pthread_cond_t *cond(cnd_t *c)
{
    return (pthread_cond_t *)(void *)c;
}

static int result_of(int error)
{
    switch (error) {
    case 0:
        return thrd_success;
    case EBUSY:
        return thrd_busy;
    case ETIMEDOUT:
        return thrd_timedout;
    case ENOMEM:
    case EAGAIN:
        return thrd_nomem;
    default:
        return thrd_error;
    }
}

static void run(int (*start)(void *), void *arg)
{
    __heddle_finish((void *)(intptr_t)start(arg));
}

int thrd_create(thrd_t *thread, thrd_start_t start, void *arg)
{
    return result_of(__heddle_create(thread, NULL, (void *)run, (void *)start, arg));
}

int thrd_join(thrd_t thread, int *result)
{
    void *value = NULL;
    int error = join_thread(thread, result ? &value : NULL, 0);
    if (!error && result)
        *result = (int)(intptr_t)value;
    return result_of(error);
}

int thrd_detach(thrd_t thread)
{
    return result_of(usable(__heddle_detach((void *)thread)));
}

thrd_t thrd_current(void)
{
    return (thrd_t)__heddle_thread();
}

int thrd_equal(thrd_t a, thrd_t b)
{
    return a == b;
}

void thrd_yield(void)
{
    __heddle_yield();
}

int thrd_sleep(const struct timespec *time, struct timespec *left)
{
    if (__heddle_bad_time(time))
        return -2;
    (void)left;
    __heddle_cancel_point();
    return 0;
}

_Noreturn void thrd_exit(int result)
{
    __heddle_leaves();
    __heddle_leave((void *)(intptr_t)result);
}

int mtx_init(mtx_t *m, int type)
{
    if (type & ~(mtx_recursive | mtx_timed))
        return thrd_error;
    __heddle_mutex_init(mutex(m), type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE_NP : 0);
    return thrd_success;
}

int mtx_lock(mtx_t *m)
{
    return result_of(__heddle_mutex_lock(mutex(m)));
}

int mtx_trylock(mtx_t *m)
{
    return result_of(__heddle_mutex_trylock(mutex(m)));
}

int mtx_timedlock(mtx_t *m, const struct timespec *until)
{
    return result_of(__heddle_mutex_timedlock(mutex(m), until));
}

int mtx_unlock(mtx_t *m)
{
    return result_of(pthread_mutex_unlock(mutex(m)));
}

void mtx_destroy(mtx_t *m)
{
    pthread_mutex_destroy(mutex(m));
}

int cnd_init(cnd_t *c)
{
    __heddle_cond_init(cond(c));
    return thrd_success;
}

int cnd_wait(cnd_t *c, mtx_t *m)
{
    return result_of(__heddle_cond_wait(cond(c), mutex(m)));
}

int cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *until)
{
    return result_of(__heddle_cond_timedwait(cond(c), mutex(m), until));
}

int cnd_signal(cnd_t *c)
{
    __heddle_cond_wake(cond(c), 0);
    return thrd_success;
}

int cnd_broadcast(cnd_t *c)
{
    __heddle_cond_wake(cond(c), 1);
    return thrd_success;
}

void cnd_destroy(cnd_t *c)
{
    pthread_cond_destroy(cond(c));
}

void call_once(once_flag *flag, void (*routine)(void))
{
    __heddle_once((int *)(void *)flag, routine);
}

int tss_create(tss_t *key, tss_dtor_t destroy)
{
    return result_of(pthread_key_create(key, destroy));
}

void *tss_get(tss_t key)
{
    return pthread_getspecific(key);
}

int tss_set(tss_t key, void *value)
{
    return result_of(pthread_setspecific(key, value));
}

void tss_delete(tss_t key)
{
    pthread_key_delete(key);
}
