// verdict: FAILED assertion
// One consumer looks once only, and a wake-up may come without an item.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
static std::deque<int> items;
static std::mutex m;
static std::condition_variable filled;
static int pop()
{
    std::unique_lock<std::mutex> l(m);
    if (items.empty())
        filled.wait(l);
    assert(!items.empty());
    int v = items.front();
    items.pop_front();
    return v;
}
int main()
{
    std::thread a(pop), b(pop);
    for (int i = 0; i < 2; i++) {
        {
            std::lock_guard<std::mutex> g(m);
            items.push_back(i);
        }
        filled.notify_one();
    }
    a.join();
    b.join();
}
