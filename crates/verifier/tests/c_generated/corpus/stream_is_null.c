struct file; extern struct file *fopen(const char *, const char *); extern int fscanf(struct file *, const char *, ...);
int main(void) { int x = 0; struct file *f = fopen("/nonexistent/x", "r"); fscanf(f, "%d", &x); return x; }
