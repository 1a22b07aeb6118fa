extern unsigned long strlen(const char *); static int one(const char *s) { return (int)strlen(s); }
int main(void) { char t[8] = { 0 }; char *d = t; const char *s = "abc"; while ((*d++ = *s++) != 0) { } return t[one("ab") + one(t)]; }
