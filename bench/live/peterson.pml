/* Peterson's algorithm for two processes, for ever: one access to shared memory a step. */
bool flag[2];
byte turn;
bool want, in;

proctype worker(byte me)
{
    byte other = 1 - me;

    do
    :: if
       :: me == 0 -> want = 1
       :: else
       fi;
       flag[me] = 1;
       turn = other;
       do
       :: flag[other] ->
          if
          :: turn == other
          :: else -> break
          fi
       :: !flag[other] -> break
       od;
       if
       :: me == 0 ->
          want = 0;
          in = 1;
          in = 0
       :: else
       fi;
       flag[me] = 0
    od
}

init {
    atomic { run worker(0); run worker(1) }
}

ltl { [] (want -> <> in) }
