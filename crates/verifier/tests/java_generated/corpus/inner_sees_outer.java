class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
Outer o = new Outer();
Outer.Inner in = o.new Inner();
o.v = 8;
assert in.sum() != 10;
}
}
