// verdict: UNKNOWN 'std::condition_variable::wait_until' waits until a point of a clock
// flags: -std=c++20
// also: -DANY UNKNOWN waits until a point of a clock of the program's own or of files
// also: -DLOCK UNKNOWN 'std::timed_mutex::try_lock_until' waits until a point of a clock
// also: -DFUTURE UNKNOWN waits until a point of a clock of the program's own or of files
// also: -O2 UNKNOWN 'std::condition_variable::wait_until' waits until a point of a clock
// also: -O2 -DLOCK UNKNOWN 'std::timed_mutex::try_lock_until' waits until a point of a clock
// also: -DROOM FAILED assertion
// also: -DROOM -DAGAIN VERIFIED
// also: -DSLEEP FAILED assertion
// also: -DSLEEP -DAGAIN VERIFIED
// The clock of files is the system's with another beginning: a semaphore and a sleep ask it as often, others do not.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <semaphore>
#include <thread>

static std::mutex m;
#ifdef ANY
static std::condition_variable_any changed;
#else
static std::condition_variable changed;
#endif
static std::timed_mutex owned;
static std::promise<void> told;
static std::binary_semaphore room(0);
static bool ready;

static void tell()
{
#ifdef LOCK
    owned.lock();
    owned.unlock();
#elif defined FUTURE
    told.set_value();
#elif defined ROOM
    room.release();
#else
    std::lock_guard lock(m);

    ready = true;
    changed.notify_one();
#endif
}

static bool await()
{
    auto until = std::chrono::file_clock::now() + std::chrono::seconds(1);

#ifdef LOCK
    bool got = owned.try_lock_until(until);

    if (got)
        owned.unlock();
    return got;
#elif defined FUTURE
    return told.get_future().wait_until(until) == std::future_status::ready;
#elif defined ROOM
    return room.try_acquire_until(until);
#elif defined SLEEP
    std::this_thread::sleep_until(until);
    std::lock_guard lock(m);

    return ready;
#else
    std::unique_lock lock(m);

    return changed.wait_until(lock, until, [] { return ready; });
#endif
}

int main()
{
    std::thread other(tell);
    bool came = await();

#ifdef AGAIN
    while (!came)
        came = await();
#endif
    assert(came);
    other.join();
}
