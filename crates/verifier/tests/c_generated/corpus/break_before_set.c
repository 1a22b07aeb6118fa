extern int __VERIFIER_nondet_int(void);
int main(void) { char a[2] = { 0 }; int x; do { if (__VERIFIER_nondet_int()) break; x = 1; } while (0); return a[x]; }
