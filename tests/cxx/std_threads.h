/* The fuzzer's programs of C as programs of C++: threads, mutexes and condition variables are those of std::, and
 * with -std=c++23 the names of <stdatomic.h> are std::atomic.  A program that does something else with a thread
 * than to start and to join it does not compile, and is left out. */
#include <cerrno>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <pthread.h>
#include <stdatomic.h>
#include <thread>

extern "C" {
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __VERIFIER_nondet_int(void);
}

/* A handle, which is copied; who owns the thread does not matter, as in C. */
struct std_running {
    std::thread thread;
    void *result = nullptr;
};
typedef std_running *std_thread;

inline int std_create(std_thread *t, void *(*start)(void *), void *arg)
{
    std_running *made = new std_running;

    *t = made;
    made->thread = std::thread([made, start, arg] { made->result = start(arg); });
    return 0;
}

inline int std_join(std_thread t, void **result)
{
    t->thread.join();
    if (result)
        *result = t->result;
    return 0;
}

/* void * becomes any pointer in C. */
struct std_memory {
    void *at;
    template <typename T> operator T *() const
    {
        return static_cast<T *>(at);
    }
};

inline int std_lock(std::mutex *m)
{
    m->lock();
    return 0;
}

inline int std_trylock(std::mutex *m)
{
    return m->try_lock() ? 0 : EBUSY;
}

inline int std_unlock(std::mutex *m)
{
    m->unlock();
    return 0;
}

inline int std_wait(std::condition_variable *c, std::mutex *m)
{
    std::unique_lock<std::mutex> g(*m, std::adopt_lock);
    c->wait(g);
    g.release();
    return 0;
}

inline int std_signal(std::condition_variable *c)
{
    c->notify_one();
    return 0;
}

inline int std_broadcast(std::condition_variable *c)
{
    c->notify_all();
    return 0;
}

#define malloc(size) (std_memory{malloc(size)})
#define calloc(n, size) (std_memory{calloc(n, size)})
#define realloc(from, size) (std_memory{realloc(from, size)})
#define pthread_t std_thread
#define pthread_create(t, attributes, start, arg) std_create(t, start, arg)
#define pthread_join(t, result) std_join(t, result)
#define pthread_mutex_t std::mutex
#define pthread_mutex_lock(m) std_lock(m)
#define pthread_mutex_trylock(m) std_trylock(m)
#define pthread_mutex_unlock(m) std_unlock(m)
#define pthread_cond_t std::condition_variable
#define pthread_cond_wait(c, m) std_wait(c, m)
#define pthread_cond_signal(c) std_signal(c)
#define pthread_cond_broadcast(c) std_broadcast(c)
#undef PTHREAD_MUTEX_INITIALIZER
#define PTHREAD_MUTEX_INITIALIZER \
    {                             \
    }
#undef PTHREAD_COND_INITIALIZER
#define PTHREAD_COND_INITIALIZER \
    {                            \
    }
