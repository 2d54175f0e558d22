// verdict: FAILED assertion
// flags: -std=c++20
// also: -DAGAIN VERIFIED
// A semaphore that is not released within its second; or is asked again, as often as that happens.
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>

static std::counting_semaphore<4> room(0);

int main()
{
    std::thread releases([] { room.release(); });
    bool got = room.try_acquire_for(std::chrono::seconds(1));

#ifdef AGAIN
    while (!got)
        got = room.try_acquire_for(std::chrono::seconds(1));
#endif
    assert(got);
    releases.join();
}
