// verdict: VERIFIED
#include <memory>
#include <thread>
static void start()
{
    auto n = std::make_shared<int>(0);
    std::thread([n] { (*n)++; }).detach();
}
int main()
{
    start();
}
