/* CVE-2007-0406 as in [YBI09 §4]: a path of up to 1023 bytes is copied into the 108 bytes of a socket address.
 * Here the copy is limited. Proved. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char path[1024];
    char sun_path[108];
    const char *home = getenv("HOME");
    if (home == NULL)
        return 1;
    snprintf(path, sizeof path, "%s/.gxine/socket", home);
    strncpy(sun_path, path, sizeof sun_path - 1);
    sun_path[sizeof sun_path - 1] = 0;
    return 0;
}
