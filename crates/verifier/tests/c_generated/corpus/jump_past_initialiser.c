extern int __VERIFIER_nondet_int(void);
int main(void) { char t[4] = { 0 }; if (__VERIFIER_nondet_int()) goto in; { int i = 1; in: return t[i]; } }
