// verdict: VERIFIED
#include <mutex>
#include <thread>
#include <vector>
static std::mutex forks[2];
int main()
{
    std::vector<std::thread> table;
    for (int i = 0; i < 2; i++)
        table.emplace_back([i] { std::scoped_lock both(forks[i], forks[1 - i]); });
    for (auto &t : table)
        t.join();
}
