class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
char d = c;
d += 65536 - 97;
assert d != 0;
}
}
