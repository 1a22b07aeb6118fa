class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
assert (1 << (i - 2)) != -2147483648;
}
}
