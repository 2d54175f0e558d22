// verdict: FAILED deadlock
#include <mutex>
#include <thread>
#include <vector>
static std::mutex forks[2];
int main()
{
    std::vector<std::thread> table;
    for (int i = 0; i < 2; i++)
        table.emplace_back([i] {
            std::lock_guard<std::mutex> left(forks[i]), right(forks[1 - i]);
        });
    for (auto &t : table)
        t.join();
}
