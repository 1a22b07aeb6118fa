/* With the greatest number the sum wraps, and the check is passed. */
extern int __VERIFIER_nondet_int(void);
int main(void) { int n = __VERIFIER_nondet_int(); char b[64]; if (n < 0) return 0; if (n + 1 > 64) return 0; b[n] = 1; return 0; }
