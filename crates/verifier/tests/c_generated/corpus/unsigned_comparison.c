extern int __VERIFIER_nondet_int(void);
int main(void) { char t[4] = { 0 }; int i = __VERIFIER_nondet_int(); unsigned n = 4; if (i != -1) return 0; if (i < n) return 0; return t[9]; }
