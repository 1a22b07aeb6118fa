class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
short h = 1;
h += 65536;
h *= 2.7;
assert h != 2;
}
}
