/* What is searched need not be there. */
void *bsearch(const void *, const void *, unsigned long, unsigned long, int (*)(const void *, const void *)); int __VERIFIER_nondet_int(void);
int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) { int a[3] = { 1, 2, 3 }, k = __VERIFIER_nondet_int(); int *p = bsearch(&k, a, 3, sizeof(int), cmp); return *p; }
