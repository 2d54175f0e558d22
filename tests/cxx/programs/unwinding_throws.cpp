// verdict: FAILED uncaught-exception :15
// An exception comes out of a destructor while another one is on its way.
#include <stdexcept>
struct file {
    ~file() noexcept(false)
    {
        throw std::runtime_error("cannot close");
    }
};
int main()
{
    try {
        file f;
        throw std::logic_error("first");
    } catch (const std::exception &) {
    }
}
