int main(void) { char a[4] = { 0 }; unsigned u = ~0u; int i = 0; switch (u) { case -1: i = 50; break; default: i = 1; } return a[i]; }
