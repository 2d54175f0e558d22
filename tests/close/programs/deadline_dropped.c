// As deadline.c, and whether it is a time is not looked for.
// flags: --input-errors drop
// says: deadline.c:33: the deadline of this call depends on inputs, by 'end': whether it fails is not looked for
// closed: VERIFIED
#include "deadline.c"
