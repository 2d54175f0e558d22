// verdict: FAILED read-only :9
// Nor is a constant, whatever the pointer says.

static const int limits[2] = {1, 2};

int main(void)
{
    int *p = (int *)limits, other = 3;
    p[1] = other;
    p = &other;
    *p = 4;
    return 0;
}
