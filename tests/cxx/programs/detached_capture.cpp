// verdict: FAILED use-after-scope
// A detached thread looks at a variable of a function that has returned.
#include <thread>
static void start()
{
    int n = 0;
    std::thread([&] { n++; }).detach();
}
int main()
{
    start();
}
