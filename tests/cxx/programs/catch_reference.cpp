// verdict: VERIFIED
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
    } catch (const std::exception &e) {
        assert(e.what()[0] == 'm');
    }
}
