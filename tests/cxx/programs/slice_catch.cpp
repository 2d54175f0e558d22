// verdict: FAILED assertion :16
// Caught by value: the part that the handler looks for is gone.
#include <cassert>
#include <exception>
struct mine : std::exception {
    const char *what() const noexcept override
    {
        return "m";
    }
};
int main()
{
    try {
        throw mine();
    } catch (std::exception e) {
        assert(e.what()[0] == 'm');
    }
}
