// A call of which no function is known is refused, but for one in a function that nobody calls.
// refused: no_callee.c:12: error: no function is known that this could call
// not: no_callee.c:8
int read_sensor(void);
static int count;
void each(void (*visit)(int))
{
    visit(read_sensor());
}
int main(void)
{
    ((void (*)(int))(long)count)(read_sensor());
    return 0;
}
