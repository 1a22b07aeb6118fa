extern void *malloc(unsigned long);
int main(void) { char a[4] = { 0 }; char *p = malloc(10), *q = malloc(10); long d = q - p; if (d != 0) d = 9; return a[d]; }
