/* The standard streams of wchar_t as memory, as stream_objects.cc has those of char.  Each mentions
 * the function that makes them: who uses one has it called before main, and nobody else. */
#include <cstddef>

extern "C" void __heddle_wide_start();

namespace std
{

struct wide_room {
    alignas(16) char at[288];
    void (*start)();
};
extern wide_room wcin, wcout, wcerr, wclog;
wide_room wcin = {{}, __heddle_wide_start}, wcout = {{}, __heddle_wide_start},
          wcerr = {{}, __heddle_wide_start}, wclog = {{}, __heddle_wide_start};

} // namespace std
