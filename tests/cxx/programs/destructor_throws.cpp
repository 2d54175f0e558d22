// verdict: FAILED uncaught-exception
// Destructors are noexcept.
#include <stdexcept>
struct file {
    ~file()
    {
        throw std::runtime_error("cannot close");
    }
};
int main()
{
    try {
        file f;
    } catch (const std::exception &) {
    }
}
