// verdict: UNKNOWN undefined_function.c:8: function 'frobnicate' is not defined
// also: --strict exit: 65 undefined_function.c:8
// A function that nobody defines cuts the run that calls it, and is named with the line of the call.
int frobnicate(int);

int main(void)
{
    return frobnicate(1);
}
