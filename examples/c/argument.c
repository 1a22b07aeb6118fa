/* The first argument of a program is kept when there is room, by the function that a table names.
 * Proved. The copy never leaves the buffer, however long the argument. */
#include <string.h>

static char name[64];

static void keep(const char *text)
{
    if (strlen(text) < sizeof name)
        strcpy(name, text);
}

static void cut(const char *text)
{
    strncpy(name, text, sizeof name - 1);
    name[sizeof name - 1] = 0;
}

int main(int argc, char **argv)
{
    void (*ways[2])(const char *) = { keep, cut };
    if (argc > 1)
        ways[argc > 2](argv[1]);
    return 0;
}
