/* The first slash of a string: there is none before it, and none at all if there is no result.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static char *own(char *s, char c)
{
    for (; *s != c; s++)
        if (*s == 0)
            return NULL;
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
    char *p = own(s, '/');
    if (p != NULL) {
        assert(*p == '/');
        if (k < (size_t)(p - s))
            assert(s[k] != '/');
    } else if (k < strlen(s)) {
        assert(s[k] != '/');
    }
    return 0;
}
