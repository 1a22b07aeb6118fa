extern int isalpha(int);
int main(void) { int n = 100000000; return isalpha(n) ? 1 : 0; }
