// verdict: VERIFIED
// Readers are in together, a writer alone.
#include <atomic>
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>
static std::shared_mutex m;
static int value;
int main()
{
    std::thread writer([] {
        std::unique_lock<std::shared_mutex> g(m);
        value = 1;
        value = 2;
    });
    std::thread reader([] {
        std::shared_lock<std::shared_mutex> g(m);
        assert(value != 1);
    });
    {
        std::shared_lock<std::shared_mutex> g(m);
        assert(value != 1);
    }
    writer.join();
    reader.join();
}
