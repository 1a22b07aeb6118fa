struct file; extern struct file *stdin; extern char *fgets(char *, int, struct file *);
int main(void) { char b[4]; fgets(b, 5, stdin); return 0; }
