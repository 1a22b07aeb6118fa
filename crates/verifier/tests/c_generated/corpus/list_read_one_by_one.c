/* Arguments are read in their order. */
int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int a = __builtin_va_arg(l, int); int b = __builtin_va_arg(l, int);
  char t[4] = { 0 }; __builtin_va_end(l); return t[b] + t[a]; }
int main(void) { return f(2, 1, 4); }
