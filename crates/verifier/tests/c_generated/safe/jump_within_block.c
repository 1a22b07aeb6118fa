/* A jump back within a block ends no life: what leads to its variables still does. */
int main(void) { int i = 0; char *p = 0; top:; char b[4] = "abc"; if (p) return p[0]; p = b; if (i++ < 2) goto top; return 0; }
