/* A format stores how much was printed. */
int sprintf(char *, const char *, ...);
int main(void) { char t[4] = { 0 }, b[8]; int k = 0; sprintf(b, "abcde%n", &k); return t[k]; }
