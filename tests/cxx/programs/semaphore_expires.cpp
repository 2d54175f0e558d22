// verdict: FAILED assertion
// flags: -std=c++20
// also: -DAGAIN VERIFIED
// also: -DUNTIL FAILED assertion
// also: -DUNTIL -DAGAIN VERIFIED
// A semaphore that is not released within its second; or is asked again, as often as that happens.
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>

static std::counting_semaphore<4> room(0);

static bool acquire()
{
#ifdef UNTIL
    return room.try_acquire_until(std::chrono::system_clock::now() + std::chrono::seconds(1));
#else
    return room.try_acquire_for(std::chrono::seconds(1));
#endif
}

int main()
{
    std::thread releases([] { room.release(); });
    bool got = acquire();

#ifdef AGAIN
    while (!got)
        got = acquire();
#endif
    assert(got);
    releases.join();
}
