// verdict: FAILED uncaught-exception
// also: -DMENDED VERIFIED
// A channel that throws at those who write when it is closed.
#include <condition_variable>
#include <mutex>
#include <queue>
#include <stdexcept>
#include <thread>
class channel
{
    std::queue<int> q;
    std::mutex m;
    std::condition_variable c;
    bool closed = false;

public:
    channel &operator<<(int v)
    {
        std::lock_guard<std::mutex> g(m);
        if (closed)
            throw std::runtime_error("closed");
        q.push(v);
        c.notify_one();
        return *this;
    }

    bool operator>>(int &v)
    {
        std::unique_lock<std::mutex> l(m);
        c.wait(l, [this] { return closed || !q.empty(); });
        if (q.empty())
            return false;
        v = q.front();
        q.pop();
        return true;
    }

    void close()
    {
        std::lock_guard<std::mutex> g(m);
        closed = true;
        c.notify_all();
    }
};
int main()
{
    channel c;
    int v;
    std::thread t([&] {
#ifdef MENDED
        try {
            c << 1 << 2;
        } catch (const std::runtime_error &) {
        }
#else
        c << 1 << 2;
#endif
    });

    c >> v;
    c.close();
    t.join();
}
