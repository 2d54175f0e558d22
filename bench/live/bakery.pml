/* Lamport's bakery for N processes of R rounds each: one access to shared memory a step. */
#ifndef N
#define N 3
#endif
#ifndef R
#define R 1
#endif
bool choosing[N];
byte number[N];
bool want, in;

proctype worker(byte me)
{
    byte r, k, most, theirs;

    do
    :: r < R ->
       most = 0;
       if
       :: me == 0 -> want = 1
       :: else
       fi;
       choosing[me] = 1;
       k = 0;
       do
       :: k < N ->
          theirs = number[k];
          if
          :: theirs > most -> most = theirs
          :: else
          fi;
          k++
       :: else -> break
       od;
       number[me] = most + 1;
       choosing[me] = 0;
       k = 0;
       do
       :: k < N ->
          do
          :: choosing[k]
          :: !choosing[k] -> break
          od;
          do
          :: theirs = number[k];
             if
             :: theirs == 0 || theirs > most + 1 || (theirs == most + 1 && k >= me) -> break
             :: else
             fi
          od;
          k++
       :: else -> break
       od;
       if
       :: me == 0 ->
          want = 0;
          in = 1;
          in = 0
       :: else
       fi;
       number[me] = 0;
       r++
    :: else -> break
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
