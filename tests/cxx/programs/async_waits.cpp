// verdict: FAILED deadlock
// The future of async is thrown away: its destructor waits for a task that waits for this thread.
#include <future>
#include <thread>
int main()
{
    std::promise<void> go;
    std::future<void> may = go.get_future();
    (void)std::async(std::launch::async, [&] { may.wait(); });
    go.set_value();
}
