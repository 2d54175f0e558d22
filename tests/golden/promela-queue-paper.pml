/* Translated by heddle promela from queue.c with the harness E|D.
 * Arithmetic is that of C's int, which wraps around: compile pan.c with -fwrapv. */

typedef queue_t {
    int Head;
    int Tail;
    byte H_lock;
    byte T_lock;
}
typedef node_t {
    int next;
    int value;
}
/* node_t that pointers lead to; those that are made in a run come last */
node_t node_t_mem[17];
byte node_t_valid[17] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 };
/* int that pointers lead to; those that are made in a run come last */
int int_mem[17];
byte int_valid[17] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 };
/* queue_t that pointers lead to; all of them are variables */
queue_t queue_t_mem[2];

bool over; /* the program has ended */
byte threads = 1; /* started so far, main included */
int thread_over, thread_joined; /* sets of threads */

proctype initialize(chan ret; byte me; int Q)
{
    int dummy;
    int t1;
    int result;
    atomic {                                                    /* queue.c:20 */
        t1 = 1;
        do
        :: t1 < 17 && node_t_valid[t1] ->
            t1++;
        :: else ->
            break;
        od;
        assert(t1 < 17);
        node_t_valid[t1] = t1;
    };
    dummy = t1;
    assert(dummy != 0);                                         /* queue.c:21 */
    node_t_mem[dummy].next = 0;
    node_t_mem[dummy].value = 0;                                /* queue.c:22 */
    assert(Q != 0);                                             /* queue.c:23 */
    queue_t_mem[Q].Tail = dummy;
    queue_t_mem[Q].Head = dummy;
    atomic {                                                    /* queue.c:24 */
        assert(queue_t_mem[Q].H_lock == 0 || queue_t_mem[Q].H_lock == 255);
        queue_t_mem[Q].H_lock = 0;
    };
    atomic {                                                    /* queue.c:25 */
        assert(queue_t_mem[Q].T_lock == 0 || queue_t_mem[Q].T_lock == 255);
        queue_t_mem[Q].T_lock = 0;
    };
    ret ! result;
}

proctype enqueue(chan ret; byte me; int enqueue_Q; int val)
{
    int node;
    int enqueue_t1;
    int t2;
    int result;
    atomic {                                                    /* queue.c:30 */
        enqueue_t1 = 1;
        do
        :: enqueue_t1 < 17 && node_t_valid[enqueue_t1] ->
            enqueue_t1++;
        :: else ->
            break;
        od;
        assert(enqueue_t1 < 17);
        node_t_valid[enqueue_t1] = enqueue_t1;
    };
    node = enqueue_t1;
    assert(node != 0);                                          /* queue.c:31 */
    node_t_mem[node].value = val;
    node_t_mem[node].next = 0;                                  /* queue.c:32 */
    assert(enqueue_Q != 0);                                     /* queue.c:33 */
    atomic {
        (queue_t_mem[enqueue_Q].T_lock == 0 || queue_t_mem[enqueue_Q].T_lock == me + 1 || queue_t_mem[enqueue_Q].T_lock == 255);
        assert(queue_t_mem[enqueue_Q].T_lock != 255);
        assert(queue_t_mem[enqueue_Q].T_lock != me + 1);
        queue_t_mem[enqueue_Q].T_lock = me + 1;
    };
    t2 = node;                                                  /* queue.c:34 */
    enqueue_t1 = queue_t_mem[enqueue_Q].Tail;
    assert(enqueue_t1 != 0);
    atomic {
        assert(node_t_valid[enqueue_t1]);
        node_t_mem[enqueue_t1].next = t2;
    };
    queue_t_mem[enqueue_Q].Tail = node;                         /* queue.c:35 */
    atomic {                                                    /* queue.c:36 */
        assert(queue_t_mem[enqueue_Q].T_lock == me + 1);
        queue_t_mem[enqueue_Q].T_lock = 0;
    };
    ret ! result;
}

proctype dequeue(chan ret; byte me; int dequeue_Q; int pvalue)
{
    int dequeue_node;
    int new_head;
    int result;
    assert(dequeue_Q != 0);                                     /* queue.c:43 */
    atomic {
        (queue_t_mem[dequeue_Q].H_lock == 0 || queue_t_mem[dequeue_Q].H_lock == me + 1 || queue_t_mem[dequeue_Q].H_lock == 255);
        assert(queue_t_mem[dequeue_Q].H_lock != 255);
        assert(queue_t_mem[dequeue_Q].H_lock != me + 1);
        queue_t_mem[dequeue_Q].H_lock = me + 1;
    };
    dequeue_node = queue_t_mem[dequeue_Q].Head;                 /* queue.c:44 */
    assert(dequeue_node != 0);                                  /* queue.c:45 */
    atomic {
        assert(node_t_valid[dequeue_node]);
        new_head = node_t_mem[dequeue_node].next;
    };
    if                                                          /* queue.c:46 */
    :: (new_head == 0) ->
        atomic {                                                /* queue.c:47 */
            assert(queue_t_mem[dequeue_Q].H_lock == me + 1);
            queue_t_mem[dequeue_Q].H_lock = 0;
        };
        result = 0;                                             /* queue.c:48 */
        goto dequeue_returns_v;
    :: else -> skip                                             /* queue.c:46 */
    fi;
    assert(new_head != 0);                                      /* queue.c:50 */
    assert(pvalue != 0);
    atomic {
        assert(node_t_valid[new_head]);
        assert(int_valid[pvalue]);
        int_mem[pvalue] = node_t_mem[new_head].value;
    };
    assert(dequeue_Q != 0);                                     /* queue.c:51 */
    queue_t_mem[dequeue_Q].Head = new_head;
    atomic {                                                    /* queue.c:52 */
        assert(queue_t_mem[dequeue_Q].H_lock == me + 1);
        queue_t_mem[dequeue_Q].H_lock = 0;
    };
    if                                                          /* queue.c:53 */
    :: dequeue_node == 0 -> skip
    :: else ->
        atomic {
            assert(node_t_valid[dequeue_node]);
            assert(dequeue_node >= 1 && node_t_valid[dequeue_node] == dequeue_node);
            node_t_valid[dequeue_node] = dequeue_node;
            node_t_valid[dequeue_node] = 0;
            node_t_mem[dequeue_node].next = 0;
            node_t_mem[dequeue_node].value = 0;
        };
    fi;
    result = 1;                                                 /* queue.c:54 */
dequeue_returns_v: skip;                                        /* queue.c:39 */
    ret ! result;
}

