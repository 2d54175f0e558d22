// verdict: VERIFIED
// flags: -std=c++20
// The function at the end of a phase runs alone.
#include <barrier>
#include <cassert>
#include <thread>
static int phase, seen[2];
int main()
{
    auto next = []() noexcept { phase++; };
    std::barrier<decltype(next)> turn(2, next);
    std::thread t([&] {
        turn.arrive_and_wait();
        seen[0] = phase;
        turn.arrive_and_wait();
    });
    turn.arrive_and_wait();
    seen[1] = phase;
    turn.arrive_and_wait();
    t.join();
    assert(seen[0] == 1 && seen[1] == 1 && phase == 2);
}
