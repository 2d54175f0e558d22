// verdict: UNKNOWN depends on where an object lies
// flags: -std=c++20
// also: --addresses=layout VERIFIED
// The mutex of a stream is looked for by the stream's address.
#include <iostream>
#include <syncstream>
#include <thread>
int main()
{
    std::thread t([] { std::osyncstream(std::cout) << "hello " << 1 << '\n'; });

    std::osyncstream(std::cout) << "main\n";
    t.join();
}
