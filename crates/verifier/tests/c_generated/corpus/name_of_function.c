extern char *strcpy(char *, const char *);
static void a_function_with_a_rather_long_name(void) { char b[12]; strcpy(b, __func__); }
int main(void) { a_function_with_a_rather_long_name(); return 0; }
