int main(void) { _Bool b = 4; char t[2] = { 0 }; return t[b]; }
