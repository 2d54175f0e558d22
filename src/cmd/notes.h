/* What a proof did not look at. */
#ifndef NOTES_H
#define NOTES_H

#include "cmd/check.h"

/* Lines that begin with `note: `; none where the verdict is no proof, or of no C program. */
void notes_add(const check *c, text *out);

#endif
