class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int[][] g = {{1}};
int[][] q = g.clone();
q[0][0] = 2;
assert g[0][0] == 1;
}
}
