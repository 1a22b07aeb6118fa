/* CVE-2007-0453 as in [YBI09 §4]: the copy is limited by the length of the source, not by the 256 bytes of the target.
 * Violated. */
#include <stdlib.h>
#include <string.h>

static void lookup(const char *name)
{
    char request[256];
    strncpy(request, name, strlen(name));
}

int main(void)
{
    const char *name = getenv("NAME");
    if (name != NULL)
        lookup(name);
    return 0;
}
