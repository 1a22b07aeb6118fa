long pread(int, void *, unsigned long, long);
int main(void) { char b[4]; pread(0, b, 8, 0); return 0; }
