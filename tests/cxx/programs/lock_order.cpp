// verdict: FAILED deadlock
// Two locks in two orders.
#include <mutex>
#include <thread>
static std::mutex a, b;
int main()
{
    std::thread t([] {
        std::lock_guard<std::mutex> x(a);
        std::lock_guard<std::mutex> y(b);
    });
    {
        std::lock_guard<std::mutex> y(b);
        std::lock_guard<std::mutex> x(a);
    }
    t.join();
}
