// verdict: FAILED misuse or destroyed or uninitialised or data-race
// flags: --races error
// The thread is a member before those that it uses: it starts before they are made.
#include <mutex>
#include <thread>
class actor
{
    std::thread worker{[this] { run(); }};
    std::mutex m;
    int n = 1;

    void run()
    {
        std::lock_guard<std::mutex> g(m);
        n++;
    }

public:
    ~actor()
    {
        worker.join();
    }
};
int main()
{
    actor a;
}
