// verdict: VERIFIED
// More than 512 static objects, and the threads work on the last of them: persistent sets tell them apart.
#include <pthread.h>

#define TEN(M, n) M(n##0) M(n##1) M(n##2) M(n##3) M(n##4) M(n##5) M(n##6) M(n##7) M(n##8) M(n##9)
#define HUNDRED(M, n)                                                                             \
    TEN(M, n##0) TEN(M, n##1) TEN(M, n##2) TEN(M, n##3) TEN(M, n##4)                              \
    TEN(M, n##5) TEN(M, n##6) TEN(M, n##7) TEN(M, n##8) TEN(M, n##9)
#define ALL(M) HUNDRED(M, 1) HUNDRED(M, 2) HUNDRED(M, 3) HUNDRED(M, 4) HUNDRED(M, 5) HUNDRED(M, 6) HUNDRED(M, 7)

#define DECLARE(n) int g##n;
#define SUM(n) +g##n
ALL(DECLARE)

#define WORKER(name, x, y)            \
    static void *name(void *arg)      \
    {                                 \
        for (int i = 0; i < 3; i++) { \
            x++;                      \
            y++;                      \
        }                             \
        return arg;                   \
    }
WORKER(first, g750, g751)
WORKER(second, g760, g761)
WORKER(third, g770, g771)

int main(void)
{
    pthread_t t[3];

    pthread_create(&t[0], 0, first, 0);
    pthread_create(&t[1], 0, second, 0);
    pthread_create(&t[2], 0, third, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0 ALL(SUM) != 18;
}
