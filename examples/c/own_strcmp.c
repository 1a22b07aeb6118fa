/* The contract of strcmp: this loop gives 0 only for texts of the same length.
 * Proved. */
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int own(const char *a, const char *b)
{
    while (*a != 0 && *a == *b) {
        a++;
        b++;
    }
    if (*a == 0 && *b == 0)
        return 0;
    return *a < *b ? -1 : 1;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    int room = __VERIFIER_nondet_int();
    if (size < 1 || room < 1)
        return 0;
    char *s = malloc(size);
    s[size - 1] = 0;
    char *t = malloc(room);
    t[room - 1] = 0;
    assert(own(s, t) != 0 || strlen(s) == strlen(t));
    return 0;
}
