class P0 {
static class Super { static { Sub.x = 5; if (Sub.y == 0) Sub.seen = 1; } }
static class Sub extends Super { static int x; static int seen; static int y = 7; }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
assert Sub.x == 5;
assert Sub.y != 7;
}
}
