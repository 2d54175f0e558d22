// verdict: VERIFIED
// flags: --malloc-may-fail
// outcomes: 1
#include <new>
int main()
{
    try {
        delete new int;
    } catch (std::bad_alloc &) {
    }
    delete new (std::nothrow) int;
}
