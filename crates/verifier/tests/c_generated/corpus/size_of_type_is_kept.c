/* The size of a type is computed where the type is declared. */
int main(void) { int n = 2; typedef char small[n]; n = 100; small x; x[50] = 0; return n; }
