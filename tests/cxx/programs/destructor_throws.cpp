// verdict: FAILED uncaught-exception :7
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
