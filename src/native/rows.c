/* The table of operations, on both sides of the protocol. */
#include "native/protocol.h"

const native_row native_rows[NATIVE_OPERATIONS] = {
#define OPERATION(name, event, bytes, of, guard, tells, is, words) \
    {.call = words, .family = FAMILY_##of, .traits = is, .size = bytes, .clock = CLOCK_##tells},
#include "native/operations.def"
};
