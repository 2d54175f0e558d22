/* Translated by heddle promela from switches.c.
 * Arithmetic is that of C's int, which wraps around: compile pan.c with -fwrapv. */


inline fall(ret, n)
{
    atomic {                                                    /* switches.c:7 */
        r = 0;
        if                                                      /* switches.c:8 */
        :: (n == 0) ->
            goto fall_case;
        :: (n == 1) ->
            goto fall_case_2;
        :: (n == 2) || (n == 3) ->
            goto fall_case_3;
        :: else ->
            goto fall_case_4;
        fi;
    };
fall_case: skip;
    r = (r + 1);                                                /* switches.c:10 */
fall_case_2: skip;                                              /* switches.c:8 */
    atomic {                                                    /* switches.c:12 */
        r = (r + 10);
        if                                                      /* switches.c:13 */
        :: (n != 0) ->
            goto fall_done;                                     /* switches.c:14 */
        :: else -> skip                                         /* switches.c:13 */
        fi;
    };
fall_case_3: skip;                                              /* switches.c:8 */
    atomic {                                                    /* switches.c:17 */
        r = (r + 100);
        goto fall_done;                                         /* switches.c:18 */
    };
fall_case_4: skip;                                              /* switches.c:8 */
    r = (-1);                                                   /* switches.c:20 */
fall_done: skip;                                                /* switches.c:8 */
    ret = r;                                                    /* switches.c:22 */
}

proctype main(byte me)
{
    int sum;
    bool sum_set;
    int i;
    int rounds;
    bool rounds_set;
    int k;
    int t1;
    int t2;
    int t3;
    int t4;
    int t5;
    int t6;
    int t7;
    int r;
    int result;
    atomic {                                                    /* switches.c:27 */
        sum = 0;
        sum_set = true;
        i = 0;
        rounds = 0;
        rounds_set = true;
    };
    fall(t1, 0);                                                /* switches.c:29 */
    if
    :: (t1 == 111) ->
        fall(t2, 1);
        t3 = (t2 == 10);
    :: else ->
        t3 = 0;
    fi;
    if
    :: t3 ->
        fall(t4, 3);
        t5 = (t4 == 100);
    :: else ->
        t5 = 0;
    fi;
    if
    :: t5 ->
        fall(t6, 9);
        t7 = (t6 == (-1));
    :: else ->
        t7 = 0;
    fi;
    assert(t7);
    do                                                          /* switches.c:30 */
    ::
        atomic {                                                /* switches.c:31 */
            t1 = (i + 1);
            i = t1;
            if
            :: (t1 > 6) ->
                break;                                          /* switches.c:32 */
            :: else -> skip                                     /* switches.c:31 */
            fi;
            t1 = (i % 3);                                       /* switches.c:33 */
            if
            :: (t1 == 0) ->
                goto main_continue;                             /* switches.c:35 */
            :: (t1 == 1) ->                                     /* switches.c:33 */
                assert(sum_set);                                /* switches.c:37 */
                sum = (sum + 1);
                sum_set = true;
            :: else -> skip                                     /* switches.c:33 */
            fi;
            assert(sum_set);                                    /* switches.c:40 */
            sum = (sum + 10);
            sum_set = true;
        };
    main_continue: skip;                                        /* switches.c:30 */
    od;
    atomic {                                                    /* switches.c:42 */
        assert(sum_set);
        assert((sum == 42));
    };
    do                                                          /* switches.c:43 */
    ::
        atomic {
            skip;
            assert(rounds_set);                                 /* switches.c:44 */
            rounds = (rounds + 1);
            rounds_set = true;
            assert(rounds_set);                                 /* switches.c:45 */
            if
            :: (rounds == 2) ->
                goto main_continue_2;                           /* switches.c:46 */
            :: else -> skip                                     /* switches.c:45 */
            fi;
            assert(rounds_set);                                 /* switches.c:47 */
            if
            :: (rounds == 5) ->
                goto out;                                       /* switches.c:48 */
            :: else -> skip                                     /* switches.c:47 */
            fi;
        };
    main_continue_2: skip;                                      /* switches.c:43 */
        atomic {
            assert(rounds_set);
            if
            :: (rounds < 10) -> skip
            :: else ->
                break;
            fi;
        };
    od;
out: skip;                                                      /* switches.c:50 */
    atomic {                                                    /* switches.c:51 */
        assert(rounds_set);
        assert((rounds == 5));
        i = 0;                                                  /* switches.c:52 */
        do
        :: (i < 3) ->
            k = 0;                                              /* switches.c:53 */
            do
            :: (k < 3) ->
                if                                              /* switches.c:54 */
                :: (k == i) ->
                    break;                                      /* switches.c:55 */
                :: else ->                                      /* switches.c:54 */
                    assert(sum_set);                            /* switches.c:57 */
                    sum = (sum + 1);
                    sum_set = true;
                fi;
                k = (k + 1);                                    /* switches.c:53 */
            :: else ->
                break;
            od;
            i = (i + 1);                                        /* switches.c:52 */
        :: else ->
            break;
        od;
        assert(sum_set);                                        /* switches.c:58 */
        assert((sum == 45));
    };
    atomic {
        skip;
    };
}

init
{
    run main(0);
}
