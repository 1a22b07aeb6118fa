/* The same without room for the NUL.
 * Violated. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *join(const char *dir, const char *file)
{
    size_t n = strlen(dir);
    int slash = n > 0 && dir[n - 1] != '/';
    char *r = malloc(n + slash + strlen(file));
    if (!r) return NULL;
    memcpy(r, dir, n);
    if (slash) r[n++] = '/';
    strcpy(r + n, file);
    return r;
}
int main(int argc, char **argv)
{
    if (argc < 3 || argv[1][0] == 0) { fprintf(stderr, "usage: %s dir file\n", argv[0]); return 2; }
    char *p = join(argv[1], argv[2]);
    if (!p) return 1;
    puts(p);
    free(p);
    return 0;
}
