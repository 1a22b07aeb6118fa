class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
float f = 16777216f;
assert f + 1 != f;
}
}
