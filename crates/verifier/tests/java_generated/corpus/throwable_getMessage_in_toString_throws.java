class P0 {
static class E extends RuntimeException { public String getMessage() { throw new IllegalStateException(); } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
"".concat("" + new E());
}
}
