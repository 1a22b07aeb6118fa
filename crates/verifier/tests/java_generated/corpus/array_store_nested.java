class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Object[] a = new int[1][1];
a[0] = new long[1];
}
}
