/* A list that begins again begins at its first argument. */
int f(int n, ...) { __builtin_va_list l; char t[4] = { 0 }; int a = 0; __builtin_va_start(l, n); a = __builtin_va_arg(l, int);
  __builtin_va_end(l); __builtin_va_start(l, n); a = __builtin_va_arg(l, int); __builtin_va_end(l); return t[a]; }
int main(void) { return f(2, 4, 1); }
