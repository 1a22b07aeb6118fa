/* The third byte is not NUL. */
static const unsigned char table[4] = { 1, 0, 9, 0 };
int main(void) { char a[4]; a[table[2]] = 1; return 0; }
