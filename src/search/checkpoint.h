/* Searches that go on after their process has ended.  Only for src/search. */
#ifndef SEARCH_CHECKPOINT_H
#define SEARCH_CHECKPOINT_H

#include "search/explore.h"

/* The engine's own part, to a file and from it; false: there is less. */
typedef struct checkpoint_part {
    void (*write)(explorer *x, struct sealed *to);
    bool (*read)(explorer *x, struct sealed *from);
} checkpoint_part;

/* After explore_open, with nothing explored: goes on from the checkpoint, if there is one to go on
 * from.  True: there was. */
bool checkpoint_read(explorer *x, const checkpoint_part *part);
/* Between two expansions: writes one, if it is time. */
void checkpoint_write(explorer *x, const checkpoint_part *part);
static inline bool checkpoint_due(const explorer *x)
{
    return UNLIKELY(x->o->checkpoints && !x->stopped && clock_seconds() >= x->next_checkpoint);
}

/* Vectors. */
#define checkpoint_put_vec(to, v) checkpoint_put_list(to, (v)->at, (v)->n, sizeof *(v)->at)
#define checkpoint_get_vec(from, v)                                                       \
    (((v)->at = checkpoint_get_list(from, (v)->at, &(v)->n, &(v)->cap, sizeof *(v)->at)), \
     (v)->n != UINT32_MAX)
void checkpoint_put_list(struct sealed *to, const void *at, u32 n, size_t size);
/* *n is UINT32_MAX where there is less. */
void *checkpoint_get_list(struct sealed *from, void *at, u32 *n, u32 *cap, size_t size);

#endif
