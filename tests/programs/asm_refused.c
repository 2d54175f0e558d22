// exit: 65 :6
// Inline assembly that is not understood is refused by line, not skipped.
static unsigned long flags(void)
{
    unsigned long f;
    __asm__ __volatile__("pushfq; popq %0" : "=r"(f));
    return f;
}

int main(void)
{
    return (int)flags();
}
