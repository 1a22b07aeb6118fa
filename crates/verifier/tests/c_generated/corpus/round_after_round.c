/* A pointer to a local of a round leads nowhere in the next one. */
int __VERIFIER_nondet_int(void);
int main(void) { char *p = 0; for (int i = 0; i < 2; i++) { char b[4] = "abc"; if (p) return p[0]; p = b; } return 0; }
