// verdict: FAILED deadlock
// flags: -std=c++20
// One of three never comes.
#include <latch>
#include <thread>
int main()
{
    std::latch all(3);
    std::thread a([&] { all.arrive_and_wait(); });
    all.arrive_and_wait();
    a.join();
}
