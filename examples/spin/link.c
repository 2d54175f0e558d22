/* One end of a link that loses messages: a sender that waits for the acknowledgement of each message and
 * sends it again after a time.  The world around it, a channel that may lose, a receiver and a clock, is
 * the Promela model link.pml, which calls deliver_ack and tick and takes messages from `out`.
 *
 *   -DFORGETFUL   nothing is sent again: one loss, and all wait for ever
 *   -DCREDULOUS   any acknowledgement is taken for that of the last message: a late one, and a message
 *                 that was lost is never sent again */
enum { AFTER = 2 }; /* ticks until a message is sent again */

struct message {
    int full, bit, data;
};

struct message out;
static int bit, data, waiting, left;
int resent; /* for people alone: the model need not tell states apart by it */

static void transmit(void)
{
    out.bit = bit;
    out.data = data;
    out.full = 1;
    left = AFTER;
}

/* Is the sender free?  Then it takes what is to be sent. */
int submit(int value)
{
    if (waiting)
        return 0;
    data = value;
    waiting = 1;
    transmit();
    return 1;
}

void deliver_ack(int of)
{
#ifdef CREDULOUS
    (void)of;
#else
    if (of != bit)
        return;
#endif
    if (!waiting)
        return;
    waiting = 0;
    bit = !bit;
}

void tick(void)
{
    if (left == 0 || --left > 0 || !waiting)
        return;
    resent++;
#ifndef FORGETFUL
    transmit();
#endif
}

int main(void)
{
    return 0; /* the model stands in its place */
}
