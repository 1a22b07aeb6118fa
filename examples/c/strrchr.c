/* The last occurrence of a character; what is found lies in the string.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static char *last(char *s, char c)
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
    char *at = last(s, '/');
    if (at != NULL) {
        assert(at - s < size - 1);
        at[1] = 0;
    }
    return 0;
}
