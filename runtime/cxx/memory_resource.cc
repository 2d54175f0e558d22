/* <memory_resource>: the global resources, and buffers that only grow.  A buffer of its own is
 * asked for with room for a note of it in front, by which it is given back. */
#include "cxx_runtime.h"

#include <memory_resource>
#include <new>

namespace std::pmr
{

memory_resource::~memory_resource() = default;

namespace
{

struct by_new final : memory_resource {
    void *do_allocate(size_t bytes, size_t alignment) override
    {
        return ::operator new(bytes, align_val_t(alignment));
    }
    void do_deallocate(void *p, size_t bytes, size_t alignment) override
    {
        ::operator delete(p, bytes, align_val_t(alignment));
    }
    bool do_is_equal(const memory_resource &other) const noexcept override
    {
        return &other == this;
    }
};

struct by_nothing final : memory_resource {
    void *do_allocate(size_t, size_t) override
    {
        throw bad_alloc();
    }
    void do_deallocate(void *, size_t, size_t) override
    {
    }
    bool do_is_equal(const memory_resource &other) const noexcept override
    {
        return &other == this;
    }
};

/* Their contents are constants, and nothing destroys them. */
[[clang::no_destroy]] by_new the_new;
[[clang::no_destroy]] by_nothing the_null;
memory_resource *preferred;

} // namespace

memory_resource *new_delete_resource() noexcept
{
    return &the_new;
}

memory_resource *null_memory_resource() noexcept
{
    return &the_null;
}

memory_resource *get_default_resource() noexcept
{
    memory_resource *r = __atomic_load_n(&preferred, __ATOMIC_ACQUIRE);

    return r ? r : new_delete_resource();
}

memory_resource *set_default_resource(memory_resource *to) noexcept
{
    memory_resource *old = __atomic_exchange_n(&preferred, to, __ATOMIC_ACQ_REL);

    return old ? old : new_delete_resource();
}

/* ---- buffers that only grow ---- */

class monotonic_buffer_resource::_Chunk
{
  public:
    _Chunk *next;
    size_t bytes, alignment, room;
};

void monotonic_buffer_resource::_M_new_buffer(size_t bytes, size_t alignment)
{
    size_t align = alignment > alignof(_Chunk) ? alignment : alignof(_Chunk);
    size_t room = (sizeof(_Chunk) + align - 1) / align * align;
    size_t n = bytes > _M_next_bufsiz ? bytes : _M_next_bufsiz;
    char *at = static_cast<char *>(_M_upstream->allocate(room + n, align));

    _M_head = ::new (at) _Chunk{_M_head, room + n, align, room};
    _M_current_buf = at + room;
    _M_avail = n;
    _M_next_bufsiz = _S_next_bufsize(n);
}

void monotonic_buffer_resource::_M_release_buffers() noexcept
{
    while (_Chunk *c = _M_head) {
        _M_head = c->next;
        _M_upstream->deallocate(c, c->bytes, c->alignment);
    }
}

monotonic_buffer_resource::~monotonic_buffer_resource()
{
    release();
}

} // namespace std::pmr
