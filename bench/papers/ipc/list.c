/* Doubly linked lists; a link outside any list points to itself. */
#include "list.h"

void ipc_list_init(struct ipc_link *list)
{
    list->next = list->previous = list;
}

bool ipc_list_empty(const struct ipc_link *list)
{
    return list->next == list;
}

size_t ipc_list_length(const struct ipc_link *list)
{
    size_t length = 0;
    for (const struct ipc_link *link = list->next; link != list; link = link->next)
        length++;
    return length;
}

static void insert_between(struct ipc_link *before, struct ipc_link *link, struct ipc_link *after)
{
    link->previous = before;
    link->next = after;
    before->next = link;
    after->previous = link;
}

void ipc_list_push_front(struct ipc_link *list, struct ipc_link *link)
{
    insert_between(list, link, list->next);
}

void ipc_list_push_back(struct ipc_link *list, struct ipc_link *link)
{
    insert_between(list->previous, link, list);
}

void ipc_list_remove(struct ipc_link *link)
{
    link->previous->next = link->next;
    link->next->previous = link->previous;
    ipc_list_init(link);
}

struct ipc_link *ipc_list_pop_front(struct ipc_link *list)
{
    struct ipc_link *first = list->next;
    if (first == list)
        return NULL;
    ipc_list_remove(first);
    return first;
}

void ipc_list_append(struct ipc_link *to, struct ipc_link *from)
{
    if (ipc_list_empty(from))
        return;
    struct ipc_link *first = from->next, *last = from->previous;
    first->previous = to->previous;
    to->previous->next = first;
    last->next = to;
    to->previous = last;
    ipc_list_init(from);
}

bool ipc_list_sound(const struct ipc_link *list)
{
    const struct ipc_link *link = list;
    do {
        if (link->next->previous != link)
            return false;
        link = link->next;
    } while (link != list);
    return true;
}
