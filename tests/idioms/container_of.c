// default: VERIFIED
// Container_of, three ways.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#define container_of(p, T, m)  ((T *)((char *)(p) - offsetof(T, m)))
#define container_of2(p, T, m) ((T *)((char *)(p) - (char *)&((T *)0)->m))
#define container_of3(p, T, m)                           \
    ({                                                   \
        const typeof(((T *)0)->m) *__p = (p);            \
        (T *)((uintptr_t)__p - (uintptr_t)&((T *)0)->m); \
    })
struct list {
    struct list *next;
};
struct item {
    int a;
    struct list l;
    int b;
};
int main(void)
{
    struct item i = {1, {0}, 2};
    struct list *l = &i.l;
    assert(container_of(l, struct item, l)->b == 2);
    assert(container_of2(l, struct item, l)->a == 1);
    assert(container_of3(l, struct item, l) == &i);
    return 0;
}
