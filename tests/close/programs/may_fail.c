// flags: --input-errors fail
// says: may_fail.c:9: what this divides depends on inputs, by 'i': it may fail
// closed: FAILED: assertion
int input(void);
int g;
int main(void)
{
    int i = input();
    g = 10 / i;
    return 0;
}
