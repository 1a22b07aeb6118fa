extern int vsnprintf(char *, unsigned long, const char *, __builtin_va_list);
static void f(char *b, unsigned long n, const char *fmt, ...) { __builtin_va_list ap; __builtin_va_start(ap, fmt); vsnprintf(b, n, fmt, ap); __builtin_va_end(ap); }
int main(void) { char b[8]; f(b, sizeof b, "%s-%d", "abcdef", 12345); return 0; }
