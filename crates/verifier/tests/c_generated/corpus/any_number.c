extern int sprintf(char *, const char *, ...); extern int __VERIFIER_nondet_int(void);
int main(void) { char b[11]; int n = __VERIFIER_nondet_int(); sprintf(b, "%d", n); return b[0]; }
