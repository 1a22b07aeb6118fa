extern int __VERIFIER_nondet_int(void);
int main(void) { char a[2] = { 0 }; int y = (__VERIFIER_nondet_int() & 7) * 2, i; if (y & 1) i = 0; else i = 5; return a[i]; }
