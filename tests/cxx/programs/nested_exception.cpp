// verdict: VERIFIED
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
static std::string all;
static void tell(const std::exception &e)
{
    all += e.what();
    try {
        std::rethrow_if_nested(e);
    } catch (const std::exception &inner) {
        all += "<";
        tell(inner);
    }
}
int main()
{
    try {
        try {
            throw std::out_of_range("index");
        } catch (...) {
            std::throw_with_nested(std::runtime_error("load"));
        }
    } catch (const std::exception &e) {
        tell(e);
    }
    assert(all == "load<index");
}
