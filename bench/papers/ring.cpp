// The ring of ring.c as a class template, with threads of C++: values from one writer to one reader; both
// wait by looking again.
//   -DVALUES=n  (10)    -DPLACES=n  of the ring, one of which is always free (8)
#include <cassert>
#include <thread>

#ifndef VALUES
#define VALUES 10
#endif
#ifndef PLACES
#define PLACES 8
#endif

template <typename T, int N> class ring
{
    volatile int read = 0;
    T place[N];
    volatile int write = 0;

public:
    bool empty()
    {
        return read == write;
    }

    void put(const T &value)
    {
        while ((write + 1) % N == read)
            ;
        place[write] = value;
        write = (write + 1) % N;
    }

    T take()
    {
        T value = place[read];
        read = (read + 1) % N;
        return value;
    }
};

static void reader(ring<int, PLACES> *volatile r)
{
    for (int i = 0; i < VALUES; i++) {
        while (r->empty())
            ;
        int value = r->take();
        assert(value == i);
    }
    assert(r->empty());
}

static void writer(ring<int, PLACES> *volatile r)
{
    for (int i = 0; i < VALUES; i++)
        r->put(i);
}

int main()
{
    ring<int, PLACES> both;
    std::thread r(reader, &both), w(writer, &both);

    r.join();
    w.join();
}
