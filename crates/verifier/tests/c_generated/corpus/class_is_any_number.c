extern int isalpha(int);
int main(void) { char t[2] = { 0 }; return t[isalpha('x')]; }
