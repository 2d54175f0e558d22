// The language's own threads and locks are those of the C library.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable ready;
static int value;

int main()
{
    std::thread t([] {
        std::lock_guard<std::mutex> hold(m);
        value = 1;
        ready.notify_one();
    });
    {
        std::unique_lock<std::mutex> hold(m);
        ready.wait(hold, [] { return value == 1; });
    }
    t.join();
    assert(value == 1);
    return 0;
}
