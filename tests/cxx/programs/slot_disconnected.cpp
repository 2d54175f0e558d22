// verdict: FAILED use-after-free
// also: -DMENDED VERIFIED
// The list of slots is copied before they are called, so that a slot may still run after it was taken off.
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>
class signal_of
{
    typedef std::vector<std::function<void(int)>> list;
    std::mutex m;
    std::shared_ptr<list> slots = std::make_shared<list>();

public:
    void connect(std::function<void(int)> f)
    {
        std::lock_guard<std::mutex> g(m);
        auto more = std::make_shared<list>(*slots);

        more->push_back(std::move(f));
        slots = more;
    }

    void disconnect_all()
    {
        std::lock_guard<std::mutex> g(m);
        slots = std::make_shared<list>();
    }

    void operator()(int v)
    {
        std::shared_ptr<list> now;
        {
            std::lock_guard<std::mutex> g(m);
            now = slots;
        }
        for (auto &f : *now)
            f(v);
    }
};
int main()
{
    signal_of s;
    auto p = std::make_shared<int>(0);
#ifdef MENDED
    s.connect([p](int v) { *p = v; });
#else
    s.connect([p = p.get()](int v) { *p = v; });
#endif
    std::thread t([&] { s(1); });

    s.disconnect_all();
    p.reset();
    t.join();
}
