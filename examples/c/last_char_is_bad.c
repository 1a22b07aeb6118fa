/* The result is a slash, but the last slash and not the last character.
 * Violated. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static char *last_char_is(char *s, char c)
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
    char *p = last_char_is(s, '/');
    size_t n = strlen(s);
    if (p != NULL) {
        assert(*p == '/');
        assert(p + 1 == s + n);
    } else {
        assert(n == 0 || s[n - 1] != '/');
    }
    return 0;
}
