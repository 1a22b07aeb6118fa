class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
char[] a = new char[2];
"xy".getChars(0, 2, a, 0);
assert a[1] == 0;
}
}
