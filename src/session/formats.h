/* The verdict in the formats of other tools, into the files of --sarif, --junit and --witness. */
#ifndef SESSION_FORMATS_H
#define SESSION_FORMATS_H

#include "session/session.h"
#include "session/verdict.h"

/* `line` is the verdict line.  Annotations go to `out`, in front of it.  Ends the process where a
 * file cannot be written. */
void formats_write(const session *c, const facts *f, const char *line, text *out);
/* Are steps of a failure needed for them? */
bool formats_any(const options *o);

#endif
