// verdict: VERIFIED
// flags: -std=c++20
// Who has been told may end the semaphore while it is still being told of.
#include <semaphore>
#include <thread>
static int value;
static void ask()
{
    std::binary_semaphore done(0);
    std::thread([&] {
        value = 3;
        done.release();
    }).detach();
    done.acquire();
}
int main()
{
    ask();
    return value - 3;
}
