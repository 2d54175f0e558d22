/* Figure 3 of the paper on heddle's library: SPIN drives the two threads of Peterson's algorithm.
 *
 * Guard and step are one d_step: as two statements, as the figure has them, they are two of SPIN's
 * steps, and four times as many states are stored (spin -DTWO shows it).  A guard with a call stands in
 * parentheses of its own, or SPIN takes it for a side effect.  With spin -DKEYS a state is not its bytes
 * but its number in the machine's table, for searches in one process. */
#ifdef KEYS
c_decl {
\#define HEDDLE_SETTINGS .keys = HEDDLE_KEYS_MATCHED
\#include <heddle/pan.h>
}

c_track "heddle_key" "sizeof(heddle_key)" "Matched";
#else
c_decl {
\#define HEDDLE_STATE_SIZE 400
\#include <heddle/pan.h>
}

c_track "heddle_state" "HEDDLE_STATE_SIZE" "Matched";
c_track "heddle_place" "sizeof(heddle_place)" "UnMatched";
#endif

#ifdef TWO
#define STEP(i) c_expr { (heddle_enabled(i)) } -> c_code { heddle_step(i); }
#else
#define STEP(i) d_step { c_expr { (heddle_enabled(i)) } -> c_code { heddle_step(i); } }
#endif

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
