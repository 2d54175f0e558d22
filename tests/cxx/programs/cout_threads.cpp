// verdict: VERIFIED
// flags: --races error
// Printing is no race and no step.
#include <iostream>
#include <thread>
int main()
{
    std::thread t([] { std::cout << "thread " << 1 << std::endl; });
    std::cout << "main " << 2.5 << '\n';
    t.join();
}
