class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
byte y = (byte) i;
y >>>= 1;
assert y != -1;
}
}
