static int *made = new int(0);

extern "C" int *turns()
{
    return made;
}
