class P0 {
static class Super { static int seen; static { seen = Sub.y; } }
static class Sub extends Super { static Integer y0 = 7; static int y = y0; static void touch() {} }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Sub.touch();
assert Super.seen != 0;
}
}
