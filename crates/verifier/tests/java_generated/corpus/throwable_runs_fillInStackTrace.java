class P0 {
static class E extends RuntimeException { public synchronized Throwable fillInStackTrace() { Log.count++; return this; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
new E();
assert Log.count == 0;
}
}
