// A program of fifty lines with <thread>, <vector> and <iostream>: a queue of two places, one producer, one
// consumer.
#include <cassert>
#include <condition_variable>
#include <iostream>
#include <mutex>
#include <thread>
#include <vector>

class Queue {
public:
    explicit Queue(std::size_t places) : places(places) {}

    void put(int item)
    {
        std::unique_lock<std::mutex> hold(lock);
        changed.wait(hold, [this] { return items.size() < places; });
        items.push_back(item);
        changed.notify_one();
    }

    int take()
    {
        std::unique_lock<std::mutex> hold(lock);
        changed.wait(hold, [this] { return !items.empty(); });
        int item = items.front();
        items.erase(items.begin());
        changed.notify_one();
        return item;
    }

private:
    std::size_t places;
    std::mutex lock;
    std::condition_variable changed;
    std::vector<int> items;
};

int main()
{
    const int count = 3;
    Queue queue(2);
    std::thread producer([&] {
        for (int i = 0; i < count; i++)
            queue.put(i);
    });

    for (int i = 0; i < count; i++)
        assert(queue.take() == i);
    producer.join();
    std::cout << count << " items\n";
}
