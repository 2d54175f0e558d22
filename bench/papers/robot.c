/* Two robots cross a board of N x N cells that both write to.  One walks the even rows from left
 * to right, the other the even columns from top to bottom; a robot marks the cell it stands on and
 * looks for the other's mark.  They may meet where both row and column are even, and nowhere else.
 *   -DN=n  the side of the board (4)
 *   -DBUG  the second robot strays: it starts one column to the right */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 4
#endif
#ifdef BUG
#define FIRST_COLUMN 1
#else
#define FIRST_COLUMN 0
#endif

enum robot { ROWS, COLUMNS };

static volatile char board[N][N][2];

static int expected(int row, int column)
{
    return row % 2 == 0 && column % 2 == 0;
}

static void visit(enum robot me, int row, int column)
{
    board[row][column][me] = 1;
    if (board[row][column][1 - me])
        assert(expected(row, column));
    board[row][column][me] = 0;
}

static void *by_rows(void *arg)
{
    for (int row = 0; row < N; row += 2)
        for (int column = 0; column < N; column++)
            visit(ROWS, row, column);
    return arg;
}

static void *by_columns(void *arg)
{
    for (int column = FIRST_COLUMN; column < N; column += 2)
        for (int row = 0; row < N; row++)
            visit(COLUMNS, row, column);
    return arg;
}

int main(void)
{
    pthread_t thread[2];
    pthread_create(&thread[0], NULL, by_rows, NULL);
    pthread_create(&thread[1], NULL, by_columns, NULL);
    pthread_join(thread[0], NULL);
    pthread_join(thread[1], NULL);
    return 0;
}
