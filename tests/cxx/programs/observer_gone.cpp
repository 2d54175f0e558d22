// verdict: FAILED use-after-free
// An observer is deleted while it is told.
#include <mutex>
#include <thread>
#include <vector>
struct observer {
    int seen = 0;
    void tell(int n)
    {
        seen = n;
    }
};
static std::mutex m;
static std::vector<observer *> all;
int main()
{
    all.push_back(new observer);
    std::thread t([] {
        observer *o = nullptr;
        {
            std::lock_guard<std::mutex> g(m);
            if (!all.empty())
                o = all.front();
        }
        if (o)
            o->tell(1);
    });
    {
        std::lock_guard<std::mutex> g(m);
        delete all.front();
        all.clear();
    }
    t.join();
}
