// verdict: FAILED deadlock
// What runs once asks for itself.
#include <mutex>
static std::once_flag flag;
static void make(int depth)
{
    std::call_once(flag, make, depth + 1);
}
int main()
{
    make(0);
}
