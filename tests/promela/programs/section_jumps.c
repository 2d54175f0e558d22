// verdict: VERIFIED
// Loops that open an atomic section, with jumps that stay inside of it; and a function whose body
// is one, left by returns.
#include <heddle.h>
#include <pthread.h>
int x, y;
int __VERIFIER_atomic_take(void)
{
    while (x > 3)
        x--;
    if (x == 2)
        return 1;
    x++;
    y++;
    return 0;
}
static void *other(void *p)
{
    heddle_atomic_begin();
    while (x < 2) {
        x++;
        y++;
        if (y > 5)
            break;
    }
    for (int i = 0; i < 3; i++) {
        if (i == 1)
            continue;
        if (x != y)
            goto wrong;
    }
    goto right;
wrong:
    heddle_assert(0);
right:
    x = y;
    heddle_atomic_end();
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    __VERIFIER_atomic_take();
    pthread_join(t, 0);
    return 0;
}
