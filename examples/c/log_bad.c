/* The same with a line that is too short for what it is given.
 * Violated. */
#include <stdio.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>
static void logf_(const char *level, const char *fmt, ...)
{
    char msg[120];
    char line[120];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(msg, sizeof msg, fmt, ap);
    va_end(ap);
    sprintf(line, "[%s] %s\n", level, msg);
    fputs(line, stderr);
}
int main(int argc, char **argv)
{
    logf_("info", "started with %d arguments", argc);
    if (argc > 1) logf_("warn", "unknown option %s", argv[1]);
    return 0;
}
