/* Elements that are sorted stay among what they were, and what is found is one of them. */
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, unsigned long, unsigned long, int (*)(const void *, const void *));
int cmp(const void *a, const void *b) { return **(char *const *)a - **(char *const *)b; }
int main(void) { char x[2] = "b", y[2] = "a"; char *p[2] = { x, y }, *k = y; qsort(p, 2, sizeof p[0], cmp);
  char **q = bsearch(&k, p, 2, sizeof p[0], cmp); return q ? **q + p[0][1] : 0; }
