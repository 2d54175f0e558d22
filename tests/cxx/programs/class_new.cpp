// verdict: VERIFIED
// A class with memory of its own.
#include <cassert>
#include <cstddef>
#include <new>
struct cell {
    static char room[64];
    static int made;
    int value;
    static void *operator new(size_t n)
    {
        return room + (size_t)made++ * n;
    }
    static void operator delete(void *)
    {
        made--;
    }
};
alignas(cell) char cell::room[64];
int cell::made;
int main()
{
    cell *a = new cell{1}, *b = new cell{2};
    assert((char *)a == cell::room && b - a == 1 && a->value + b->value == 3);
    delete b;
    delete a;
    assert(cell::made == 0);
}
