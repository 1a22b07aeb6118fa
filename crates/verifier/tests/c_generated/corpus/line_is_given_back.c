/* getline allocates what it gives, and gives what it had before back. */
typedef struct file FILE; extern FILE *stdin; long getline(char **, unsigned long *, FILE *); void free(void *);
int main(void) { char *l = 0; unsigned long n = 0; if (getline(&l, &n, stdin) < 0) return 0; char *old = l; if (getline(&l, &n, stdin) < 0) return 0; return old[0]; }
