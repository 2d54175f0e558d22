// verdict: VERIFIED
// A stack without locks; nothing is given back while threads run.
#include <atomic>
#include <cassert>
#include <thread>
struct node {
    int value;
    node *next;
};
static std::atomic<node *> top{nullptr};
static void push(node *n)
{
    n->next = top.load();
    while (!top.compare_exchange_weak(n->next, n))
        ;
}
static node *pop()
{
    node *n = top.load();
    while (n && !top.compare_exchange_weak(n, n->next))
        ;
    return n;
}
int main()
{
    node a{1, nullptr}, b{2, nullptr};
    std::thread t([&] { push(&a); });
    push(&b);
    node *first = pop();
    assert(first);
    t.join();
    node *second = pop();
    assert(second && second != first && !pop());
}
