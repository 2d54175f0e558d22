/* The filter lock for N processes, for ever: one access to shared memory a step. */
#ifndef N
#define N 3
#endif
byte level[N], victim[N];
bool want, in;

proctype worker(byte me)
{
    byte at, k;

    do
    :: if
       :: me == 0 -> want = 1
       :: else
       fi;
       at = 1;
       do
       :: at < N ->
          level[me] = at;
          victim[at] = me;
again:    if
          :: victim[at] == me ->
             k = 0;
             do
             :: k < N ->
                if
                :: k != me ->
                   if
                   :: level[k] >= at -> goto again
                   :: else
                   fi
                :: else
                fi;
                k++
             :: else -> break
             od
          :: else
          fi;
          at++
       :: else -> break
       od;
       if
       :: me == 0 ->
          want = 0;
          in = 1;
          in = 0
       :: else
       fi;
       level[me] = 0
    od
}

init {
    byte i;
    atomic {
        do
        :: i < N -> run worker(i); i++
        :: else -> break
        od
    }
}

ltl { [] (want -> <> in) }
