/* Translated by heddle promela from pointers.c.
 * Arithmetic is that of C's int, which wraps around: compile pan.c with -fwrapv. */

#define OBJECT(v, p) (v[p] -> v[p] : v[(p) - 1])
#define WITHIN(v, n, p, q) ((p) > 0 && (q) > 0 && (q) < n && OBJECT(v, p) && (v[q] == OBJECT(v, p) || v[(q) - 1] == OBJECT(v, p)))

typedef box {
    int next;
}
typedef pair {
    int pair_a;
}
typedef point {
    int point_a;
    int point_b;
}
/* box that pointers lead to; those that are made in a run come last */
box box_mem[17];
byte box_valid[17] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 };
byte box_next = 1;
/* int that pointers lead to; all of them are variables */
int int_mem[114];
byte int_valid[114] = { 0, 1, 0, 3, 3, 3, 3, 3, 3, 0, 10, 0, 12, 0, 14, 0, 16, 0, 18, 0, 20, 0, 22, 0, 24, 0, 26, 0, 28, 0, 30, 0, 32, 0, 34, 0, 36, 0, 38, 0, 40, 0, 42, 0, 44, 0, 46, 0, 48, 0, 50, 0, 52, 0, 54, 0, 56, 0, 58, 0, 60, 0, 62, 0, 64, 0, 66, 0, 68, 0, 70, 0, 72, 0, 74, 0, 76, 0, 78, 0, 80, 0, 82, 0, 84, 0, 86, 0, 88, 0, 90, 0, 92, 0, 94, 0, 96, 0, 98, 0, 100, 0, 102, 0, 104, 0, 106, 0, 108, 0, 110, 0, 112, 0 };
/* pair that pointers lead to; all of them are variables */
pair pair_mem[52];
byte pair_valid[52] = { 0, 1, 1, 0, 4, 4, 0, 7, 7, 0, 10, 10, 0, 13, 13, 0, 16, 16, 0, 19, 19, 0, 22, 22, 0, 25, 25, 0, 28, 28, 0, 31, 31, 0, 34, 34, 0, 37, 37, 0, 40, 40, 0, 43, 43, 0, 46, 46, 0, 49, 49, 0 };
/* p_int that pointers lead to; all of them are variables */
int p_int_mem[2];

int total;

inline add(to, add_n)
{
    atomic {                                                    /* pointers.c:21 */
        assert(to != 0);
        assert(int_valid[to]);
        t1 = int_mem[to];
    };
    atomic {
        assert(int_valid[to]);
        int_mem[to] = (t1 + add_n);
    };
}

inline twice(ret, n)
{
    ret = (2 * n);                                              /* pointers.c:25 */
}

inline thrice(ret, thrice_n)
{
    ret = (3 * thrice_n);                                       /* pointers.c:29 */
}

inline swap()
{
    atomic {                                                    /* pointers.c:33 */
        r.point_a = 0;
        r.point_b = 0;
        r.point_a = swap_p.point_b;
        r.point_b = swap_p.point_a;
        swap_result.point_a = r.point_a;                        /* pointers.c:34 */
        swap_result.point_b = r.point_b;
    };
}

proctype factorial(chan ret; byte me; int factorial_n)
{
    int factorial_t1;
    int t2;
    int t3;
    int t4;
    chan ret_factorial = [0] of { int };
    int result;
    if                                                          /* pointers.c:38 */
    :: atomic { (factorial_n <= 1) ->
        t4 = 1;
        };
    :: else ->
        atomic {
            t3 = factorial_n;
            factorial_t1 = (factorial_n - 1);
            run factorial(ret_factorial, me, factorial_t1);
        };
        atomic {
            ret_factorial ? t2;
            t4 = (t3 * t2);
        };
    fi;
    result = t4;
    ret ! result;
}

