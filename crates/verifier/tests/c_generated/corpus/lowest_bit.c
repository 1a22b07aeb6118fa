/* A bit field of one bit keeps the lowest, and does not ask whether there is any. */
struct s { unsigned on : 1; };
int main(void) { struct s x; char t[4] = { 0 }; int two = 2; x.on = two; return t[x.on ? 0 : 9]; }
