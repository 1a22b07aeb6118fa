/* The same with one sprintf.
 * Violated. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char path[128];
    const char *home = getenv("HOME"), *xdg = getenv("XDG_CONFIG_HOME");
    int n;
    if (xdg && *xdg) n = sprintf(path, "%s/tool.conf", xdg);
    else if (home) n = snprintf(path, sizeof path, "%s/.config/tool.conf", home);
    else return 1;
    if (n < 0 || (size_t)n >= sizeof path) { fputs("too long\n", stderr); return 1; }
    char *slash = strrchr(path, '/');
    if (slash) *slash = 0;
    puts(path);
    return 0;
}
