// verdict: FAILED uncaught-exception :12
// Two threads keep one promise.
#include <future>
#include <thread>
int main()
{
    std::promise<int> p;
    std::future<int> f = p.get_future();
    std::thread t([&] {
        try { p.set_value(1); } catch (const std::future_error &) {}
    });
    p.set_value(2);
    t.join();
    return f.get() == 0;
}
