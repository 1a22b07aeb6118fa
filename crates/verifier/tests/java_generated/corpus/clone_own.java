class P0 {
static class C implements Cloneable { int v; public C clone() throws CloneNotSupportedException { Log.count++; return (C) super.clone(); } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
C one = new C();
C two = one.clone();
two.v = 3;
assert one.v == 3;
}
}
