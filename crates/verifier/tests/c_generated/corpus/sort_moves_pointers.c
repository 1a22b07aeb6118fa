/* Pointers that are sorted stand in other places. */
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
int cmp(const void *a, const void *b) { return **(char *const *)a - **(char *const *)b; }
int main(void) { char x[8] = "b", y[2] = "a"; char *p[2] = { x, y }; qsort(p, 2, sizeof p[0], cmp); return p[0][7]; }
