// verdict: VERIFIED
// A bounded queue with condition variables.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
class Queue
{
    std::deque<int> items;
    std::mutex m;
    std::condition_variable filled, emptied;
    const size_t most;

public:
    explicit Queue(size_t n) : most(n) {}
    void push(int v)
    {
        std::unique_lock<std::mutex> l(m);
        emptied.wait(l, [this] { return items.size() < most; });
        items.push_back(v);
        filled.notify_one();
    }
    int pop()
    {
        std::unique_lock<std::mutex> l(m);
        filled.wait(l, [this] { return !items.empty(); });
        int v = items.front();
        items.pop_front();
        emptied.notify_one();
        return v;
    }
};
int main()
{
    Queue q(1);
    int sum = 0;
    std::thread t([&] {
        q.push(1);
        q.push(2);
    });
    sum += q.pop();
    sum += q.pop();
    t.join();
    assert(sum == 3);
}
