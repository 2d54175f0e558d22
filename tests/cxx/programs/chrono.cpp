// verdict: VERIFIED
#include <cassert>
#include <chrono>
#include <thread>
using namespace std::chrono_literals;
int main()
{
    auto a = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(5ms);
    auto b = std::chrono::steady_clock::now();
    assert(b >= a);
    assert(std::chrono::duration_cast<std::chrono::seconds>(90min).count() == 5400);
}
