// The language's own threads and locks: traces have the user's functions and lines.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

struct Queue {
    std::mutex m;
    std::condition_variable cv;
    std::vector<int> items;
    int n = 0;
};

static Queue queue;
static bool early;

static void producer()
{
    {
        // the lock is taken in the next line
        std::lock_guard<std::mutex> hold(queue.m);
        queue.items.push_back(1);
        queue.n++;
    }
    queue.cv.notify_one();
}

static void consumer()
{
    std::unique_lock<std::mutex> hold(queue.m);

    early = queue.items.empty();
}

int main()
{
    std::thread a(producer), b(consumer);

    a.join();
    b.join();
    assert(!early);
    return 0;
}
