class P0 {
static class A { static int x = B.y + 1; }
static class B { static int y = A.x + 1; }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
int k = A.x;
assert B.y != 1;
}
}
