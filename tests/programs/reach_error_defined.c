// verdict: FAILED assertion
// A program may bring its own, empty, reach_error: to call it is the error.
void reach_error(void)
{
}

int main(void)
{
    int x = 3;
    if (x % 2)
        reach_error();
    return 0;
}
