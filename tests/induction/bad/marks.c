// bad/marks.c: --induction: no function is marked
#include <heddle.h>
#include <stdbool.h>

int main(void) { return 0; }
