/* The standard streams as memory.  They are objects when the first std::ios_base::Init, of which
 * each file with <iostream> has one, has made them; until then nothing may look at them, and no
 * constructor of their own runs.  Their types are told in streams.cc. */
#include <cstddef>

namespace std
{

enum { ROOM = 280 };
alignas(16) char cin[ROOM], cout[ROOM], cerr[ROOM], clog[ROOM];
extern const size_t heddle_stream_room;
const size_t heddle_stream_room = ROOM;

} // namespace std
