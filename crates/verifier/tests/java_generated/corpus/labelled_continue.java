class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int n = 0;
out: for (int x = 0; x < 3; x++) { for (int y = 0; y < 3; y++) { if (y == 1) continue out; n++; } n += 10; }
assert n != 3;
}
}
