// The queue of fifo.c as a class template, with threads of C++: a list of blocks; the writer moves the write
// pointer of the last block and the tail, the reader the read pointer of the first block and the head.
//   -DBLOCK=n  values in a block.  The default makes it near 512 bytes, so that one is enough.
#include <cassert>
#include <thread>

#ifndef BLOCK
#define BLOCK 109
#endif

// What the reader writes and what the writer writes lie in different cache lines.
template <typename T, int N = BLOCK> class fifo
{
    struct block {
        T *read;
        alignas(64) T value[N];
        T *volatile write;
        block *next = nullptr;

        block() : read(value), write(value)
        {
        }
    };
    block *head;
    alignas(64) block *volatile tail;

    void drop_head()
    {
        block *old = head;
        head = old->next;
        assert(head);
        delete old;
    }

public:
    fifo() : head(new block), tail(head)
    {
        assert(empty());
    }

    ~fifo()
    {
        while (head != tail)
            drop_head();
        delete head;
    }

    void push(const T &value)
    {
        bool full = tail->write == tail->value + N;
        block *b = full ? new block : tail;
        *b->write = value;
        b->write = b->write + 1;
        if (tail != b) {
            tail->next = b;
            tail = b;
        }
    }

    bool empty()
    {
        return head == tail && head->read >= head->write;
    }

    // Waits for a value.  The last pop may have left the reader at the end of a block that had no
    // successor yet.
    T &front()
    {
        while (empty())
            ;
        assert(head);
        assert(!empty());
        if (head->read == head->value + N)
            drop_head();
        return *head->read;
    }

    void pop()
    {
        assert(!empty());
        head->read++;
        if (head->read == head->value + N && head->next)
            drop_head();
        if (head->read > head->value + N) {
            drop_head();
            pop();
        }
    }
};

constexpr int VALUES = 3;

static void reader(fifo<int> *volatile f)
{
    for (int i = 0; i < VALUES; i++) {
        int value = f->front();
        assert(value == i);
        assert(!f->empty());
        f->pop();
    }
    assert(f->empty());
    for (volatile int i = 0;; i = 0)
        ;
}

static void writer(fifo<int> *volatile f)
{
    for (int i = 0; i < VALUES; i++)
        f->push(i);
    for (volatile int i = 0;; i = 0)
        ;
}

int main()
{
    fifo<int> f;
    std::thread r(reader, &f), w(writer, &f);

    r.join();
    w.join();
}
