// verdict: FAILED assertion
// The item is written after the tail says that it is there.
#include <atomic>
#include <cassert>
#include <thread>
template <typename T, unsigned N> class fifo
{
    T items[N];
    std::atomic<unsigned> head{0}, tail{0};

public:
    bool push(const T &v)
    {
        unsigned t = tail.load(std::memory_order_relaxed);

        if (t - head.load(std::memory_order_acquire) == N)
            return false;
        tail.store(t + 1, std::memory_order_release);
        items[t % N] = v;
        return true;
    }
    bool pop(T &v)
    {
        unsigned h = head.load(std::memory_order_relaxed);

        if (h == tail.load(std::memory_order_acquire))
            return false;
        v = items[h % N];
        head.store(h + 1, std::memory_order_release);
        return true;
    }
};
static fifo<int, 2> q;
int main()
{
    std::thread t([] {
        for (int i = 1; i <= 3; i++)
            while (!q.push(i))
                std::this_thread::yield();
    });
    for (int i = 1, v; i <= 3; i++) {
        while (!q.pop(v))
            std::this_thread::yield();
        assert(v == i);
    }
    t.join();
}
