class P0 {
static class R implements AutoCloseable { int k; R(int k) { this.k = k; } public void close() { Log.count = Log.count * 10 + k; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
try (R x = new R(1); R y = new R(2)) { }
assert Log.count != 21;
}
}
