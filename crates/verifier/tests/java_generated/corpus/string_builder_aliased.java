class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
StringBuilder one = new StringBuilder("a");
StringBuilder two = one;
two.append("b");
assert one.length() == 1;
}
}
