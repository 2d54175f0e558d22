/* What a proof did not look at. */
#ifndef SESSION_NOTES_H
#define SESSION_NOTES_H

#include "session/check.h"
#include "session/verdict.h"

/* One line each; none of what was not looked at where the verdict is no proof, or of no C program.
 */
void notes_find(const session *c, note_list *out);
void notes_free(note_list *list);

#endif
