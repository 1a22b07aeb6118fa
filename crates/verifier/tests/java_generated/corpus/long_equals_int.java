class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Long x = 1L;
assert x.equals(1);
}
}
