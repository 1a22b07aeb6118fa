class P0 {
static int f(int j) { for (int k = 0; k < j; k++) { try { if (k == 1) return k; } finally { Log.count++; } } return -1; }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
assert f(j) != 1;
}
}
