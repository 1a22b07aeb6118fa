static int g;
int main(void) { int *p = &g; for (int i = 0; i < 3; i++) { int x = i; if (i == 1) { p = &x; break; } } return *p; }
