/* A chain of one-place buffers of any length between a source and whoever takes from the last: no
 * item is lost, doubled or overtaken.  The source offers 1, 0, 1, 0, ...; were one lost or doubled,
 * two equal ones would follow each other.
 *
 *     heddle check --induction buffers.c
 */
#include <heddle.h>
#include <stdbool.h>

struct port {
    bool item heddle_below;
    bool sent heddle_below;  /* changes when an item is offered */
    bool taken heddle_above; /* equal to sent when it was taken */
};

static void send(struct port *above, bool item)
{
    while (above->sent != above->taken)
        continue;
    above->item = item;
    above->sent = !above->sent;
}

heddle_base void source(struct port *above)
{
    for (bool item = true;; item = !item)
        send(above, item);
}

heddle_component void buffer(struct port *below, struct port *above)
{
    for (;;) {
        bool item;

        while (below->sent == below->taken)
            continue;
        item = below->item;
        below->taken = below->sent;
        send(above, item);
    }
}

struct memory {
    bool item, sent, taken, broken;
};

/* Items alternate, and stay as they are until they are taken; as long as the side above takes only
 * what was sent. */
heddle_observer bool in_order(const struct port *p, struct memory *m)
{
    bool waits = m->sent != m->taken;
    bool ok = true;

    if (p->taken != m->taken && !waits)
        m->broken = true;
    if (p->sent != m->sent) {
        ok = !waits && p->item != m->item;
        m->item = p->item;
    } else if (waits) {
        ok = p->item == m->item;
    }
    m->sent = p->sent;
    m->taken = p->taken;
    return m->broken || ok;
}
