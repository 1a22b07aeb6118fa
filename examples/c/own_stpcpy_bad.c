/* A copy of a string and its end, but carriage returns become line feeds.
 * Violated. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static char *own(char *to, const char *from)
{
    while ((*to = *from) != 0) {
        if (*to == '\r')
            *to = '\n';
        to++;
        from++;
    }
    return to;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1)
        return 0;
    char *s = malloc(size);
    s[size - 1] = 0;
    char *d = malloc(size);
    char *end = own(d, s);
    assert(strcmp(d, s) == 0);
    assert(end == d + strlen(s));
    return 0;
}
