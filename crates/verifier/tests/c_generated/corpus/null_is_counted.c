/* The same with an update. */
int __VERIFIER_nondet_int(void);
int main(void) { char b[2] = "a", *p = __VERIFIER_nondet_int() ? 0 : b; p++; return p ? *p : 0; }
