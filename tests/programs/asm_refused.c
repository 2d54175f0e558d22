// verdict: UNKNOWN asm_refused.c:7: inline assembly
// also: --strict exit: 65 asm_refused.c:7
// Inline assembly that is not understood cuts the run that comes there, and is named by its line.
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
