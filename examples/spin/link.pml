/* The world around link.c: a channel that may lose a message or an acknowledgement, a receiver that wants the
 * data in order, and a clock.
 *
 *   heddle spin --emit work link.c && cp link.pml work && cd work && spin -a link.pml
 *   gcc -O1 -w -DNOREDUCE -DSAFETY -I PREFIX/include -o pan pan.c PREFIX/lib/libheddle.a -lm && ./pan
 *
 * C and Promela share no memory: the model calls the sender's functions, and reads and writes its variables.  The
 * program's state is a number that SPIN keeps in heddle_place; what tells states apart is heddle_key, which leaves
 * out the counter `resent`.  That one grows as long as the clock is faster than the channel: matched, there would be
 * no end of states. */
#define MESSAGES 4
#define LOSSES	 2

c_decl {
\#define HEDDLE_SETTINGS .environment = 1, .keys = HEDDLE_KEYS_APART
\#include <heddle/pan.h>
}

c_track "heddle_key" "sizeof(heddle_key)" "Matched";
c_track "heddle_place" "sizeof(heddle_place)" "UnMatched";

byte submitted, received, lost;
bool expected;			   /* the bit of the message that the receiver waits for */
chan there = [1] of { bit, byte }; /* on the way: a message, */
chan back = [1] of { bit };	   /* and an acknowledgement */

/* Who has something to send. */
proctype user()
{
end:	do
	:: d_step { c_expr { (now.submitted < MESSAGES && !heddle_get("waiting")) } ->
	     c_code { heddle_call("submit", now.submitted); }; submitted++ }
	od
}

/* Takes what the sender puts out; it gets on the way, or is lost. */
proctype channel()
{
	bit b;
	byte d;

end:	do
	:: d_step { nfull(there) && c_expr { (heddle_get("out.full")) } ->
	     c_code {
		     Pchannel->b = heddle_get("out.bit");
		     Pchannel->d = heddle_get("out.data");
		     heddle_set("out.full", 0);
	     }; there!b, d }
	:: d_step { lost < LOSSES && c_expr { (heddle_get("out.full")) } ->
	     c_code { heddle_set("out.full", 0); }; lost++ }
	:: atomic { back?b -> c_code { heddle_call("deliver_ack", Pchannel->b); } }
	:: d_step { lost < LOSSES && nempty(back) -> back?b; lost++ }
	od
}

proctype receiver()
{
	bit b;
	byte d;

end:	do
	:: atomic { there?b, d ->
	     if
	     :: b == expected -> assert(d == received); received++; expected = !expected
	     :: else
	     fi; back!b }
	od
}

/* Time goes on while something is missing. */
proctype clock()
{
	do
	:: d_step { c_expr { (now.received < MESSAGES && heddle_get("left") > 0) } -> c_code { heddle_call("tick"); } }
	:: received == MESSAGES -> break
	od
}

init
{
	atomic {
		c_code {
			heddle_setup("program.heddle");
			heddle_unmatched("resent");
		};
		run user();
		run channel();
		run receiver();
		run clock()
	}
}
