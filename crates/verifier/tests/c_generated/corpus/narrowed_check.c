extern int __VERIFIER_nondet_int(void);
int main(void) { char t[4] = { 0 }; int x = __VERIFIER_nondet_int(); if (x != 65546) return 0; short s = (short)x; if (s > 100) return 0; return t[8]; }
