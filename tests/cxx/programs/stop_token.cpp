// verdict: VERIFIED
// flags: -std=c++20
// The destructor of a jthread asks it to stop.
#include <stop_token>
#include <thread>
int main()
{
    std::jthread t([](std::stop_token s) {
        while (!s.stop_requested())
            std::this_thread::yield();
    });
}
