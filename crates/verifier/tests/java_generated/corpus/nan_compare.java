class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
double d = i == 0 ? 0.0 / 0.0 : 1;
assert d < 1 || d >= 1;
}
}
