// verdict: VERIFIED
#include <cassert>
#include <exception>
#include <stdexcept>
static int kept;
struct file {
    ~file() noexcept(false)
    {
        if (std::uncaught_exceptions())
            kept++;
        else
            throw std::runtime_error("cannot close");
    }
};
int main()
{
    try {
        file f;
        throw std::logic_error("first");
    } catch (const std::logic_error &) {
        kept += 10;
    }
    try {
        file f;
    } catch (const std::runtime_error &) {
        kept += 100;
    }
    assert(kept == 111);
}
