class P0 {
static class Loudly { public String toString() { throw new IllegalStateException(); } }
static void run(int i, int j, long l, boolean b, char c, String s, String t) throws Exception {
assert i < -5 : new Loudly();
}
}
