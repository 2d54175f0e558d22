// verdict: FAILED shift :5
// A shift by a negative count.
static long scale(long x, int by)
{
    return x >> by;
}

int main(void)
{
    return scale(-16, 2) == -4 && scale(16, -1) == 32;
}
