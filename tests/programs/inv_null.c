// An invariant that cannot be evaluated in a state is an error of the run that led there.
// flag: --invariant=last->value >= 0
// verdict: FAILED null-pointer :18
struct item {
    int value;
};

static struct item first = {3}, *volatile last = &first;

int main(void)
{
    struct item *old = last;

    old->value = 4;
    last = old;

    if (last->value == 4)
        last = 0;
    last = old;
    return 0;
}
