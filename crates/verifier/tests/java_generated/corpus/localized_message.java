class P0 {
static class E extends RuntimeException { public String getMessage() { Log.count++; return "m"; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
new E().getLocalizedMessage();
assert Log.count == 0;
}
}
