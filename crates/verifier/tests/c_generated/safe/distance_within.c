int main(void) { char b[8] = "abcdefg"; char *p = b; while (*p) p++; char t[8] = { 0 }; return t[p - b]; }
