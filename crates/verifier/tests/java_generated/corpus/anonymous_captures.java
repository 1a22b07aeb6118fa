class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int k = i;
Shape q = new Shape() { public int area() { return k + 1; } };
assert q.twice() != 4;
}
}
