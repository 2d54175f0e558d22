// verdict: FAILED deadlock
// Nobody sets the value, and the promise stays alive.
#include <future>
#include <thread>
int main()
{
    std::promise<int> p;
    auto f = p.get_future();
    std::thread t([&f] { f.get(); });
    t.join();
}
