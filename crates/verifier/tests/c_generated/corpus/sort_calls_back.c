/* What compares is called, more than once. */
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
int n; char t[4]; int cmp(const void *a, const void *b) { t[n++] = 1; return *(const int *)a - *(const int *)b; }
int main(void) { int a[8] = { 8, 7, 6, 5, 4, 3, 2, 1 }; qsort(a, 8, sizeof a[0], cmp); return 0; }
