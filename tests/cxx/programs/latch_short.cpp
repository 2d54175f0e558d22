// verdict: FAILED deadlock
// flags: -std=c++20
// Nobody counts the last one down.
#include <latch>
#include <thread>
int main()
{
    std::latch l(3);
    std::jthread a([&] { l.count_down(); });
    l.arrive_and_wait();
}
