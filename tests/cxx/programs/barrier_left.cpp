// verdict: FAILED deadlock
// flags: -std=c++20
// Who leaves without dropping out is waited for.
#include <barrier>
#include <thread>
int main()
{
    std::barrier<> turn(2);
    std::thread t([&] { (void)turn.arrive(); });
    turn.arrive_and_wait();
    turn.arrive_and_wait();
    t.join();
}
