/* The world around meter.c: pulses, and losses of power.  Both come between any two accesses of the loop to
 * memory that others can reach: in the middle of its functions.  An interrupt is a call, unless the program has
 * masked it; a loss of power is heddle_reset, which keeps what is named, and the loop starts again.
 * Built like link.pml; a state is its number, heddle_key. */
#define PULSES 3
#define LOSSES 1

c_decl {
\#define HEDDLE_SETTINGS .environment = 1, .keys = HEDDLE_KEYS_MATCHED
\#include <heddle/pan.h>
}

c_track "heddle_key" "sizeof(heddle_key)" "Matched";

byte given, lost;

proctype loop()
{
end:	do
	:: d_step { c_expr { (heddle_enabled(0)) } -> c_code { heddle_step(0); } }
	od
}

proctype interrupts()
{
end:	do
	:: d_step { c_expr { (now.given < PULSES && !heddle_get("masked")) } ->
	     c_code { heddle_call("pulse"); }; given++ }
	od
}

proctype power()
{
end:	do
	:: d_step { lost < LOSSES -> c_code {
		     heddle_reset("kept", "current");
		     heddle_start_thread(0, "run", NULL);
	     }; lost++ }
	od
}

/* Where nothing is left to do and the power never went, every pulse was counted. */
proctype auditor()
{
end:	do
	:: d_step { c_expr { (now.given == PULSES && !now.lost && heddle_get("idle") && !heddle_get("pulses")) } ->
	     assert(c_expr { (heddle_get("total") == PULSES) }) }
	od
}

init
{
	atomic {
		c_code {
			heddle_setup("program.heddle");
			heddle_start_thread(0, "run", NULL);
		};
		run loop();
		run interrupts();
		run power();
		run auditor()
	}
}
