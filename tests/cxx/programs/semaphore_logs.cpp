// verdict: VERIFIED
// flags: -std=c++20
// also: -DUNTIL VERIFIED
// also: -DANSWER VERIFIED
// also: -DONCE FAILED assertion
// also: -DUNTIL -DONCE FAILED assertion
// Who polls a semaphore and looks at another clock each time has as many states as without: the clocks stand where they stood.
#include <atomic>
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>

static std::counting_semaphore<4> room(0), answers(0);
static std::atomic<bool> stop;

static bool poll()
{
#ifdef UNTIL
    bool got = room.try_acquire_until(std::chrono::system_clock::now() + std::chrono::milliseconds(10));
    auto now = std::chrono::steady_clock::now();
#else
    bool got = room.try_acquire_for(std::chrono::milliseconds(10));
    auto now = std::chrono::system_clock::now();
#endif

    (void)now;
    return got;
}

#ifdef ANSWER
static void asks()
{
    for (;;) {
        room.release();
        answers.acquire();
    }
}

int main()
{
    std::thread other(asks);

    for (;;) {
        while (!room.try_acquire_for(std::chrono::milliseconds(10)))
            ;
        answers.release();
    }
}
#else
static void stops()
{
    room.release();
    stop = true;
}

int main()
{
    std::thread other(stops);
#ifdef ONCE
    assert(poll());
#else
    while (!stop)
        poll();
#endif
    other.join();
}
#endif
