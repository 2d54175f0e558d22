// verdict: VERIFIED
// An actor: a mailbox of functions, and a thread that works it off.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
class actor
{
    std::mutex m;
    std::condition_variable more;
    std::deque<std::function<void()>> mail;
    bool closed = false;
    std::thread worker{[this] { run(); }};

    void run()
    {
        for (;;) {
            std::unique_lock<std::mutex> g(m);
            more.wait(g, [this] { return closed || !mail.empty(); });
            if (mail.empty())
                return;
            std::function<void()> job = std::move(mail.front());
            mail.pop_front();
            g.unlock();
            job();
        }
    }

public:
    void send(std::function<void()> f)
    {
        {
            std::lock_guard<std::mutex> g(m);
            mail.push_back(std::move(f));
        }
        more.notify_one();
    }
    ~actor()
    {
        {
            std::lock_guard<std::mutex> g(m);
            closed = true;
        }
        more.notify_one();
        worker.join();
    }
};
int main()
{
    int sum = 0;
    {
        actor a;
        a.send([&] { sum += 1; });
        a.send([&] { sum *= 10; });
    }
    assert(sum == 10);
}
