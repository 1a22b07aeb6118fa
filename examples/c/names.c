/* Tables of strings, by an index that is computed.
 * Proved. */
#include <stdio.h>
#include <string.h>
static const char *names[] = { "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday" };
static const struct { const char *word; int code; } table[] = {
    { "get", 1 }, { "put", 2 }, { "delete", 3 },
};
static int find(const char *s)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], s)) return i;
    return -1;
}
static int code(const char *s)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(table[i].word, s)) return table[i].code;
    return 0;
}
int main(int argc, char **argv)
{
    char buf[10];
    if (argc < 2) return 1;
    int d = find(argv[1]);
    if (d < 0) return code(argv[1]);
    strcpy(buf, names[d]);
    printf("%s\n", buf);
    return 0;
}
