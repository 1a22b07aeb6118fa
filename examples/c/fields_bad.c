/* The same with a test that lets a field in which is one byte too long.
 * Violated. */
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

char *strsep(char **rest, const char *ends);

int main(void)
{
    char line[32];
    line[31] = 0;
    char field[4];
    char *rest = line;
    while (rest != 0) {
        char *next = strsep(&rest, ",");
        if (strlen(next) <= sizeof field)
            strcpy(field, next);
    }
    return 0;
}
