// verdict: FAILED null-pointer :7
// A null function pointer is called.
static int (*hook)(int);

int main(void)
{
    return hook(1);
}
