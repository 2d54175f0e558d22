// verdict: VERIFIED
// also: -O1 VERIFIED
// also: -O2 VERIFIED
// also: -DWAITS FAILED hang
// also: -DWAITS -O2 FAILED hang
// also: -DTHROWS FAILED hang
// Services in loops without an exit, among objects with destructors: what an exception out of a
// lock would run is no exit, also where a function of the library has the loop inside.  A flag that
// is waited for is, and so is a throw.
#include <mutex>
#include <thread>

static std::mutex m;
static int jobs = 1;
#ifdef WAITS
static bool stop;
#endif

struct counts {
    int n = 0;
    ~counts()
    {
        n = 1;
    }
};

static void serve()
{
    counts c;

    for (;;) {
        std::lock_guard<std::mutex> g(m);
#ifdef WAITS
        if (stop)
            return;
#endif
#ifdef THROWS
        if (jobs == 5)
            throw jobs;
#endif
        if (jobs)
            jobs--;
    }
}

int main()
{
    std::thread(serve).detach();
    std::thread([] {
        try {
            serve();
        } catch (int) {
        }
    }).detach();
    std::thread t([] {
        for (;;)
            std::this_thread::yield();
    });
    t.detach();
    for (;;)
        ;
}
