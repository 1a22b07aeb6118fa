/* White space is taken from both ends: none is left there.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int white(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static char *trim(char *s)
{
    size_t n = strlen(s);
    while (n > 0 && white(s[n - 1]))
        n--;
    s[n] = 0;
    while (white(*s))
        s++;
    return s;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1)
        return 0;
    char *s = malloc(size);
    s[size - 1] = 0;
    char *p = trim(s);
    size_t n = strlen(p);
    assert(!white(p[0]));
    assert(n == 0 || !white(p[n - 1]));
    return 0;
}
