/* Figure 4 of the paper on heddle's library: at most BOUND preemptive context switches (spin -DBOUND=2).
 *
 * The last thread and the count of switches belong to the state: they are Matched.  The figure has them
 * UnMatched (spin -DPAPER), so that a state met first with many switches is not explored again with
 * fewer, and states within the bound are missed.  It also takes a switch for free only when no other
 * thread at all can go on; heddle takes it for free when the thread that it leaves cannot. */
#ifndef BOUND
#define BOUND 2
#endif

c_decl {
\#define HEDDLE_STATE_SIZE 400
\#include <heddle/pan.h>
}

c_track "heddle_state" "HEDDLE_STATE_SIZE" "Matched";
c_track "heddle_place" "sizeof(heddle_place)" "UnMatched";
#ifdef PAPER
c_track "&heddle_last" "sizeof(int)" "UnMatched";
c_track "&heddle_switches" "sizeof(int)" "UnMatched";
#else
c_track "&heddle_last" "sizeof(int)" "Matched";
c_track "&heddle_switches" "sizeof(int)" "Matched";
#endif

#define STEP(i) d_step { c_expr { (heddle_enabled_bounded(i, BOUND)) } -> c_code { heddle_step_bounded(i); } }

proctype thread0()
{
end:	do
	:: STEP(0)
	od
}

proctype thread1()
{
end:	do
	:: STEP(1)
	od
}

init
{
	atomic {
		c_code {
			heddle_setup("program.heddle");
			heddle_register_invariant("check_exclusion");
			heddle_run_function("init");
			heddle_start_thread(0, "thread0_main", NULL);
			heddle_start_thread(1, "thread1_main", NULL);
		};
		run thread0();
		run thread1()
	}
}
