/* CVE-2007-0406 as in [YBI09 §4]: a path of up to 1023 bytes is copied into the 108 bytes of a socket address.
 * Violated. */
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
    strcpy(sun_path, path);
    return 0;
}
