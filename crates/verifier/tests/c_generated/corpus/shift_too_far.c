extern int __VERIFIER_nondet_int(void);
int main(void) { int n = 32 + (__VERIFIER_nondet_int() & 1); char a[4] = { 0 }; unsigned x = 200; return a[x >> n]; }