proctype thread_harness_0(byte me; int unused)
{
    chan ret_enqueue = [0] of { int };
    int result;
    run enqueue(ret_enqueue, me, 1, 1);                         /* heddle-harness.c:10 */
    ret_enqueue ? _;
    result = unused;                                            /* heddle-harness.c:11 */
    thread_over = thread_over | (1 << me);
}

proctype thread_harness_1(byte me; int harness_1_unused)
{
    int harness_1_value_at;
    int got;
    int last_0;
    int harness_1_t1;
    int harness_1_t2;
    chan ret_dequeue = [0] of { int };
    int result;
    atomic {                                                    /* heddle-harness.c:16 */
        if
        :: harness_1_value_at != 0 ->
            int_valid[harness_1_value_at] = 0;
            int_mem[harness_1_value_at] = 0;
            harness_1_value_at = 0;
        :: else -> skip
        fi;
        harness_1_value_at = 1;
        do
        :: harness_1_value_at < 17 && int_valid[harness_1_value_at] ->
            harness_1_value_at++;
        :: else ->
            break;
        od;
        assert(harness_1_value_at < 17);
        int_valid[harness_1_value_at] = harness_1_value_at;
    };
    int_mem[harness_1_value_at] = 0;
    last_0 = 0;                                                 /* heddle-harness.c:18 */
    harness_1_t1 = harness_1_value_at;                          /* heddle-harness.c:19 */
    run dequeue(ret_dequeue, me, 1, harness_1_t1);
    ret_dequeue ? harness_1_t2;
    if
    :: (harness_1_t2 != 0) ->
        got = int_mem[harness_1_value_at];                      /* heddle-harness.c:20 */
        assert(((got >= 1) && (got < 2)));                      /* heddle-harness.c:21 */
        if                                                      /* heddle-harness.c:22 */
        :: ((got >= 1) && (got < 2)) ->
            assert((got == (last_0 + 1)));                      /* heddle-harness.c:23 */
            last_0 = got;                                       /* heddle-harness.c:24 */
        :: else -> skip                                         /* heddle-harness.c:22 */
        fi;
    :: else -> skip                                             /* heddle-harness.c:19 */
    fi;
    result = harness_1_unused;                                  /* heddle-harness.c:27 */
    atomic {
        if
        :: harness_1_value_at != 0 ->
            int_valid[harness_1_value_at] = 0;
            int_mem[harness_1_value_at] = 0;
            harness_1_value_at = 0;
        :: else -> skip
        fi;
    };
    thread_over = thread_over | (1 << me);
}

proctype main(byte me)
{
    int harness_thread[2];
    bool harness_thread_set[2];
    int main_t1;
    chan ret_initialize = [0] of { int };
    int result;
    harness_thread_set[0] = false;                              /* heddle-harness.c:32 */
    harness_thread_set[1] = false;
    run initialize(ret_initialize, me, 1);                      /* heddle-harness.c:34 */
    ret_initialize ? _;
    atomic {                                                    /* heddle-harness.c:36 */
        assert(threads < 31);
        harness_thread[0] = threads;
        harness_thread_set[0] = true;
        run thread_harness_0(threads, 0);
        threads++;
        assert(threads < 31);                                   /* heddle-harness.c:37 */
        harness_thread[1] = threads;
        harness_thread_set[1] = true;
        run thread_harness_1(threads, 0);
        threads++;
    };
    assert(harness_thread_set[0]);                              /* heddle-harness.c:39 */
    main_t1 = harness_thread[0];
    assert(main_t1 > 0 && main_t1 < threads);
    atomic {
        ((thread_over >> main_t1) & 1);
        assert(!((thread_joined >> main_t1) & 1));
        thread_joined = thread_joined | (1 << main_t1);
    };
    assert(harness_thread_set[1]);                              /* heddle-harness.c:40 */
    main_t1 = harness_thread[1];
    assert(main_t1 > 0 && main_t1 < threads);
    atomic {
        ((thread_over >> main_t1) & 1);
        assert(!((thread_joined >> main_t1) & 1));
        thread_joined = thread_joined | (1 << main_t1);
    };
    atomic {
        over = true; /* main returns: the program ends */
    };
}

init
{
    run main(0);
end:
    (over);
    do
    :: over -> skip; skip
    od;
}
