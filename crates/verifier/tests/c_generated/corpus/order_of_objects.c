extern void *malloc(unsigned long); extern void free(void *);
int main(void) { char a[4] = { 0 }; char *p = malloc(4), *q = malloc(4); if (p < q) a[4] = 1; else a[5] = 1; free(p); free(q); return 0; }
