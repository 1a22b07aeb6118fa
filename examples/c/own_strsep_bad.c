/* The piece before a comma, but before the last one.
 * Violated. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static char *own(char **rest)
{
    char *s = *rest, *found = NULL;
    for (char *at = s; *at != 0; at++)
        if (*at == ',')
            found = at;
    *rest = NULL;
    if (found != NULL) {
        *found = 0;
        *rest = found + 1;
    }
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
    char *rest = s;
    char *piece = own(&rest);
    assert(piece == s);
    if (k < strlen(piece))
        assert(piece[k] != ',');
    if (rest != NULL)
        assert(rest == s + strlen(piece) + 1);
    return 0;
}
