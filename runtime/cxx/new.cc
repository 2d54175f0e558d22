/* operator new and delete in all their forms, on the heap of the C part.  With --malloc-may-fail an
 * allocation may throw bad_alloc, or return NULL where it is asked not to throw.  Every object says
 * which form made it, so that the wrong delete, and free, are errors. */
#include "cxx_runtime.h"

#include <new>

extern "C" {
void *__heddle_make(size_t size, size_t alignment, int zeroed);
void __heddle_release(void *pointer, int family);
}

namespace
{

std::new_handler handler;

enum { USUAL = __STDCPP_DEFAULT_NEW_ALIGNMENT__ };

void *make(size_t size, size_t alignment, int family)
{
    void *p;

    while (!(p = __heddle_make(size, alignment < USUAL ? USUAL : alignment, family * 2))) {
        std::new_handler h = __atomic_load_n(&handler, __ATOMIC_ACQUIRE);

        if (!h)
            return nullptr;
        h();
    }
    return p;
}

void *make_or_throw(size_t size, size_t alignment, int family)
{
    void *p = make(size, alignment, family);

    if (!p)
        throw std::bad_alloc();
    return p;
}

void *make_or_null(size_t size, size_t alignment, int family) noexcept
{
    return make(size, alignment, family);
}

void release(void *p, int family) noexcept
{
    if (p)
        __heddle_release(p, family);
}

void release(void *p, int family, size_t size) noexcept
{
    if (p)
        __heddle_sized(p, family, size);
    release(p, family);
}

} // namespace

namespace std
{

const nothrow_t nothrow{};

new_handler set_new_handler(new_handler h) noexcept
{
    return __atomic_exchange_n(&handler, h, __ATOMIC_ACQ_REL);
}

new_handler get_new_handler() noexcept
{
    return __atomic_load_n(&handler, __ATOMIC_ACQUIRE);
}

} // namespace std

#define FORMS(suffix, family)                                                               \
    void *operator new suffix(size_t size)                                                  \
    {                                                                                       \
        return make_or_throw(size, USUAL, family);                                          \
    }                                                                                       \
    void *operator new suffix(size_t size, std::align_val_t alignment)                      \
    {                                                                                       \
        return make_or_throw(size, static_cast<size_t>(alignment), family);                 \
    }                                                                                       \
    void *operator new suffix(size_t size, const std::nothrow_t &) noexcept                 \
    {                                                                                       \
        return make_or_null(size, USUAL, family);                                           \
    }                                                                                       \
    void *operator new suffix(size_t size, std::align_val_t alignment,                      \
                              const std::nothrow_t &) noexcept                              \
    {                                                                                       \
        return make_or_null(size, static_cast<size_t>(alignment), family);                  \
    }                                                                                       \
    void operator delete suffix(void *p) noexcept                                           \
    {                                                                                       \
        release(p, family);                                                                 \
    }                                                                                       \
    void operator delete suffix(void *p, size_t size) noexcept                              \
    {                                                                                       \
        release(p, family, size);                                                           \
    }                                                                                       \
    void operator delete suffix(void *p, std::align_val_t) noexcept                         \
    {                                                                                       \
        release(p, family);                                                                 \
    }                                                                                       \
    void operator delete suffix(void *p, size_t size, std::align_val_t) noexcept            \
    {                                                                                       \
        release(p, family, size);                                                           \
    }                                                                                       \
    void operator delete suffix(void *p, const std::nothrow_t &) noexcept                   \
    {                                                                                       \
        release(p, family);                                                                 \
    }                                                                                       \
    void operator delete suffix(void *p, std::align_val_t, const std::nothrow_t &) noexcept \
    {                                                                                       \
        release(p, family);                                                                 \
    }

FORMS(, HEAP_NEW)
FORMS([], HEAP_NEW_ARRAY)
