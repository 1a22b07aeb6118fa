class P0 {
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
try (Source q = new Source(4)) { throw new IllegalStateException(); } catch (IllegalStateException e) { assert e.getSuppressed().length == 0; }
}
}
