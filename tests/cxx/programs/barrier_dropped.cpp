// verdict: VERIFIED
// flags: -std=c++20
// Who drops out is not waited for in the next phase.
#include <barrier>
#include <cassert>
#include <thread>
int main()
{
    std::barrier<> turn(2);
    std::thread t([&] { turn.arrive_and_drop(); });
    turn.arrive_and_wait();
    turn.arrive_and_wait();
    t.join();
}
