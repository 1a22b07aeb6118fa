/* The piece before the first comma has none, and the rest begins behind it.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static char *own(char **rest)
{
    char *s = *rest, *end = s;
    while (*end != 0 && *end != ',')
        end++;
    if (*end != 0) {
        *end = 0;
        *rest = end + 1;
    } else {
        *rest = NULL;
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
