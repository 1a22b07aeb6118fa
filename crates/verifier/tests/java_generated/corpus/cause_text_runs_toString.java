class P0 {
static class E extends RuntimeException { public String toString() { Log.count++; return "m"; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
new RuntimeException(new E());
assert Log.count == 0;
}
}
