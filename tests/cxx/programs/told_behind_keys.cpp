// verdict: VERIFIED
// also: -DLOCK FAILED relock
// also: -DIN_DESTRUCTOR VERIFIED
// What is told when a thread is over hangs on a key of pthreads, made at its first use: destructors of keys that the program
// made before come first, and may themselves say what is to be told.
#include <cassert>
#include <condition_variable>
#include <future>
#include <mutex>
#include <pthread.h>
#include <thread>

static pthread_key_t key;
static int cleaned;
static std::promise<void> over;
static std::mutex lock;
static std::condition_variable changed;
static bool ready;

static void destroy(void *)
{
#ifdef LOCK
    std::lock_guard<std::mutex> hold(lock);
#endif
    cleaned = 1;
#ifdef IN_DESTRUCTOR
    over.set_value_at_thread_exit();
#endif
}

static void work()
{
    pthread_setspecific(key, &key);
#ifdef LOCK
    std::unique_lock<std::mutex> hold(lock);

    ready = true;
    std::notify_all_at_thread_exit(changed, std::move(hold));
#elif !defined IN_DESTRUCTOR
    over.set_value_at_thread_exit();
#endif
}

int main()
{
    pthread_key_create(&key, destroy);
    std::thread t(work);

#ifdef LOCK
    std::unique_lock<std::mutex> hold(lock);

    changed.wait(hold, [] { return ready; });
#else
    over.get_future().get();
#endif
    assert(cleaned);
    t.join();
}
