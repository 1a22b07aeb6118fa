/* A line of any length is cut into fields at its commas, and as much of each as fits is copied into a buffer.
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
        strncpy(field, next, sizeof field - 1);
        field[sizeof field - 1] = 0;
    }
    return 0;
}
