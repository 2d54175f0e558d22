// verdict: VERIFIED
// also: -O2 VERIFIED
// Arrays whose size is known at run time, of one and two dimensions, and alloca.
#include <alloca.h>
#include <assert.h>
#include <string.h>

static int sum(int n, int m, int a[n][m])
{
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += a[i][j];
    return s;
}

int main(void)
{
    for (int n = 1; n < 4; n++) {
        int a[n][n + 1];
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= n; j++)
                a[i][j] = i + j;
        assert(sizeof a == (size_t)n * (size_t)(n + 1) * sizeof(int));
        assert(sum(n, n + 1, a) == n * (n + 1) * (2 * n - 1) / 2);
    }
    char *list[3];
    for (int i = 0; i < 3; i++) {
        list[i] = alloca(4);
        memset(list[i], i, 4);
    }
    for (int i = 0; i < 3; i++)
        assert(list[i][3] == i);
    return 0;
}
