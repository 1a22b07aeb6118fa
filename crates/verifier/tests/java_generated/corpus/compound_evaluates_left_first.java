class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int k = 1;
k += k++ + (k = 5);
assert k != 7;
}
}
