/* The transport over MPI: a shared library that heddle loads with --mpi only, since loading MPI
 * takes longer than most searches.
 *
 * A message is sent without waiting, from a copy that is freed when MPI is done with it.  Whether a
 * process has ended MPI 3 cannot tell; of those on this machine the kernel can. */
#define _GNU_SOURCE
#include "search/transport.h"

#include <errno.h>
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TAG = 21, HOST = 64 };

/* On its way. */
typedef struct sending {
    MPI_Request request;
    struct sending *next;
    u8 bytes[];
} sending;

/* Where a rank runs. */
typedef struct place {
    int pid;
    char host[HOST];
} place;

typedef struct mpi {
    transport base; /* first */
    sending *first, **last;
    place *places, own;
    u8 *received;
    size_t room;
} mpi;

static mpi *of(transport *t)
{
    return (mpi *)t;
}

static void *memory(size_t bytes)
{
    void *p = malloc(bytes);

    if (!p)
        MPI_Abort(MPI_COMM_WORLD, EXIT_UNKNOWN);
    return p;
}

/* Those that have left are freed. */
static void look_at_sent(mpi *m)
{
    int left = 1;

    while (m->first && left) {
        sending *s = m->first;

        MPI_Test(&s->request, &left, MPI_STATUS_IGNORE);
        if (!left)
            return;
        m->first = s->next;
        free(s);
    }
    if (!m->first)
        m->last = &m->first;
}

static void send_message(transport *t, u32 to, const u8 *bytes, u32 n)
{
    mpi *m = of(t);
    sending *s = memory(sizeof *s + n);

    memcpy(s->bytes, bytes, n);
    s->next = NULL;
    MPI_Isend(s->bytes, (int)n, MPI_BYTE, (int)to, TAG, MPI_COMM_WORLD, &s->request);
    *m->last = s;
    m->last = &s->next;
    look_at_sent(m);
}

static bool receive(transport *t, u32 *from, const u8 **bytes, u32 *n)
{
    mpi *m = of(t);
    MPI_Message message;
    MPI_Status status;
    int there = 0, size = 0;

    look_at_sent(m);
    MPI_Improbe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &message, &status);
    if (!there)
        return false;
    MPI_Get_count(&status, MPI_BYTE, &size);
    if ((size_t)size > m->room) {
        free(m->received);
        m->room = (size_t)size * 2;
        m->received = memory(m->room);
    }
    MPI_Mrecv(m->received, size, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    *from = (u32)status.MPI_SOURCE;
    *bytes = m->received;
    *n = (u32)size;
    return true;
}

static u32 lost(transport *t)
{
    const mpi *m = of(t);

    for (u32 i = 0; i < t->size; i++)
        if (strcmp(m->places[i].host, m->own.host) == 0 && kill(m->places[i].pid, 0) != 0 &&
            errno == ESRCH)
            return i;
    return NO_RANK;
}

static void close_transport(transport *t, bool in_order)
{
    mpi *m = of(t);

    if (in_order) {
        while (m->first)
            look_at_sent(m);
        MPI_Finalize();
    }
    free(m->places);
    free(m->received);
    free(m);
}

static void find_places(mpi *m)
{
    m->own.pid = (int)getpid();
    gethostname(m->own.host, HOST - 1);
    m->places = memory(m->base.size * sizeof *m->places);
    MPI_Allgather(&m->own, sizeof m->own, MPI_BYTE, m->places, sizeof m->own, MPI_BYTE,
                  MPI_COMM_WORLD);
    for (u32 i = 0; i < m->base.size; i++)
        m->base.nearby += strcmp(m->places[i].host, m->own.host) == 0;
}

__attribute__((visibility("default"))) transport *heddle_transport(void);

transport *heddle_transport(void)
{
    mpi *m;
    int rank, size;

    /* A search naps itself where it has nothing to do; without that a look for messages is not to
     * give the processor away. */
    setenv("OMPI_MCA_mpi_yield_when_idle", "0", 1);
    /* Reading another rank's memory ends the reader too where that rank was killed meanwhile. */
    setenv("OMPI_MCA_btl_vader_single_copy_mechanism", "none", 1);
    if (MPI_Init(NULL, NULL) != MPI_SUCCESS)
        return NULL;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    m = memory(sizeof *m);
    *m = (mpi){.base = {.rank = (u32)rank,
                        .size = (u32)size,
                        .send = send_message,
                        .receive = receive,
                        .lost = lost,
                        .close = close_transport}};
    m->last = &m->first;
    find_places(m);
    return &m->base;
}
