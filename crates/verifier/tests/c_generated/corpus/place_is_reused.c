/* The C library may give the same place again. */
extern void *malloc(unsigned long); extern void *realloc(void *, unsigned long);
int main(void) { char a[4] = { 0 }; char *p = malloc(8); char *q = realloc(p, 4); if (q == p) a[9] = 1; return a[0]; }
