/* Run-time types: the classes whose vtables compilers put into type_info objects, which handlers
 * take which exceptions, and dynamic_cast.
 *
 * The layout of these classes is the ABI's; what they do is written down as walks over all base
 * subobjects of an object: there are few, and the answer ("exactly one, reached by public bases
 * alone") is a count. */
#include "cxx_runtime.h"

#include <cstdint>

namespace __cxxabiv1
{

/* What a class tells of its bases. */
struct base_visit {
    virtual void base(const class __class_type_info *type, const void *object, bool is_public) = 0;
};

class __class_type_info : public std::type_info
{
  public:
    explicit __class_type_info(const char *name) : type_info(name)
    {
    }
    virtual ~__class_type_info();
    virtual void bases(const void *object, base_visit &visit) const;
    bool __do_catch(const type_info *thrown, void **object, unsigned outer) const override;
};

class __si_class_type_info : public __class_type_info
{
  public:
    const __class_type_info *__base_type;
    explicit __si_class_type_info(const char *name, const __class_type_info *base)
        : __class_type_info(name), __base_type(base)
    {
    }
    virtual ~__si_class_type_info();
    void bases(const void *object, base_visit &visit) const override;
};

struct __base_class_type_info {
    const __class_type_info *__base_type;
    long __offset_flags;
};

class __vmi_class_type_info : public __class_type_info
{
  public:
    unsigned __flags, __base_count;
    __base_class_type_info __base_info[1];
    explicit __vmi_class_type_info(const char *name) : __class_type_info(name)
    {
    }
    virtual ~__vmi_class_type_info();
    void bases(const void *object, base_visit &visit) const override;
};

class __fundamental_type_info : public std::type_info
{
  public:
    explicit __fundamental_type_info(const char *name) : type_info(name)
    {
    }
    virtual ~__fundamental_type_info();
};

class __array_type_info : public std::type_info
{
  public:
    explicit __array_type_info(const char *name) : type_info(name)
    {
    }
    virtual ~__array_type_info();
};

class __function_type_info : public std::type_info
{
  public:
    explicit __function_type_info(const char *name) : type_info(name)
    {
    }
    virtual ~__function_type_info();
    bool __is_function_p() const override;
};

class __enum_type_info : public std::type_info
{
  public:
    explicit __enum_type_info(const char *name) : type_info(name)
    {
    }
    virtual ~__enum_type_info();
};

class __pbase_type_info : public std::type_info
{
  public:
    unsigned __flags;
    const std::type_info *__pointee;
    enum { CONST = 1, VOLATILE = 2, RESTRICT = 4, QUALIFIERS = 7 };
    explicit __pbase_type_info(const char *name) : type_info(name)
    {
    }
    virtual ~__pbase_type_info();
    bool __do_catch(const type_info *thrown, void **object, unsigned outer) const override;
    virtual bool takes(const __pbase_type_info *thrown, void **object, unsigned outer) const;
};

class __pointer_type_info : public __pbase_type_info
{
  public:
    explicit __pointer_type_info(const char *name) : __pbase_type_info(name)
    {
    }
    virtual ~__pointer_type_info();
    bool __is_pointer_p() const override;
    bool takes(const __pbase_type_info *thrown, void **object, unsigned outer) const override;
};

class __pointer_to_member_type_info : public __pbase_type_info
{
  public:
    const __class_type_info *__context;
    explicit __pointer_to_member_type_info(const char *name) : __pbase_type_info(name)
    {
    }
    virtual ~__pointer_to_member_type_info();
    bool takes(const __pbase_type_info *thrown, void **object, unsigned outer) const override;
};

__class_type_info::~__class_type_info()
{
}
__si_class_type_info::~__si_class_type_info()
{
}
__vmi_class_type_info::~__vmi_class_type_info()
{
}
__fundamental_type_info::~__fundamental_type_info()
{
}
__array_type_info::~__array_type_info()
{
}
__function_type_info::~__function_type_info()
{
}
__enum_type_info::~__enum_type_info()
{
}
__pbase_type_info::~__pbase_type_info()
{
}
__pointer_type_info::~__pointer_type_info()
{
}
__pointer_to_member_type_info::~__pointer_to_member_type_info()
{
}

/* ---- bases ---- */

void __class_type_info::bases(const void *, base_visit &) const
{
}

void __si_class_type_info::bases(const void *object, base_visit &visit) const
{
    visit.base(__base_type, object, true);
}

/* A virtual base lies where the vtable of the object says. */
static const void *base_at(const void *object, const __base_class_type_info &b)
{
    enum { VIRTUAL = 1, SHIFT = 8 };
    long offset = b.__offset_flags >> SHIFT;

    if (b.__offset_flags & VIRTUAL)
        offset = *(const long *)(*(const char *const *)object + offset);
    return (const char *)object + offset;
}

void __vmi_class_type_info::bases(const void *object, base_visit &visit) const
{
    enum { PUBLIC = 2 };

    for (unsigned i = 0; i < __base_count; i++)
        visit.base(__base_info[i].__base_type, object ? base_at(object, __base_info[i]) : nullptr,
                   __base_info[i].__offset_flags & PUBLIC);
}

/* The subobjects of one type. */
struct finder : base_visit {
    const __class_type_info *wanted;
    const void *found = nullptr;
    bool any = false, several = false, open = true, is_public = true;

    explicit finder(const __class_type_info *type) : wanted(type)
    {
    }

    void base(const __class_type_info *type, const void *object, bool as_public) override
    {
        bool before = is_public;

        is_public = is_public && as_public;
        look(type, object);
        is_public = before;
    }

