class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
assert (s + "\ud83d\ude00").codePointCount(0, s.length() + 2) != s.length() + 1;
}
}
