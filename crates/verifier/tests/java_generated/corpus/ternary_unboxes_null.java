class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Integer x = null;
Integer y = i == 0 ? x : 3;
int k = b ? 0 : x;
}
}
