/* Checkpoints: what stands in them of the command, and going on from one. */
#ifndef SESSION_RESUME_H
#define SESSION_RESUME_H

#include "session/session.h"

#include "base/sealed.h"

typedef struct resumption {
    sealed file; /* behind the head */
    char *path;
    char *folder; /* that the command was given in */
    VEC(char *) words;
    u64 program; /* its hash */
} resumption;

/* The head of a checkpoint; one that is damaged or another heddle's is refused. */
void resume_read(resumption *r, const char *path);
/* Is it the program that the checkpoint is of?  Refused if it is not. */
void resume_compare(const resumption *r, u64 hash);
/* Where and how often the search writes checkpoints, and what it goes on from. */
void resume_settings(session *c, checkpoints *out, byte_list *head);
void resume_free(resumption *r);

#endif
