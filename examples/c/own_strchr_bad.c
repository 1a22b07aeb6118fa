/* The first slash of a string, but the search does not stop at it.
 * Violated. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static char *own(char *s, char c)
{
    char *found = NULL;
    for (; *s != 0; s++)
        if (*s == c)
            found = s;
    return found;
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
