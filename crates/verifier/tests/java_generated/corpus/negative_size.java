class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int[] a = new int[i < 9 ? i : 1];
}
}
