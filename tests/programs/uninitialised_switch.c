// verdict: FAILED uninitialised :14
// A switch over a member that was never set.
#include <stdlib.h>

struct token {
    int kind;
    int value;
};

int main(void)
{
    struct token *t = malloc(sizeof *t);
    t->value = 4;
    switch (t->kind) {
    case 1:
        return 1;
    default:
        return t->value;
    }
}
