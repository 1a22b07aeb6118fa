static const char table[] = "a\0z";
int main(void) { char a[4]; a[(int)table[2]] = 1; return 0; }
