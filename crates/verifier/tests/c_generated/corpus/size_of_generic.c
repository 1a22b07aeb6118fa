int main(void) { char t[4] = { 0 }; long x = 1; int n = (int)sizeof(_Generic(x, long: (double)1, default: 1)); return t[n - 1]; }
