enum e { LOW = -1, HIGH = 1 };
int main(void) { char a[4] = { 0 }; enum e x = LOW; int i = 0; if (x > 0) i = 100; return a[i]; }
