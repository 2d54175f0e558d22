// verdict: FAILED unreachable :16
// The compiler was told something that is wrong.
static int weekday(int day)
{
    switch (day % 7) {
    case 0:
    case 1:
        return 0;
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
        return 1;
    }
    __builtin_unreachable();
}

int main(void)
{
    if (!weekday(3))
        return 1;
    return weekday(-3);
}
