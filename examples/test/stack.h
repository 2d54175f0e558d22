// A stack for several threads; -DUNLOCKED leaves the lock out.
void stack_push(int value);
int stack_pop(void); // -1: it is empty
