// verdict: VERIFIED
// also: -DPROMISE VERIFIED
// also: -DTASK VERIFIED
// also: -DLATE VERIFIED
// also: -DEARLY FAILED assertion
// also: -DLOCK FAILED relock
// also: -DPROMISE -DAWAIT FAILED deadlock
// Who waits is told when the thread is over, its thread-local variables gone; one of them that waits for that waits for ever.
#include <cassert>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static std::promise<void> promised;
static std::packaged_task<void()> task([] {});
static std::shared_future<void> result;
static bool done, gone;

struct local {
    ~local()
    {
#ifdef LOCK
        std::lock_guard<std::mutex> lock(m);
#endif
#ifdef AWAIT
        result.wait();
#endif
        gone = true;
    }
    void touch() {}
};

static thread_local local its;

static void end()
{
#ifdef LATE
    struct later {
        ~later() { its.touch(); }
    };
    static thread_local later first;

    (void)&first;
#else
    its.touch();
#endif
#ifdef PROMISE
    promised.set_value_at_thread_exit();
#elif defined TASK
    task.make_ready_at_thread_exit();
#elif defined EARLY
    std::lock_guard<std::mutex> lock(m);

    done = true;
    changed.notify_all();
#else
    std::unique_lock<std::mutex> lock(m);

    done = true;
    std::notify_all_at_thread_exit(changed, std::move(lock));
#endif
}

int main()
{
#ifdef TASK
    result = task.get_future().share();
#else
    result = promised.get_future().share();
#endif
    std::thread ends(end);

#if defined PROMISE || defined TASK
    result.get();
    assert(gone);
#else
    {
        std::unique_lock<std::mutex> lock(m);

        changed.wait(lock, [] { return done; });
        assert(gone);
    }
#endif
    ends.join();
}
