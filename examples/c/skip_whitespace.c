/* White space is passed over: the result is something else, and all before it is white.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static int white(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static char *skip(char *s)
{
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
    size_t k = __VERIFIER_nondet_ulong();
    char *rest = skip(s);
    assert(!white(*rest));
    if (k < (size_t)(rest - s))
        assert(white(s[k]));
    return 0;
}
