// verdict: VERIFIED
// Slots that are called while others are connected and disconnected: the list is copied first.
#include <algorithm>
#include <cassert>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>
class signal
{
    typedef std::shared_ptr<std::function<void(int)>> slot;
    std::mutex m;
    std::vector<slot> slots;

public:
    slot connect(std::function<void(int)> f)
    {
        slot s = std::make_shared<std::function<void(int)>>(std::move(f));
        std::lock_guard<std::mutex> g(m);
        slots.push_back(s);
        return s;
    }
    void disconnect(const slot &s)
    {
        std::lock_guard<std::mutex> g(m);
        slots.erase(std::remove(slots.begin(), slots.end(), s), slots.end());
    }
    void operator()(int n)
    {
        std::vector<slot> now;
        {
            std::lock_guard<std::mutex> g(m);
            now = slots;
        }
        for (auto &s : now)
            (*s)(n);
    }
};
int main()
{
    signal changed;
    int sum = 0;
    auto kept = changed.connect([&](int n) { sum += n; });
    std::thread t([&] {
        auto brief = changed.connect([](int) {});
        changed.disconnect(brief);
    });
    changed(3);
    t.join();
    assert(sum == 3);
}
