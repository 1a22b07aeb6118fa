extern int vsnprintf(char *, unsigned long, const char *, __builtin_va_list);
static void f(char *b, const char *fmt, ...) { __builtin_va_list ap; __builtin_va_start(ap, fmt); vsnprintf(b, 8, fmt, ap); vsnprintf(b, 64, fmt, ap); __builtin_va_end(ap); }
int main(void) { char b[8]; f(b, "%s", "abc", "this is a long long text"); return 0; }
