int main(void) { char a[4] = { 0 }; unsigned u = ~0u; int i = 0; switch (u) { case -1: i = 3; break; default: i = 50; } return a[i]; }
