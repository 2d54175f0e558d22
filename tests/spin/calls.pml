/* What a model can call, read and write in calls.c; do.h has what it does at last (SPIN hands -D to a shell). */
#include "do.h"
c_decl {
#ifdef PLAIN
\#define HEDDLE_SETTINGS .keys = 1
#else
\#define HEDDLE_SETTINGS .environment = 1, .keys = 1, .threads = 2
#endif
\#include <heddle/pan.h>
static void must(int holds)
{
	if (!holds)
		uerror("not so");
}
}
c_track "heddle_key" "sizeof(heddle_key)" "Matched";

bool saw[4];

inline check()
{
	c_code {
		must(heddle_call("add", 2, -5) == -3);
		must(heddle_call("narrow", 255, 1) == -1);
		must(heddle_call("narrow", 255, -1) == 0);
		must(heddle_call("six", 1, 2, 3, 4, 5, 6) == 654321);
		must(heddle_call("nothing") == 0);
		must(heddle_get("hidden") == -5 && heddle_get("byte") == 200 && heddle_get("fixed") == 7);
		heddle_set("hidden", -70000);
		must(heddle_get("hidden") == -70000);
		heddle_set("byte", 255);
		must(heddle_get("byte") == 255);
		heddle_set("items[2].small", -1);
		heddle_set("items[2].large", -1234567890123);
		must(heddle_get("items[2].small") == -1 && heddle_get("items[2].middle") == 0);
		must(heddle_get("items[2].large") == -1234567890123);
		must(heddle_call("fails", 2) == -1);
		must(heddle_get("head") == 0);
		must(heddle_call("link_item", 4) == 1);
		heddle_call("link_item", 6);
		must(heddle_get("head->small") == 6 && heddle_get("head->next->small") == 4);
		must(heddle_get("head->next->large") == -4 && heddle_get("head->bits") == 5 && heddle_get("head->flag"));
		heddle_set("head->next->middle", 65535);
		must(heddle_get("head->next->middle") == 65535);
		heddle_set("head", 0);
		must(heddle_get("head") == 0);
		heddle_call("locks");
		must(heddle_get("shared") == 1);
		heddle_reset("byte", "shared");
		must(heddle_get("hidden") == -5 && heddle_get("byte") == 255 && heddle_get("shared") == 1);
		heddle_set("byte", 200);
		must(heddle_runs());
	}
}

proctype thread(byte me)
{
end:	do
	:: d_step { c_expr { (heddle_runs() && heddle_enabled(Pthread->me)) } -> c_code { heddle_step(Pthread->me); } }
	od
}

/* Between any two stores of a thread the model can look. */
proctype looker()
{
	byte k;

end:	do
	:: d_step { c_expr { (heddle_runs() && !now.saw[heddle_get("steps") & 3]) } ->
	     c_code { Plooker->k = heddle_get("steps"); }; saw[k] = true }
	od
}

init
{
	atomic {
		c_code {
			heddle_setup("program.heddle");
			heddle_register_invariant("holds");
		};
		check();
		c_code {
#ifdef BEFORE
			BEFORE;
#endif
			heddle_start_thread(0, "counts", NULL);
		};
		run thread(0);
		run thread(1);
		run looker()
	}
#ifdef DO
	;
end:	d_step { c_expr { (heddle_runs() && heddle_get("steps") == 2) } -> c_code { DO; } }
#endif
}
