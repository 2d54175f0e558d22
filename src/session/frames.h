/* A machine that tells of inlined calls as if they were calls. */
#ifndef SESSION_FRAMES_H
#define SESSION_FRAMES_H

#include "front/inlined.h"
#include "system.h"

/* The calls that an optimiser inlined in the program, which was made of these options so many
 * seconds ago; NULL: none, nothing was optimised, or a file has changed since. */
inlined *frames_find(const front_options *o, program *p, double seconds);
/* The machine, whose stacks and events name them from now on; as it is, where there are none.  A
 * debugger that goes from frame to frame, each with its variables, needs them `folded`: stacks have
 * the machine's own frames, and the calls stand before the variables. */
sys *frames_over(sys *machine, const inlined *calls, bool is_folded);

#endif
