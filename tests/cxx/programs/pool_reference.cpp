// verdict: FAILED use-after-scope
// A job has a reference to the variable of a loop.
#include <functional>
#include <thread>
#include <vector>
static std::vector<std::thread> all;
static void start()
{
    for (int i = 0; i < 2; i++)
        all.emplace_back([&i] { (void)(i + 1); });
}
int main()
{
    start();
    for (auto &t : all)
        t.join();
}
