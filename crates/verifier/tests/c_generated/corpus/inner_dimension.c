static int grid[2][3];
int main(void) { int i = 3; return grid[0][i]; }
