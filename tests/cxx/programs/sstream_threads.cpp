// verdict: VERIFIED
// Each thread formats for itself.
#include <cassert>
#include <sstream>
#include <string>
#include <thread>
static std::string a, b;
int main()
{
    std::thread t([] {
        std::ostringstream o;
        o << "x" << 1;
        a = o.str();
    });
    std::ostringstream o;
    o << 2 << "y";
    b = o.str();
    t.join();
    assert(a == "x1" && b == "2y");
}