    void look(const __class_type_info *type, const void *object)
    {
        if (*type != *wanted) {
            type->bases(object, *this);
            return;
        }
        if (any && found != object)
            several = true;
        open = any && found == object ? open || is_public : is_public;
        any = true;
        found = object;
    }

    bool one() const
    {
        return any && !several && open;
    }
};

bool __class_type_info::__do_catch(const type_info *thrown, void **object, unsigned outer) const
{
    const __class_type_info *of = dynamic_cast<const __class_type_info *>(thrown);

    if (*this == *thrown)
        return true;
    if (outer >= 4 || !of)
        return false;
    finder f(this);
    f.look(of, *object);
    if (!f.one())
        return false;
    *object = const_cast<void *>(f.found);
    return true;
}

/* ---- pointers ---- */

bool __function_type_info::__is_function_p() const
{
    return true;
}

bool __pointer_type_info::__is_pointer_p() const
{
    return true;
}

/* `outer`: twice the count of pointers around, and 1 while all of them are const. */
bool __pbase_type_info::__do_catch(const type_info *thrown, void **object, unsigned outer) const
{
    const __pbase_type_info *of;

    if (*this == *thrown)
        return true;
    if (*thrown == typeid(nullptr)) {
        *object = nullptr;
        return true;
    }
    if (typeid(*this) != typeid(*thrown) || !(outer & 1))
        return false;
    of = static_cast<const __pbase_type_info *>(thrown);
    if (of->__flags & QUALIFIERS & ~__flags)
        return false;
    return takes(of, object, __flags & CONST ? outer : outer & ~1u);
}

bool __pbase_type_info::takes(const __pbase_type_info *thrown, void **object, unsigned outer) const
{
    return __pointee->__do_catch(thrown->__pointee, object, outer + 2);
}

bool __pointer_type_info::takes(const __pbase_type_info *thrown, void **object,
                                unsigned outer) const
{
    if (outer < 2 && *__pointee == typeid(void))
        return !thrown->__pointee->__is_function_p();
    return __pbase_type_info::takes(thrown, object, outer);
}

bool __pointer_to_member_type_info::takes(const __pbase_type_info *thrown, void **object,
                                          unsigned outer) const
{
    const auto *of = static_cast<const __pointer_to_member_type_info *>(thrown);

    return *__context == *of->__context && __pbase_type_info::takes(thrown, object, outer);
}

/* ---- dynamic_cast ---- */

/* All objects of a type in a whole, and those of them that have a given subobject. */
struct caster : base_visit {
    const __class_type_info *wanted, *source;
    const void *from;
    const void *holder = nullptr, *other = nullptr;
    bool holders = false, several_holders = false, others = false, several_others = false;
    bool is_public = true;

    void base(const __class_type_info *type, const void *object, bool as_public) override
    {
        bool before = is_public;

        is_public = is_public && as_public;
        look(type, object);
        is_public = before;
    }

    bool holds(const void *object) const
    {
        struct sub : base_visit {
            const caster *c;
            bool is_public = true, found = false;
            void base(const __class_type_info *type, const void *at, bool as_public) override
            {
                bool before = is_public;

                is_public = is_public && as_public;
                if (at == c->from && *type == *c->source)
                    found = found || is_public;
                else
                    type->bases(at, *this);
                is_public = before;
            }
        } s;

        s.c = this;
        wanted->bases(object, s);
        return s.found;
    }

    void look(const __class_type_info *type, const void *object)
    {
        if (*type != *wanted) {
            type->bases(object, *this);
            return;
        }
        if (holds(object)) {
            several_holders = several_holders || (holders && holder != object);
            holders = true;
            holder = object;
        }
        several_others = several_others || (others && other != object);
        if (is_public) {
            others = true;
            other = object;
        }
    }
};

extern "C" void *__dynamic_cast(const void *from, const __class_type_info *source,
                                const __class_type_info *wanted, ptrdiff_t)
{
    const void *const *vtable = *(const void *const *const *)from;
    const void *whole = (const char *)from + (ptrdiff_t)vtable[-2];
    const __class_type_info *type = (const __class_type_info *)vtable[-1];
    caster c;
    finder f(source);

    c.wanted = wanted;
    c.source = source;
    c.from = from;
    c.look(type, whole);
    if (c.holders)
        return c.several_holders ? nullptr : const_cast<void *>(c.holder);
    f.look(type, whole);
    if (!c.others || c.several_others || !f.any || (!f.several && !f.open))
        return nullptr;
    return const_cast<void *>(c.other);
}

} // namespace __cxxabiv1

namespace std
{

type_info::~type_info()
{
}

bool type_info::__is_pointer_p() const
{
    return false;
}

bool type_info::__is_function_p() const
{
    return false;
}

bool type_info::__do_catch(const type_info *thrown, void **, unsigned) const
{
    return *this == *thrown;
}

bool type_info::__do_upcast(const __cxxabiv1::__class_type_info *, void **) const
{
    return false;
}

#if !__GXX_TYPEINFO_EQUALITY_INLINE
bool type_info::before(const type_info &other) const noexcept
{
    return __builtin_strcmp(name(), other.name()) < 0;
}

bool type_info::operator==(const type_info &other) const noexcept
{
    return __name == other.__name || __builtin_strcmp(name(), other.name()) == 0;
}
#endif

} // namespace std

/* A pointer is caught as what it points to: handlers get the pointer, not where it is kept. */
bool heddle_catches(const std::type_info *wanted, const std::type_info *thrown, void **object)
{
    void *at = *object;

    if (thrown->__is_pointer_p())
        at = *(void **)at;
    if (!wanted->__do_catch(thrown, &at, 1))
        return false;
    *object = at;
    return true;
}
