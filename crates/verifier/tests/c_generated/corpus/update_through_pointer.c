/* The value of --*n is that after one step, not after two. */
int main(void) { char a[4]; int n = 5; int *p = &n; a[--*p] = 0; return 0; }
