// verdict: FAILED use-after-free
// What one pops and deletes another is looking at.
#include <atomic>
#include <thread>
struct node {
    int value;
    node *next;
};
static std::atomic<node *> top{nullptr};
static void pop()
{
    node *n = top.load();
    while (n && !top.compare_exchange_weak(n, n->next))
        ;
    delete n;
}
int main()
{
    top = new node{1, nullptr};
    std::thread t(pop);
    pop();
    t.join();
}
