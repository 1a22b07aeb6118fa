class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Integer x = j + 1, y = j + 1;
assert x != y;
}
}
