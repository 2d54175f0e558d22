/* Translated by heddle promela from store_buffer.c.
 * Arithmetic is that of C's int, which wraps around: compile pan.c with -fwrapv. */


int x;
int y;
int r0;
int r1;
bool over; /* the program has ended */
byte threads = 1; /* started so far, main included */
int thread_over, thread_joined; /* sets of threads */

/* Stores that are not in memory yet: of each thread the oldest first. */
byte sb_count[8];
byte sb_cell[16];
int sb_at[16];
int sb_value[16];
#define SB_IS(n, c, i) (sb_count[me] > n && sb_cell[me * 2 + n] == c && sb_at[me * 2 + n] == (i))
#define SB(part, c, i, memory) (SB_IS(1, c, i) -> part[me * 2 + 1] : (SB_IS(0, c, i) -> part[me * 2 + 0] : memory))

inline sb_store(sb_c, sb_i, sb_new, sb_new_high, sb_is_set)
{
    sb_cell[me * 2 + sb_count[me]] = sb_c;
    sb_at[me * 2 + sb_count[me]] = sb_i;
    sb_value[me * 2 + sb_count[me]] = sb_new;
    sb_count[me]++;
}

proctype thread_t0(byte me; int unused) provided (!over)
{
    int t0_t1;
    int result;
    atomic {                                                    /* store_buffer.c:11 */
        (threads == 1 || sb_count[me] < 2);
        if
        :: threads == 1 ->
            x = 1;
        :: else ->
            sb_store(1, 0, 1, 0, true);
        fi;
    };
    t0_t1 = SB(sb_value, 2, 0, y);                              /* store_buffer.c:12 */
    atomic {
        (threads == 1 || sb_count[me] < 2);
        if
        :: threads == 1 ->
            r0 = t0_t1;
        :: else ->
            sb_store(3, 0, t0_t1, 0, true);
        fi;
        result = unused;                                        /* store_buffer.c:13 */
    };
    atomic {
        (sb_count[me] == 0);
        thread_over = thread_over | (1 << me);
    };
}

proctype thread_t1(byte me; int t1_unused) provided (!over)
{
    int t1_t1;
    int result;
    atomic {                                                    /* store_buffer.c:18 */
        (threads == 1 || sb_count[me] < 2);
        if
        :: threads == 1 ->
            y = 1;
        :: else ->
            sb_store(2, 0, 1, 0, true);
        fi;
    };
    t1_t1 = SB(sb_value, 1, 0, x);                              /* store_buffer.c:19 */
    atomic {
        (threads == 1 || sb_count[me] < 2);
        if
        :: threads == 1 ->
            r1 = t1_t1;
        :: else ->
            sb_store(4, 0, t1_t1, 0, true);
        fi;
        result = t1_unused;                                     /* store_buffer.c:20 */
    };
    atomic {
        (sb_count[me] == 0);
        thread_over = thread_over | (1 << me);
    };
}

proctype main(byte me) provided (!over)
{
    int t[2];
    bool t_set[2];
    int main_t1;
    int t2;
    int result;
    atomic {                                                    /* store_buffer.c:25 */
        t_set[0] = false;
        t_set[1] = false;
        (sb_count[me] == 0);                                    /* store_buffer.c:26 */
    };
    atomic {
        assert(threads < 8);
        t[0] = threads;
        t_set[0] = true;
        run thread_t0(threads, 0);
        threads++;
    };
    (sb_count[me] == 0);                                        /* store_buffer.c:27 */
    atomic {
        assert(threads < 8);
        t[1] = threads;
        t_set[1] = true;
        run thread_t1(threads, 0);
        threads++;
        assert(t_set[0]);                                       /* store_buffer.c:28 */
        main_t1 = t[0];
        assert(main_t1 > 0 && main_t1 < threads);
    };
    (sb_count[me] == 0);
    atomic {
        ((thread_over >> main_t1) & 1);
        assert(!((thread_joined >> main_t1) & 1));
        thread_joined = thread_joined | (1 << main_t1);
        assert(t_set[1]);                                       /* store_buffer.c:29 */
        main_t1 = t[1];
        assert(main_t1 > 0 && main_t1 < threads);
    };
    (sb_count[me] == 0);
    atomic {
        ((thread_over >> main_t1) & 1);
        assert(!((thread_joined >> main_t1) & 1));
        thread_joined = thread_joined | (1 << main_t1);
    };
    main_t1 = (SB(sb_value, 3, 0, r0) != 0);                    /* store_buffer.c:30 */
    atomic {
        if
        :: !main_t1 ->
            t2 = (SB(sb_value, 4, 0, r1) != 0);
        :: else ->
            t2 = 1;
        fi;
        assert(t2);
    };
    atomic {
        over = true; /* main returns: the program ends */
    };
}

proctype sb_memory() provided (!over)
{
    byte who, k;
end_memory:
    atomic {
        if
        :: sb_count[0] > 0 -> who = 0
        :: sb_count[1] > 0 -> who = 1
        :: sb_count[2] > 0 -> who = 2
        :: sb_count[3] > 0 -> who = 3
        :: sb_count[4] > 0 -> who = 4
        :: sb_count[5] > 0 -> who = 5
        :: sb_count[6] > 0 -> who = 6
        :: sb_count[7] > 0 -> who = 7
        fi;
        if
        :: sb_count[who] == 2 ->
            k = 0; /* a full buffer: its thread may have to wait */
        :: else -> skip
        fi;
        if
        :: sb_cell[who * 2] == 1 ->
            x = sb_value[who * 2];
        :: sb_cell[who * 2] == 2 ->
            y = sb_value[who * 2];
        :: sb_cell[who * 2] == 3 ->
            r0 = sb_value[who * 2];
        :: sb_cell[who * 2] == 4 ->
            r1 = sb_value[who * 2];
        fi;
        k = 1;
        do
        :: k < sb_count[who] ->
            sb_cell[who * 2 + k - 1] = sb_cell[who * 2 + k];
            sb_at[who * 2 + k - 1] = sb_at[who * 2 + k];
            sb_value[who * 2 + k - 1] = sb_value[who * 2 + k];
            k++
        :: else -> break
        od;
        sb_cell[who * 2 + k - 1] = 0;
        sb_at[who * 2 + k - 1] = 0;
        sb_value[who * 2 + k - 1] = 0;
        sb_count[who]--;
        who = 0;
        k = 0;
        goto end_memory;
    };
}

init
{
    run sb_memory();
    run main(0);
end:
    (over);
    do
    :: over -> skip; skip
    od;
}
