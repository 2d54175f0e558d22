// verdict: FAILED uncaught-exception :9
// What leaves a thread's function ends the program; a handler around the thread's creation does not help.
#include <stdexcept>
#include <thread>
int main()
{
    try {
        std::thread t([] {
            throw std::logic_error("out of a thread");
        });
        t.join();
    } catch (...) {
    }
}
