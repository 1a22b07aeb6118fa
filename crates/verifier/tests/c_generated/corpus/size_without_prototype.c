void *memset();
int main(void) { char b[4]; int n = -1; memset(b, 0, (long)n); return b[0]; }
