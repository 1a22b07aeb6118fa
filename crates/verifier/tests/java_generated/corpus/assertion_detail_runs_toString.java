class P0 {
static class Loudly { public String toString() { Log.count++; return "m"; } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
try { assert i < -5 : new Loudly(); } catch (AssertionError e) { }
assert Log.count == 0;
}
}
