/* The library goes on in a string whose block is left. */
char *strtok(char *, const char *);
int main(void) { { char b[8] = "a,b,c"; strtok(b, ","); } return strtok(0, ",") != 0; }
