// verdict: VERIFIED
// also: -O2 VERIFIED
// Labels as values: a small interpreter with threaded dispatch.
#include <assert.h>

static int run(const unsigned char *code)
{
    static const void *const labels[] = {&&halt, &&push, &&add, &&mul};
    int stack[8], top = 0;
    goto *labels[*code];
push:
    stack[top++] = code[1];
    code += 2;
    goto *labels[*code];
add:
    top--;
    stack[top - 1] += stack[top];
    goto *labels[*++code];
mul:
    top--;
    stack[top - 1] *= stack[top];
    goto *labels[*++code];
halt:
    return stack[0];
}

int main(void)
{
    static const unsigned char program[] = {1, 2, 1, 3, 2, 1, 7, 3, 0};
    assert(run(program) == 35);
    return 0;
}
