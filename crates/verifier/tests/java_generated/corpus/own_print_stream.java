class P0 {
static class O extends java.io.PrintStream { O() { super(System.out); } public void write(byte[] q, int a, int e) { Log.count++; } public void write(int q) { Log.count++; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
O o = new O();
o.println("x");
assert Log.count == 0;
}
}
