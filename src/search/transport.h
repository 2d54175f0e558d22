/* How the ranks of one search speak to each other: messages of bytes, and nothing else.  Three
 * things stand behind it: MPI (src/mpi, a library of its own), processes of this machine, and a
 * rank that is alone (src/session). */
#ifndef SEARCH_TRANSPORT_H
#define SEARCH_TRANSPORT_H

#include "base/base.h"

typedef struct transport transport;
struct transport {
    u32 rank, size;
    u32 nearby; /* ranks on this machine, with this one */
    /* Messages from one rank to another come in the order in which they were sent.  The bytes are
     * copied; the call does not wait for the other one.  Never to itself. */
    void (*send)(transport *t, u32 to, const u8 *bytes, u32 n);
    /* The next message that has come, from anyone; its bytes stay until the next call.  False:
     * there is none yet. */
    bool (*receive)(transport *t, u32 *from, const u8 **bytes, u32 *n);
    /* A rank whose process is known to have ended; NO_RANK: none. */
    u32 (*lost)(transport *t);
    /* In order: every message was received, and all ranks call it.  Else at once. */
    void (*close)(transport *t, bool in_order);
};

enum { NO_RANK = 0xffffffff };

/* What the library of src/mpi has under the name `heddle_transport`; NULL: MPI cannot be begun. */
typedef transport *transport_open(void);

#endif
