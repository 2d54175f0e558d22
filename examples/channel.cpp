/* A channel between threads, in C++.  The receiver sleeps until there is an item or the channel is closed.
 *
 *     heddle check examples/channel.cpp
 *
 * finds that it may sleep for ever: close() sets the flag and signals between the receiver's look at the
 * flag and its sleep.  That the flag is atomic does not help, it has to be set under the mutex:
 *
 *     heddle check -DLOCKED examples/channel.cpp
 */
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <queue>
#include <thread>

template <class T> class channel {
    std::mutex m;
    std::condition_variable changed;
    std::queue<T> items;
    std::atomic<bool> closed = false;

public:
    void send(T item)
    {
        std::lock_guard<std::mutex> lock(m);
        items.push(item);
        changed.notify_one();
    }

    void close()
    {
#ifdef LOCKED
        std::lock_guard<std::mutex> lock(m);
#endif
        closed = true;
        changed.notify_all();
    }

    std::optional<T> receive()
    {
        std::unique_lock<std::mutex> lock(m);
        while (items.empty() && !closed)
            changed.wait(lock);
        if (items.empty())
            return std::nullopt;
        T item = items.front();
        items.pop();
        return item;
    }
};

static channel<int> numbers;

int main()
{
    int sum = 0;
    std::thread adder([&sum] {
        while (std::optional<int> number = numbers.receive())
            sum += *number;
    });

    numbers.send(3);
    numbers.close();
    adder.join();
    assert(sum == 3);
}
