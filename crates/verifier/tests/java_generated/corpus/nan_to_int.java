class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
double d = 0.0 / 0.0;
assert (int) d != 0;
}
}
