// verdict: VERIFIED
// flags: --races error
#include <cassert>
#include <iostream>
#include <mutex>
#include <sstream>
#include <thread>
std::wostringstream log_lines;
std::mutex m;
void work(int n)
{
    std::wcout << L"works " << n << std::endl;
    std::lock_guard lock(m);
    log_lines << n << L';';
}
int main()
{
    std::thread a(work, 10), b(work, 20);

    a.join();
    b.join();
    assert(log_lines.str() == L"10;20;" || log_lines.str() == L"20;10;");
}
