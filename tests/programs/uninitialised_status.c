// verdict: FAILED uninitialised :8
// also: -O2 -w FAILED uninitialised :8
// flags: -w
// The value of main decides how the process ends; the place is where main returns.
int main(void)
{
    int status;
    return status;
}
