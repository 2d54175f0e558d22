// verdict: VERIFIED
// The older way: functions at a plain shared_ptr.
#include <cassert>
#include <memory>
#include <thread>
static std::shared_ptr<int> now = std::make_shared<int>(1);
int main()
{
    std::thread t([] { std::atomic_store(&now, std::make_shared<int>(2)); });
    auto seen = std::atomic_load(&now);
    assert(*seen == 1 || *seen == 2);
    t.join();
}
