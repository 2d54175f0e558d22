// verdict: VERIFIED
// Ranges of elements in initialisers, which clang shows as it does nested designators.
#include <assert.h>

enum { LAST = 3 };
struct cell {
    int x, y;
};

static int b[6] = {9, [1 ... 3] = 4, 5};
static int rows[4][6] = {[1 /* ] */ ... LAST] = {7, 8}};
static int one[3][4] = {[1 /* ... */][2] = 6, [2 ... 2] = {1}};
static struct cell cells[4] = {[0 ... 1] = {.y = 2}, [LAST] = {3, 4}};
static char words[3][4] = {[0 ... 2] = "abc"};

int main(void)
{
    int local[4] = {[0] = 1, [1 ... 2] = -(1 + LAST)};

    assert(b[0] == 9 && b[1] == 4 && b[2] == 4 && b[3] == 4 && b[4] == 5 && b[5] == 0);
    assert(rows[0][0] == 0 && rows[1][0] == 7 && rows[1][1] == 8 && rows[1][2] == 0);
    assert(rows[2][1] == 8 && rows[3][0] == 7);
    assert(one[1][2] == 6 && one[1][0] == 0 && one[2][0] == 1 && one[2][2] == 0);
    assert(cells[1].x == 0 && cells[1].y == 2 && cells[2].y == 0 && cells[3].x == 3);
    assert(words[2][1] == 'b' && words[0][2] == 'c');
    assert(local[0] == 1 && local[1] == -4 && local[2] == -4 && local[3] == 0);
    return 0;
}
