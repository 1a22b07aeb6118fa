/* Splits an address into parts with room for one byte too few.
 * Violated. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct url { char scheme[8]; char host[64]; int port; char path[128]; };
static int copy(char *d, size_t size, const char *s, size_t n)
{
    if (n > size) return -1;
    memcpy(d, s, n);
    d[n] = 0;
    return 0;
}
static int parse(struct url *u, const char *s)
{
    const char *p = strstr(s, "://");
    if (!p || copy(u->scheme, sizeof u->scheme, s, p - s)) return -1;
    s = p + 3;
    size_t n = strcspn(s, ":/");
    if (copy(u->host, sizeof u->host, s, n)) return -1;
    s += n;
    u->port = 80;
    if (*s == ':') {
        char *end;
        u->port = strtol(s + 1, &end, 10);
        s = end;
    }
    if (*s == 0) s = "/";
    return copy(u->path, sizeof u->path, s, strlen(s));
}
int main(int argc, char **argv)
{
    struct url u;
    if (argc < 2 || parse(&u, argv[1])) { fprintf(stderr, "bad url\n"); return 1; }
    printf("%s %s %d %s\n", u.scheme, u.host, u.port, u.path);
    return 0;
}
