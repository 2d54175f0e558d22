// verdict: FAILED use-after-free :4
// What malloc returned and nobody else knows, used after free.
#include <stdlib.h>
int main(void){ int *p = malloc(sizeof *p); *p = 1; free(p); *p = 2; return 0; }
