int main(void) { char *p = 0; { p = (char[]){ 1, 2, 3 }; } return p[0]; }
