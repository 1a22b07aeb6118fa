int main(void) { char a[2] = { 0 }; int x; int y = x; x = 1; return a[y] + x; }
