/* Options by getopt, then the arguments that are left.
 * Proved. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    char name[32] = "world";
    int count = 1, c;
    while ((c = getopt(argc, argv, "n:c:h")) != -1) {
        switch (c) {
        case 'n':
            strncpy(name, optarg, sizeof name - 1);
            name[sizeof name - 1] = 0;
            break;
        case 'c': count = atoi(optarg); break;
        case 'h': printf("usage: %s\n", argv[0]); return 0;
        default: return 2;
        }
    }
    for (int i = 0; i < count; i++) printf("hello %s\n", name);
    for (int i = optind; i < argc; i++) printf("rest %s\n", argv[i]);
    return 0;
}
