/* The value of the first call is taken before the second. */
int g = 100; int f(void) { return g; } int h(void) { g = 0; return 0; }
int main(void) { char a[4] = { 0 }; return a[f() + h()]; }
