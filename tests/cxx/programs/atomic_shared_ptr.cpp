// verdict: VERIFIED
// flags: -std=c++20
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>
static std::atomic<std::shared_ptr<int>> now;
int main()
{
    now = std::make_shared<int>(1);
    std::thread t([] { now.store(std::make_shared<int>(2)); });
    std::shared_ptr<int> seen = now.load();
    assert(*seen == 1 || *seen == 2);
    t.join();
    assert(*now.load() == 2);
}
