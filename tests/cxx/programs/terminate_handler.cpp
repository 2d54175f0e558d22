// verdict: VERIFIED
// outcomes: 1
#include <cstdlib>
#include <exception>
int main()
{
    std::set_terminate([] { std::_Exit(0); });
    throw 1;
}
