/* A controller keeps its sum in memory that survives a loss of power, and the power may go in the middle of any function.
 * The record is written in two stores; with -DTORN in place, so that half of it is new when the power goes, else beside
 * the old one, with a switch from the one to the other at the end. */
#include <assert.h>
#include <heddle.h>

static volatile struct record {
    int sum, check;
} kept[2];
static volatile int current;

static void store(int sum)
{
#ifdef TORN
    int next = current;
#else
    int next = !current;
#endif

    kept[next].sum = sum;
    kept[next].check = ~sum;
    current = next;
}

int main(void)
{
    int sum;

    heddle_keep((void *)kept, sizeof kept);
    heddle_keep((void *)&current, sizeof current);
    heddle_resets(0); /* any number of them, at any time from here on */
    if (!kept[current].sum && !kept[current].check)
        store(0); /* memory that was never used */
    assert(kept[current].check == ~kept[current].sum);
    for (sum = kept[current].sum; sum < 3; sum++)
        store(sum + 1);
    return 0;
}
