extern int sprintf(char *, const char *, ...);
int main(void) { char b[11]; int n = -2147483647 - 1; sprintf(b, "%d", n); return b[0]; }
