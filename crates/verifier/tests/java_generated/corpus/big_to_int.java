class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
double d = 1e20;
assert (int) d != 2147483647;
}
}
