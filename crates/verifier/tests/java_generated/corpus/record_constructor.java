class P0 {
record N(int v) { N { if (v < 0) throw new IllegalArgumentException(); } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
new N(-1);
}
}
