// verdict: FAILED use-after-scope
// A thread outlives the variable that it got by reference.
#include <thread>
static std::thread t;
static void start()
{
    int n = 0;
    t = std::thread([&n] { n++; });
}
int main()
{
    start();
    t.join();
}