proctype main(byte me)
{
    int pp;
    int f[2];
    int first;
    point x;
    point y;
    int q;
    int main_t1;
    int main_t2;
    int main_t3;
    int main_t4;
    int t5;
    int t6;
    int t7;
    int t8;
    int t1;
    point r;
    point swap_p;
    point swap_result;
    chan ret_factorial = [0] of { int };
    int result;
    atomic {                                                    /* pointers.c:43 */
        int_mem[1] = 1;
        int_mem[3] = 0;
        int_mem[4] = 0;
        int_mem[5] = 0;
        int_mem[6] = 0;
        int_mem[7] = 0;
        int_mem[8] = 0;
        int_mem[3] = 0;
        int_mem[4] = 0;
        int_mem[5] = 0;
        int_mem[3] = 1;
        int_mem[4] = 2;
        int_mem[5] = 3;
        int_mem[6] = 0;
        int_mem[7] = 0;
        int_mem[8] = 0;
        int_mem[6] = 4;
        int_mem[7] = 5;
        int_mem[8] = 6;
        p_int_mem[1] = 6;
        pp = 1;
        f[0] = 0;                                               /* pointers.c:44 */
        f[1] = 0;
        f[0] = 1;
        f[1] = 2;
        main_t1 = box_next;                                     /* pointers.c:45 */
        assert(main_t1 < 16);
        box_next = box_next + 2;
        box_valid[main_t1] = main_t1;
        pair_mem[1 + main_t1 * 3].pair_a = 0;
        int_mem[10 + (1 + main_t1 * 3) * 2] = 0;
        pair_mem[1 + main_t1 * 3 + 1].pair_a = 0;
        int_mem[10 + (1 + main_t1 * 3 + 1) * 2] = 0;
        box_mem[main_t1].next = 0;
        first = main_t1;
        x.point_a = 0;                                          /* pointers.c:46 */
        x.point_b = 0;
        x.point_a = 1;
        x.point_b = 2;
        add(1, 4);                                              /* pointers.c:48 */
        assert((int_mem[1] == 5));                              /* pointers.c:49 */
        assert(pp != 0);                                        /* pointers.c:50 */
        main_t1 = p_int_mem[pp];
        main_t2 = main_t1 + (1);
        assert(WITHIN(int_valid, 114, main_t1, main_t2));
        p_int_mem[pp] = main_t2;
        main_t1 = p_int_mem[1];                                 /* pointers.c:51 */
        assert(main_t1 != 0);
        assert(int_valid[main_t1]);
        assert(int_valid[main_t1]);
        int_mem[main_t1] = (int_mem[main_t1] + 10);
        if                                                      /* pointers.c:52 */
        :: (int_mem[7] == 15) ->
            main_t1 = p_int_mem[1];
            assert(WITHIN(int_valid, 114, main_t1, 6));
            main_t2 = ((main_t1 - 6) == 1);
        :: else ->
            main_t2 = 0;
        fi;
        if
        :: main_t2 ->
            main_t3 = p_int_mem[1];
            main_t4 = main_t3 + ((-1));
            assert(WITHIN(int_valid, 114, main_t3, main_t4));
            assert(int_valid[main_t4]);
            t5 = (int_mem[main_t4] == 4);
        :: else ->
            t5 = 0;
        fi;
        if
        :: t5 ->
            t6 = p_int_mem[1];
            t7 = t6 + (1);
            assert(WITHIN(int_valid, 114, t6, t7));
            assert(int_valid[t7]);
            t8 = (int_mem[t7] == 6);
        :: else ->
            t8 = 0;
        fi;
        assert(t8);
        q = 3;                                                  /* pointers.c:53 */
    };
    do
    ::
        atomic {
            main_t2 = q;
            main_t1 = 3 + (3);
            assert(WITHIN(int_valid, 114, 3, main_t1));
            assert(WITHIN(int_valid, 114, main_t2, main_t1));
            if
            :: (main_t2 < main_t1) ->
                assert(q != 0);                                 /* pointers.c:54 */
                assert(int_valid[q]);
                main_t3 = int_mem[q];
                total = (total + main_t3);
                main_t3 = q + (1);                              /* pointers.c:53 */
                assert(WITHIN(int_valid, 114, q, main_t3));
                q = main_t3;
            :: else ->
                break;
            fi;
        };
    od;
    atomic {                                                    /* pointers.c:55 */
        assert((total == 6));
        main_t1 = f[0];                                         /* pointers.c:56 */
        assert(main_t1 != 0);
        if
        :: main_t1 == 1 ->
            twice(main_t2, 3);
        :: main_t1 == 2 ->
            thrice(main_t2, 3);
        :: else ->
            assert(false);
        fi;
        t5 = main_t2;
        main_t3 = f[1];
        assert(main_t3 != 0);
        if
        :: main_t3 == 1 ->
            twice(main_t4, 3);
        :: main_t3 == 2 ->
            thrice(main_t4, 3);
        :: else ->
            assert(false);
        fi;
        assert(((t5 + main_t4) == 15));
        assert(first != 0);                                     /* pointers.c:57 */
        assert(box_valid[first]);
        box_mem[first].next = first;
        assert(box_valid[first]);                               /* pointers.c:58 */
        main_t1 = box_mem[first].next;
        assert(main_t1 != 0);
        assert(box_valid[main_t1]);
        int_mem[10 + (1 + main_t1 * 3 + 1) * 2] = 7;
        main_t1 = (10 + (1 + first * 3 + 1) * 2);               /* pointers.c:59 */
        add(main_t1, 1);
        assert(box_valid[first]);                               /* pointers.c:60 */
        main_t1 = (int_mem[10 + (1 + first * 3 + 1) * 2] == 8);
        if
        :: main_t1 ->
            assert(box_valid[first]);
            main_t2 = (pair_mem[1 + first * 3].pair_a == 0);
        :: else ->
            main_t2 = 0;
        fi;
        assert(main_t2);
        swap_p.point_a = x.point_a;                             /* pointers.c:61 */
        swap_p.point_b = x.point_b;
        swap();
        y.point_a = swap_result.point_a;
        y.point_b = swap_result.point_b;
        assert(((y.point_a == 2) && (y.point_b == 1)));         /* pointers.c:62 */
        run factorial(ret_factorial, me, 5);                    /* pointers.c:63 */
    };
    atomic {
        ret_factorial ? main_t1;
        assert((main_t1 == 120));
        if                                                      /* pointers.c:64 */
        :: first == 0 -> skip
        :: else ->
            assert(box_valid[first]);
            assert(first >= 1 && box_valid[first] == first);
            box_valid[first] = first;
            main_t1 = 0;
            do
            :: main_t1 < 17 - first && box_valid[first + main_t1] == first ->
                box_valid[first + main_t1] = 0;
                pair_mem[1 + (first + main_t1) * 3].pair_a = 0;
                int_mem[10 + (1 + (first + main_t1) * 3) * 2] = 0;
                pair_mem[1 + (first + main_t1) * 3 + 1].pair_a = 0;
                int_mem[10 + (1 + (first + main_t1) * 3 + 1) * 2] = 0;
                box_mem[first + main_t1].next = 0;
                main_t1++;
            :: else ->
                break;
            od;
            main_t1 = 0;
        fi;
    };
    atomic {
        skip;
    };
}

init
{
    run main(0);
}
