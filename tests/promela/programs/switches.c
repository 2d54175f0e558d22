// verdict: VERIFIED
// Fall-through, a switch in a loop, goto, continue, do, nested loops.
#include <assert.h>

static int fall(int n)
{
    int r = 0;
    switch (n) {
    case 0:
        r++;
    case 1:
        r += 10;
        if (n)
            break;
    case 2:
    case 3:
        r += 100;
        break;
    default:
        r = -1;
    }
    return r;
}

int main(void)
{
    int sum = 0, i = 0, rounds = 0;

    assert(fall(0) == 111 && fall(1) == 10 && fall(3) == 100 && fall(9) == -1);
    for (;;) {
        if (++i > 6)
            break;
        switch (i % 3) {
        case 0:
            continue;
        case 1:
            sum += 1;
            break;
        }
        sum += 10;
    }
    assert(sum == 42);
    do {
        rounds++;
        if (rounds == 2)
            continue;
        if (rounds == 5)
            goto out;
    } while (rounds < 10);
out:
    assert(rounds == 5);
    for (i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            if (k == i)
                break;
            else
                sum++;
    assert(sum == 45);
    return 0;
}
