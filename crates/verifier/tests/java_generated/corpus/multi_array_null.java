class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int[][] g = new int[2][];
g[0][0] = 1;
}
}
