// verdict: FAILED data-race :11
// flags: --races error
// Threads may print to one wide stream, but not write to one string stream.
#include <iostream>
#include <sstream>
#include <thread>
std::wostringstream log_lines;
void work()
{
    std::wcout << L"works" << std::endl;
    log_lines << L"one";
}
int main()
{
    std::thread a(work), b(work);

    a.join();
    b.join();
}
