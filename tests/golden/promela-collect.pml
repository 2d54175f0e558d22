/* Translated by heddle promela from collect_void.c.
 * Arithmetic is that of C's int, which wraps around: compile pan.c with -fwrapv. */

#define TO_VOID(p, tag) ((p) == 0 -> 0 : (p) * 64 + tag)

typedef node {
    int v;
}
typedef pair {
    int n;
    int first;
}
/* node that pointers lead to; those that are made in a run come last */
node node_mem[17];
byte node_valid[17] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 };
byte node_next = 1;

int any;
int slots[2];
int g;
pair both;
bool over; /* the program has ended */
byte threads = 1; /* started so far, main included */
int thread_over, thread_joined; /* sets of threads */
int thread_result[31];

/* The collector: which places does no pointer lead to?  SPIN's simulator does not run C: ./pan -r replays a trail. */
c_code {
static unsigned char node_met[17];
static void heap_object(int store, int w);
static void heap_meet(int w)
{
    heap_object(0, w);
    if ((w & 63) == 2) { heap_object(0, w >> 6); }
}
static void heap_object(int store, int w)
{
    if (store == 0 && w >= 1 && w < 17 && !node_met[w]) { node_met[w] = 1; if (now.node_valid[w]) {
    } }
}
static void heap_process(const char *name, uchar *_this)
{
    if (!strcmp(name, "thread_maker")) {
    heap_meet(Pthread_maker->arg);
    heap_meet(Pthread_maker->maker_t1);
    heap_meet(Pthread_maker->make_n);
    heap_meet(Pthread_maker->t1);
    heap_meet(Pthread_maker->result);
    }
    if (!strcmp(name, "main")) {
    heap_meet(Pmain->result_of_main);
    heap_meet(Pmain->main_t1);
    heap_meet(Pmain->t2);
    heap_meet(Pmain->make_n);
    heap_meet(Pmain->t1);
    heap_meet(Pmain->result);
    }
}
static void heap_begin(void)
{
    int i = 0;
    memset(node_met, 0, sizeof node_met);
    heap_meet(now.any);
    heap_meet(now.slots[0]);
    heap_meet(now.slots[1]);
    heap_meet(now.g);
    heap_meet(now.both.first);
    for (i = 0; i < 31; i++) { heap_meet(now.thread_result[i]); }
    (void)i;
}
static void heap_sweep(void)
{
    int i;
    now.node_next = 17;
    for (i = 17 - 1; i >= 1; i--) {
        if (node_met[i]) { continue; }
        now.node_next = i;
        now.node_valid[i] = 0;
        memset((char *)&now.node_mem[i], 0, sizeof now.node_mem[i]);
    }
}
}
c_decl {
\#define heap_collect() do { int heap_i; heap_begin(); for (heap_i = 0; heap_i < (int)now._nr_pr; heap_i++) heap_process(procname[((P0 *)pptr(heap_i))->_t], (uchar *)pptr(heap_i)); heap_sweep(); } while (0)
}

inline make(ret, make_v)
{
    atomic {                                                    /* collect_void.c:18 */
        c_code { heap_collect(); };
        t1 = node_next;
        assert(t1 < 17);
        node_next = 1;
        node_valid[t1] = t1;
        make_n = t1;
    };
    if                                                          /* collect_void.c:20 */
    :: atomic { (make_n == 0) ->
        over = true;                                            /* collect_void.c:21 */
        };
        false;
    :: else -> skip                                             /* collect_void.c:20 */
    fi;
    atomic {                                                    /* collect_void.c:22 */
        assert(make_n != 0);
        assert(node_valid[make_n]);
        node_mem[make_n].v = make_v;
        ret = make_n;                                           /* collect_void.c:23 */
    };
}

proctype thread_maker(byte me; int arg) provided (!over)
{
    int maker_t1;
    int make_n;
    int t1;
    int result;
    make(maker_t1, 5);                                          /* collect_void.c:28 */
    atomic {
        result = TO_VOID(maker_t1, 2);
        thread_result[me] = result;
        thread_over = thread_over | (1 << me);
    };
}

proctype main(byte me) provided (!over)
{
    int t;
    int result_of_main;
    int i;
    int main_i;
    int main_t1;
    int t2;
    int n1;
    int make_n;
    int t1;
    int result;
    atomic {                                                    /* collect_void.c:35 */
        make(main_t1, 1);
        any = TO_VOID(main_t1, 2);
        make(main_t1, 2);                                       /* collect_void.c:36 */
        slots[1] = main_t1;
        make(main_t1, 3);                                       /* collect_void.c:37 */
        both.first = main_t1;
        assert(threads < 31);                                   /* collect_void.c:38 */
        t = threads;
        run thread_maker(threads, 0);
        threads++;
        i = 0;                                                  /* collect_void.c:39 */
    };
    do
    :: (i < 20) ->
        make(main_t1, 4);                                       /* collect_void.c:40 */
        atomic {
            g = main_t1;
            i = (i + 1);                                        /* collect_void.c:39 */
        };
    :: else ->
        break;
    od;
    atomic {                                                    /* collect_void.c:41 */
        assert(t > 0 && t < threads);
        ((thread_over >> t) & 1);
        assert(!((thread_joined >> t) & 1));
        thread_joined = thread_joined | (1 << t);
        n1 = thread_result[t];
        result_of_main = n1;
        main_i = 0;                                             /* collect_void.c:42 */
    };
    do
    :: (main_i < 20) ->
        make(main_t1, 4);                                       /* collect_void.c:43 */
        atomic {
            g = main_t1;
            main_i = (main_i + 1);                              /* collect_void.c:42 */
        };
    :: else ->
        break;
    od;
    atomic {                                                    /* collect_void.c:44 */
        main_t1 = any;
        assert(main_t1 == 0 || (main_t1 & 63) == 2);
        t2 = (main_t1 >> 6);
        assert(t2 != 0);
    };
    atomic {
        assert(node_valid[t2]);
        n1 = (node_mem[t2].v == 1);
        assert(n1);
    };
    atomic {                                                    /* collect_void.c:45 */
        main_t1 = slots[1];
        assert(main_t1 != 0);
    };
    atomic {
        assert(node_valid[main_t1]);
        n1 = (node_mem[main_t1].v == 2);
        assert(n1);
    };
    atomic {                                                    /* collect_void.c:46 */
        main_t1 = both.first;
        assert(main_t1 != 0);
    };
    atomic {
        assert(node_valid[main_t1]);
        n1 = (node_mem[main_t1].v == 3);
        assert(n1);
        assert(result_of_main == 0 || (result_of_main & 63) == 2); /* collect_void.c:47 */
        main_t1 = (result_of_main >> 6);
        assert(main_t1 != 0);
    };
    atomic {
        assert(node_valid[main_t1]);
        n1 = (node_mem[main_t1].v == 5);
        assert(n1);
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
